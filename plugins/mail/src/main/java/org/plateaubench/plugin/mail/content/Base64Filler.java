// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;

/**
 * Fills with base64 of uniformly random bytes: uniformly random letters of its alphabet, in full lines. No compression
 * can shrink it below three quarters.
 */
final class Base64Filler {
    /** Bytes of a line, including its end. */
    static final int LINE = 78;

    private static final int LETTERS = 76;
    private static final int LETTERS_OF_A_DRAW = 10;
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);

    private Base64Filler() {}

    /** Fills lines from {@code start} on and returns their end. */
    static int fill(byte[] target, int start, int lines, long seed) {
        BulkBits bits = new BulkBits(seed);
        int at = start;
        for (int line = 0; line < lines; line++) {
            int end = at + LETTERS;
            while (at < end) {
                long draw = bits.next();
                int until = Math.min(end, at + LETTERS_OF_A_DRAW);
                while (at < until) {
                    target[at++] = ALPHABET[(int) draw & 63];
                    draw >>>= 6;
                }
            }
            target[at++] = '\r';
            target[at++] = '\n';
        }
        return at;
    }
}
