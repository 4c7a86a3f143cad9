// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli;

import java.util.List;
import java.util.Locale;
import org.plateaubench.loader.NearestName;

/** Finds the words that the user may have meant, which are at most two typing errors away. Pure functions. */
final class SpellingSuggestions {
    private static final int MOST_SLIPS = 2;
    private static final int LETTERS_PER_SLIP = 3;

    private SpellingSuggestions() {}

    /** The similar candidates; text after their first word, such as a value, is ignored. */
    static List<String> among(String word, List<String> candidates) {
        int allowed = Math.min(MOST_SLIPS, bare(word).length() / LETTERS_PER_SLIP);
        List<String> near = candidates.stream()
                .filter(candidate -> NearestName.distance(bare(word), bare(candidate)) <= allowed)
                .toList();
        return near.isEmpty() && bare(word).length() >= LETTERS_PER_SLIP
                ? candidates.stream()
                        .filter(candidate -> bare(candidate).startsWith(bare(word)))
                        .toList()
                : near;
    }

    private static String bare(String word) {
        return word.strip().split("[\\s=,]", 2)[0].replaceFirst("^-+", "").toLowerCase(Locale.ROOT);
    }
}
