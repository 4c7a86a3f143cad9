// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

public final class NearestName {
    private NearestName() {}

    /**
     * Returns the end of a message: {@code , did you mean 'users'?} if a name is near, else {@code , known are a, b} in
     * the given order, or empty text if no names are known.
     */
    public static String hint(String unknown, Collection<String> known) {
        return of(unknown, known)
                .map(nearest -> ", did you mean '" + nearest + "'?")
                .orElse(known.isEmpty() ? "" : ", known are " + String.join(", ", known));
    }

    /** The known name that is probably meant by a word; empty if none is spelled similarly. */
    public static Optional<String> of(String unknown, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(name -> distance(unknown, name)))
                .filter(nearest -> distance(unknown, nearest) <= Math.max(1, nearest.length() / 3));
    }

    /**
     * The number of edits (a letter inserted, deleted, replaced, or two neighbours swapped) between two words, ignoring
     * case; long words are truncated. The Damerau-Levenshtein distance in the variant of optimal string alignment.
     */
    public static int distance(String first, String second) {
        String a = cut(first);
        String b = cut(second);
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    edits[i][j] = i + j;
                    continue;
                }
                int replaced = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                edits[i][j] = Math.min(replaced, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
                }
            }
        }
        return edits[a.length()][b.length()];
    }

    private static String cut(String word) {
        return word.substring(0, Math.min(word.length(), 64)).toLowerCase(Locale.ROOT);
    }
}
