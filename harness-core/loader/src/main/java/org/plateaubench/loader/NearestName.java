// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** The known name that somebody who wrote an unknown one probably meant. */
public final class NearestName {
    private NearestName() {}

    /**
     * A sentence part for messages: {@code , did you mean 'users'?}, else {@code , known are a, b} in the order given,
     * else nothing when nothing is known.
     */
    public static String hint(String unknown, Collection<String> known) {
        String nearest = known.stream()
                .min(Comparator.comparingInt(name -> distance(unknown, name)))
                .orElse(null);
        if (nearest == null) {
            return "";
        }
        if (distance(unknown, nearest) <= Math.max(1, nearest.length() / 3)) {
            return ", did you mean '" + nearest + "'?";
        }
        return ", known are " + String.join(", ", known);
    }

    /** Levenshtein distance without regard to case; a long word is cut, since nothing it could be near to is long. */
    private static int distance(String first, String second) {
        String a = cut(first);
        String b = cut(second);
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[b.length()];
    }

    private static String cut(String word) {
        return word.substring(0, Math.min(word.length(), 64)).toLowerCase(Locale.ROOT);
    }
}
