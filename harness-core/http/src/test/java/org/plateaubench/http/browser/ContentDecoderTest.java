// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.http.browser.BrowserFailure.Kind;

final class ContentDecoderTest {
    private static final int BOUND = 1 << 20;

    private final ContentDecoder decoder = new ContentDecoder(BOUND);

    @Test
    void gzipBodiesOfAllSizesAreDecoded() throws IOException {
        SplittableRandom random = new SplittableRandom(4);
        for (int length : new int[] {0, 1, 100, 8191, 8192, 8193, 70_000, BOUND}) {
            byte[] plain = compressible(random, length);
            assertDecodes("gzip", gzip(plain), plain);
            assertDecodes("X-GZIP", gzip(plain), plain);
        }
    }

    @Test
    void gzipMembersAreJoinedIntoOneBody() throws IOException {
        byte[] both = joined(gzip(new byte[] {1, 2}), gzip(new byte[] {3}));

        assertDecodes("gzip", both, new byte[] {1, 2, 3});
    }

    @Test
    void optionalGzipHeaderFieldsAreSkipped() throws IOException {
        byte[] plain = {5, 6, 7};
        byte[] member = gzip(plain);
        member[3] = 0x1e;
        byte[] options = {2, 0, 9, 9, 'n', 0, 'c', 0, 1, 2};
        byte[] encoded =
                joined(Arrays.copyOf(member, 10), joined(options, Arrays.copyOfRange(member, 10, member.length)));

        assertDecodes("gzip", encoded, plain);
        for (int length = 0; length < encoded.length; length++) {
            assertFault(Kind.TRUNCATED, "gzip", Arrays.copyOf(encoded, length));
        }
    }

    /** A truncated body is detected, although the framing of the response is complete. */
    @Test
    void everyTruncationIsDetected() throws IOException {
        byte[] encoded = gzip(compressible(new SplittableRandom(5), 300));
        for (int length = 2; length < encoded.length; length++) {
            assertFault(Kind.TRUNCATED, "gzip", Arrays.copyOf(encoded, length));
        }
    }

    /** A changed byte after the header of a member is detected by the format or by the check sum. */
    @Test
    void everyChangedByteIsDetected() throws IOException {
        byte[] plain = compressible(new SplittableRandom(6), 300);
        byte[] encoded = gzip(plain);
        for (int at = 10; at < encoded.length; at++) {
            byte[] changed = encoded.clone();
            changed[at] ^= 0x41;
            assertThatExceptionOfType(BrowserFailure.class)
                    .as("byte %d", at)
                    .isThrownBy(() -> decoder.decode("gzip", changed, 0, changed.length));
        }
    }

    @Test
    void decompressionBombIsRefusedAtLimit() throws IOException {
        byte[] bomb = gzip(new byte[BOUND + 1]);
        ContentDecoder bounded = new ContentDecoder(1000);

        assertFault(Kind.TOO_LARGE, "gzip", bomb);
        assertThat(decoder.length()).isZero();
        assertThatExceptionOfType(BrowserFailure.class).isThrownBy(() -> bounded.decode("gzip", bomb, 0, bomb.length));
        assertThat(bounded.bytes().length).isLessThanOrEqualTo(1001);
        assertDecodes("gzip", gzip(new byte[BOUND]), new byte[BOUND]);
    }

    @Test
    void trailingBytesAreRefused() throws IOException {
        assertFault(Kind.MALFORMED_CONTENT, "gzip", joined(gzip(new byte[] {1}), new byte[20]));
    }

    @Test
    void unrequestedContentCodingIsRefused() {
        assertFault(Kind.MALFORMED_CONTENT, "br", new byte[] {1, 2, 3});
        assertFault(Kind.MALFORMED_CONTENT, "deflate", new byte[] {1, 2, 3});
        assertFault(Kind.MALFORMED_CONTENT, "gzip, gzip", new byte[] {1, 2, 3});
        assertFault(Kind.MALFORMED_CONTENT, "gzip", "<html>not at all</html>".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void bytesOutsideBodyAreNotRead() throws IOException {
        byte[] plain = compressible(new SplittableRandom(7), 500);
        byte[] encoded = gzip(plain);
        byte[] framed = joined(new byte[] {9, 9, 9}, joined(encoded, new byte[] {9, 9}));

        decoder.decode("gzip", framed, 3, encoded.length);

        assertThat(Arrays.copyOf(decoder.bytes(), decoder.length())).isEqualTo(plain);
    }

    private void assertDecodes(String coding, byte[] encoded, byte[] plain) throws BrowserFailure {
        decoder.decode(coding, encoded, 0, encoded.length);

        assertThat(Arrays.equals(decoder.bytes(), 0, decoder.length(), plain, 0, plain.length))
                .isTrue();
    }

    private void assertFault(Kind fault, String coding, byte[] encoded) {
        assertThatExceptionOfType(BrowserFailure.class)
                .isThrownBy(() -> decoder.decode(coding, encoded, 0, encoded.length))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(fault));
    }

    private static byte[] compressible(SplittableRandom random, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i % 7 == 0 ? random.nextInt() : 'a' + i % 5);
        }
        return bytes;
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write(plain);
        }
        return out.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
