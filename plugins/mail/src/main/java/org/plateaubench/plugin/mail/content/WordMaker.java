// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.content;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Builds words from syllables, the frequent ones short. */
final class WordMaker {
    private static final String[] ONSETS = {
        "b", "c", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "z", "br", "cl", "dr",
        "fl", "gr", "pl", "pr", "sh", "sk", "st", "tr"
    };
    private static final String[] NUCLEI = {"a", "e", "i", "o", "u", "ai", "ea", "io", "ou"};
    private static final String[] CODAS = {"", "", "", "l", "m", "n", "r", "s", "t", "nd", "rt", "st"};

    private final BulkBits bits;

    private WordMaker(long seed) {
        this.bits = new BulkBits(seed);
    }

    /** Returns distinct lower-case words, the most frequent first. */
    static List<String> words(long seed, int count) {
        WordMaker maker = new WordMaker(seed);
        Set<String> known = new HashSet<>();
        List<String> words = new ArrayList<>(count);
        while (words.size() < count) {
            String word = maker.word(syllables(words.size()));
            if (known.add(word)) {
                words.add(word);
            }
        }
        return List.copyOf(words);
    }

    /** Returns the number of syllables: words get longer with their rank, as in natural languages. */
    private static int syllables(int rank) {
        if (rank < 150) {
            return 1;
        }
        return rank < 6000 ? 2 : 3;
    }

    private String word(int syllables) {
        StringBuilder word = new StringBuilder();
        for (int i = 0; i < syllables; i++) {
            word.append(one(ONSETS)).append(one(NUCLEI));
        }
        return word.append(one(CODAS)).toString();
    }

    private String one(String[] of) {
        return of[bits.below(of.length)];
    }
}
