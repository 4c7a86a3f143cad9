// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Chooses things by their names, where {@code *} matches any characters. Immutable; any thread. */
public final class NamePattern {
    private final List<Pattern> patterns;

    /** Creates a pattern that chooses the names that match one of the texts. */
    public NamePattern(List<String> texts) {
        patterns = texts.stream()
                .map(text ->
                        Stream.of(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*")))
                .map(Pattern::compile)
                .toList();
    }

    /** Returns whether a name is chosen. */
    public boolean matches(String name) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
    }
}
