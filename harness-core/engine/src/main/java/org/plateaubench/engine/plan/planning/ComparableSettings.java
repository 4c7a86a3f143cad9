// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.PlannedWorkload;

/**
 * The properties of a workload that must be equal for the rates of two runs to be comparable: plugin, parameters, load,
 * mix, operations with timeouts and limits, units and metric. The hosts, the treatment of existing data and the shares
 * of agents are excluded. Pure functions.
 */
public final class ComparableSettings {
    private static final Set<String> EXCLUDED =
            Set.of("tile", "name", "sut", "data", "shares", "execution", "dataSeed", "parts", "lagBoundMs");

    /** A description of the answers that operations expect; the checks and parameters themselves are included. */
    private static final String ANSWERS = "answers";

    private ComparableSettings() {}

    /** The values as text by path, such as {@code parameters.size}. */
    public static Map<String, String> of(PlannedWorkload workload) {
        Map<String, String> values = new TreeMap<>();
        Documents.tree(workload).forEach((name, value) -> {
            if (!EXCLUDED.contains(name)) {
                put(values, name, value);
            }
        });
        return values;
    }

    private static void put(Map<String, String> values, String path, @Nullable Object value) {
        switch (value) {
            case Map<?, ?> map ->
                map.forEach((name, below) -> {
                    if (!ANSWERS.equals(name)) {
                        put(values, path + "." + name, below);
                    }
                });
            case List<?> list -> {
                for (int i = 0; i < list.size(); i++) {
                    put(values, path + "." + nameOf(list.get(i), i), list.get(i));
                }
            }
            case null -> {} // Nothing is given.
            default -> values.put(path, String.valueOf(value));
        }
    }

    private static String nameOf(@Nullable Object element, int index) {
        return element instanceof Map<?, ?> map && map.get("name") instanceof String name
                ? name
                : Integer.toString(index + 1);
    }

    public static List<String> differences(Map<String, String> definition, Map<String, String> expected) {
        Set<String> keys = new TreeSet<>(definition.keySet());
        keys.addAll(expected.keySet());
        return keys.stream()
                .filter(key -> !Objects.equals(definition.get(key), expected.get(key)))
                .map(key -> key + " is " + shown(definition.get(key)) + " and was " + shown(expected.get(key)))
                .toList();
    }

    private static String shown(@Nullable String value) {
        return value == null ? "not given" : "'" + value + "'";
    }
}
