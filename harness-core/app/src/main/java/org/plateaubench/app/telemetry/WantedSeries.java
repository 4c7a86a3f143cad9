// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.telemetry;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The series that are imported, by names in which * matches any characters; all if no name is given. Immutable. */
final class WantedSeries {
    private static final int MOST_SERIES = 1_000;

    private final List<Pattern> patterns;

    WantedSeries(List<String> names) {
        patterns = names.stream()
                .map(name -> Pattern.compile(
                        Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"))))
                .toList();
    }

    boolean includes(String series) {
        return patterns.isEmpty()
                || patterns.stream().anyMatch(pattern -> pattern.matcher(series).matches());
    }

    /**
     * Refuses more series than telemetry has.
     *
     * @throws IOException with a sentence for the operator
     */
    static void requireFew(Path file, long series) throws IOException {
        if (series > MOST_SERIES) {
            throw new IOException(file + " has " + series + " series, more than the " + MOST_SERIES
                    + " that telemetry has; name those that matter with --series.");
        }
    }
}
