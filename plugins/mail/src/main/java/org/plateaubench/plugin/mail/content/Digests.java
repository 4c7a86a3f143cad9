// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Whether a message's body is the one that was sent. The digest is of all below the header block, so that what servers
 * add above ({@code Received}, {@code Return-Path}) does not matter; every line end counts as CRLF and line ends at the
 * end do not count, since stores keep them as they like. It is CRC-32C (RFC 3720) and the number of bytes: it finds
 * faults, not forgers. Stateless; any thread.
 */
public final class Digests {
    private static final byte[] LINE_END = {'\r', '\n'};
    private static final HexFormat HEX = HexFormat.of();

    /** Characters of a digest, always. */
    static final int LENGTH = "crc32c-00000000-00000000".length();

    private Digests() {}

    /** What a check says. */
    public enum Check {
        /** The body is the one that was sent. */
        MATCHES,
        /** It is another. */
        DIFFERS,
        /** The message says nothing of its digest. */
        ABSENT
    }

    /** Checks a message against its own digest header. */
    public static Check check(byte[] message) {
        @Nullable String expected = Headers.value(message, Headers.DIGEST);
        if (expected == null) {
            return Check.ABSENT;
        }
        return expected.equals(of(message, Headers.bodyStart(message))) ? Check.MATCHES : Check.DIFFERS;
    }

    /** Digest of a message whose body begins at {@code bodyStart}. */
    static String of(byte[] message, int bodyStart) {
        int end = message.length;
        while (end > bodyStart && (message[end - 1] == '\n' || message[end - 1] == '\r')) {
            end--;
        }
        CRC32C sum = new CRC32C();
        int lengthBytes = update(sum, message, bodyStart, end);
        return "crc32c-" + HEX.toHexDigits((int) sum.getValue()) + "-" + HEX.toHexDigits(lengthBytes);
    }

    private static int update(CRC32C sum, byte[] message, int start, int end) {
        int segmentStart = start;
        int lengthBytes = 0;
        for (int i = start; i < end; i++) {
            byte b = message[i];
            if (b > '\r' || (b != '\r' && b != '\n')) {
                continue;
            }
            if (b == '\r' && message[i + 1] == '\n') {
                i++;
                continue;
            }
            sum.update(message, segmentStart, i - segmentStart);
            sum.update(LINE_END, 0, LINE_END.length);
            lengthBytes += i - segmentStart + LINE_END.length;
            segmentStart = i + 1;
        }
        sum.update(message, segmentStart, end - segmentStart);
        return lengthBytes + end - segmentStart;
    }

    /** Writes the digest of a finished message into the place kept for it. */
    static void seal(byte[] message, int placeStart, int bodyStart) {
        byte[] digest = of(message, bodyStart).getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(digest, 0, message, placeStart, LENGTH);
    }
}
