// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.telemetry;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which series are imported, by names in which * stands for any characters; all when none is named. Immutable. */
final class WantedSeries {
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
}
