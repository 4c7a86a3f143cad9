// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli;

import java.util.List;
import java.util.Locale;

/** Finds the words that a person may have meant: those at most two typing errors away. Pure functions. */
final class SpellingSuggestions {
    private static final int MOST_SLIPS = 2;
    private static final int LETTERS_PER_SLIP = 3;

    private SpellingSuggestions() {}

    /** The similar candidates; text after their first word, such as another form, is ignored. */
    static List<String> among(String word, List<String> candidates) {
        int allowed = Math.min(MOST_SLIPS, bare(word).length() / LETTERS_PER_SLIP);
        return candidates.stream()
                .filter(candidate -> slips(bare(word), bare(candidate)) <= allowed)
                .toList();
    }

    private static String bare(String word) {
        return word.strip().split("[\\s=,]", 2)[0].replaceFirst("^-+", "").toLowerCase(Locale.ROOT);
    }

    /**
     * Number of letters to add, remove or change; two swapped letters count as one (Damerau, optimal string alignment).
     */
    private static int slips(String a, String b) {
        int[][] slips = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    slips[i][j] = i + j;
                    continue;
                }
                int changed = slips[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                slips[i][j] = Math.min(changed, 1 + Math.min(slips[i - 1][j], slips[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    slips[i][j] = Math.min(slips[i][j], slips[i - 2][j - 2] + 1);
                }
            }
        }
        return slips[a.length()][b.length()];
    }
}
