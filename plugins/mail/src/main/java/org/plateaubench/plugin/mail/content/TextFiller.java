// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

/** Fills a range of bytes with text: sentences and paragraphs in lines of at most 74 characters. Any thread. */
final class TextFiller {
    private static final int WIDTH = 74;
    private static final int LONGEST_WORD = 24;
    private static final int SENTENCE = 12;
    private static final int PARAGRAPH = 80;

    private final Vocabulary vocabulary;

    TextFiller(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    /**
     * Fills every byte from {@code start} to before {@code end} with text whose last line is complete; a range of one
     * byte gets a line feed, which no caller uses.
     */
    void fill(byte[] target, int start, int end, long seed) {
        BulkBits bits = new BulkBits(seed);
        int at = start;
        int lineStart = start;
        int words = 0;
        while (end - at > 3 * LONGEST_WORD) {
            int rank = vocabulary.rank(bits.next());
            if (at - lineStart + vocabulary.length(rank) + 2 > WIDTH) {
                at = lineEnd(target, at);
                lineStart = at;
            } else if (at > lineStart) {
                target[at++] = ' ';
            }
            boolean capital = words % SENTENCE == 0;
            int wordStart = at;
            at = vocabulary.put(rank, target, at);
            if (capital) {
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
        close(target, at, lineStart, end, vocabulary.rank(bits.next()));
    }

    /** Fills the rest of the range with a last word of the remaining length. */
    private void close(byte[] target, int from, int lineStart, int end, int rank) {
        int at = from;
        if (at > lineStart && end - at >= 2) {
            at = lineEnd(target, at);
        }
        String word = vocabulary.word(rank);
        for (int i = 0; end - at > 2; i++) {
            boolean between = i % (word.length() + 1) == word.length() && end - at > 3;
            target[at++] = (byte) (between ? ' ' : word.charAt(i % (word.length() + 1) % word.length()));
        }
        if (end - at == 2) {
            lineEnd(target, at);
        } else if (end - at == 1) {
            target[at] = '\n';
        }
    }

    private static int lineEnd(byte[] target, int at) {
        target[at] = '\r';
        target[at + 1] = '\n';
        return at + 2;
    }
}
