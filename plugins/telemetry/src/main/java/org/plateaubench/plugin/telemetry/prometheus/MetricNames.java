// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.prometheus;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The names of the wanted metrics, in which * matches any characters. Immutable. */
final class MetricNames {
    private final List<Pattern> patterns;

    MetricNames(List<String> names) {
        patterns = names.stream()
                .map(name -> Pattern.compile(
                        Arrays.stream(name.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"))))
                .toList();
    }

    boolean includes(String name) {
        return patterns.stream().anyMatch(pattern -> pattern.matcher(name).matches());
    }
}
