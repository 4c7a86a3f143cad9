// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Generates content of a given size from one keyed draw. Stateless and thread-safe. */
final class ContentGenerator {
    /** Bytes of a line of base64, including its end. */
    static final int BASE64_LINE = 78;

    private static final int BASE64_LETTERS = 76;
    private static final int LETTERS_PER_DRAW = 10;
    private static final byte[] ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".getBytes(StandardCharsets.US_ASCII);

    private static final int WIDTH = 74;
    private static final int MAX_WORD_LENGTH = 24;
    private static final int SENTENCE = 12;
    private static final int PARAGRAPH = 80;

    private ContentGenerator() {}

    /**
     * Returns lines of base64 of uniformly random bytes: uniformly random letters of its alphabet. No compression can
     * shrink them below three quarters.
     */
    static byte[] base64(int lines, long seed) {
        byte[] target = new byte[lines * BASE64_LINE];
        SplittableRandom bits = new SplittableRandom(seed);
        int at = 0;
        for (int line = 0; line < lines; line++) {
            int end = at + BASE64_LETTERS;
            while (at < end) {
                long draw = bits.nextLong();
                int until = Math.min(end, at + LETTERS_PER_DRAW);
                while (at < until) {
                    target[at++] = ALPHABET[(int) draw & 63];
                    draw >>>= 6;
                }
            }
            at = lineEnd(target, at);
        }
        return target;
    }

    /** Returns sentences and paragraphs in lines of at most 74 characters; the last line has a line end. */
    static byte[] text(int sizeBytes, long seed) {
        byte[] target = new byte[sizeBytes];
        SplittableRandom bits = new SplittableRandom(seed);
        int at = 0;
        int lineStart = 0;
        int words = 0;
        while (sizeBytes - at > 3 * MAX_WORD_LENGTH) {
            int rank = Vocabulary.rank(bits.nextLong());
            if (at - lineStart + Vocabulary.length(rank) + 2 > WIDTH) {
                at = lineEnd(target, at);
                lineStart = at;
            } else if (at > lineStart) {
                target[at++] = ' ';
            }
            boolean startsSentence = words % SENTENCE == 0;
            int wordStart = at;
            at = Vocabulary.put(rank, target, at);
            if (startsSentence) {
                target[wordStart] = (byte) (target[wordStart] - ('a' - 'A'));
            }
            words++;
            if (words % SENTENCE == 0) {
                target[at++] = '.';
            }
            if (words % PARAGRAPH == 0) {
                at = lineEnd(target, lineEnd(target, at));
                lineStart = at;
            }
        }
        close(target, at, lineStart, Vocabulary.word(Vocabulary.rank(bits.nextLong())));
        return target;
    }

    /** Fills the rest with a last word of the remaining length. */
    private static void close(byte[] target, int from, int lineStart, String word) {
        int at = from;
        if (at > lineStart && target.length - at >= 2) {
            at = lineEnd(target, at);
        }
        for (int i = 0; target.length - at > 2; i++) {
            boolean isBetweenWords = i % (word.length() + 1) == word.length() && target.length - at > 3;
            target[at++] = (byte) (isBetweenWords ? ' ' : word.charAt(i % (word.length() + 1) % word.length()));
        }
        if (target.length - at == 2) {
            lineEnd(target, at);
        }
    }

    private static int lineEnd(byte[] target, int at) {
        target[at] = '\r';
        target[at + 1] = '\n';
        return at + 2;
    }
}
