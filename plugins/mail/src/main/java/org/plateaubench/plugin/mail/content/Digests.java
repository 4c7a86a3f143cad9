// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.HexFormat;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Digests that show whether a message's body is the one that was sent. The digest covers everything below the header
 * block, so that headers which servers add ({@code Received}, {@code Return-Path}) do not matter; every line end counts
 * as CRLF and line ends at the end do not count, since servers store them differently. It is CRC-32C (RFC 3720) and the
 * number of bytes: it detects faults, not forgery. Stateless and thread-safe.
 */
public final class Digests {
    private static final byte[] LINE_END = {'\r', '\n'};
    private static final HexFormat HEX = HexFormat.of();

    /** Length of every digest, characters. */
    static final int LENGTH = "crc32c-00000000-00000000".length();

    private Digests() {}

    public enum Check {
        MATCHES,
        DIFFERS,
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

    /** Returns the digest of a message whose body begins at {@code bodyStart}. */
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
}
