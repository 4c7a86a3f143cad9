// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;
import java.util.regex.Pattern;

/** Selects objects by their names, where {@code *} matches any characters. Immutable. */
public final class NamePattern {
    private final List<Pattern> patterns;

    /** Creates a pattern that chooses the names that match one of the texts. */
    public NamePattern(List<String> texts) {
        patterns = texts.stream()
                .map(text -> Pattern.compile(Pattern.quote(text).replace("*", "\\E.*\\Q")))
                .toList();
    }

    /** Returns whether a name is chosen. */
    public boolean matches(String name) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
    }
}
