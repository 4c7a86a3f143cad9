// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.shop;

import java.util.List;
import java.util.stream.IntStream;

/** The names and words of titles that shoppers search for, and the password of loaded customers. Immutable. */
public record Words(List<String> firstNames, List<String> lastNames, List<String> titleWords, String password) {
    /** The words of a store that Plateau has loaded. */
    public static final Words GENERATED = new Words(
            IntStream.range(0, Vocabulary.FIRST_NAMES)
                    .mapToObj(Vocabulary::firstName)
                    .toList(),
            IntStream.range(0, Vocabulary.LAST_NAMES)
                    .mapToObj(Vocabulary::lastName)
                    .toList(),
            IntStream.range(0, Vocabulary.TITLE_WORDS)
                    .mapToObj(Vocabulary::titleWord)
                    .toList(),
            CustomerData.PASSWORD);

    public Words {
        firstNames = List.copyOf(firstNames);
        lastNames = List.copyOf(lastNames);
        titleWords = List.copyOf(titleWords);
    }
}
