// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.spi.DataDescription;

/** Finds what differs in plans and environments. Elements of a list are identified by name, id or agents. */
public final class Differences {
    /** The value of a part that exists but is too large to show. */
    static final String PRESENT = "present";

    /** Keys that name the run, seed its random draws, or follow from the rest of the plan. */
    private static final Set<String> MINOR_OF_A_PLAN =
            Set.of("schema", "name", "description", "seed", "class", "classReasons", "notes");

    private static final Pattern MINOR_OF_A_WORKLOAD =
            Pattern.compile("workloads\\[[^\\]]*\\]\\.(dataSeed|(parts|shares)\\[.*)");
    private static final Pattern TILE = Pattern.compile("^(suts|workloads)\\[\\d+/");

    /** States of a host that always differ. */
    private static final Pattern STATE = Pattern.compile(
            "hosts\\[[^\\]]*\\]\\.settings\\.(loadAverage|availableMemoryBytes|swapUsedBytes|stealPercentSinceStart)");
    /** The size of data, which is of interest where it differs by more than a hundredth. */
    private static final Pattern SIZE = Pattern.compile("data\\.[^.]+\\." + Pattern.quote(DataDescription.SIZE) + ".*");

    private static final double SIZE_SHARE = 0.01;

    /** A port, since an embedded SUT gets any free one. */
    private static final Pattern PORT = Pattern.compile("(?i)(port[=: ]|(?:127\\.0\\.0\\.1|localhost):)\\d+");

    /** Options of the launcher: the folder of the installation, its class cache, the width of the terminal. */
    private static final Pattern LAUNCHER_FLAG =
            Pattern.compile("-Dplateau\\..*|-XX:AOTCache=.*|-Xlog:(?:aot|cds)\\*=off");

    private static final int MAX_VALUE_LENGTH = 400;

    private final List<Difference> found = new ArrayList<>();

    private Differences() {}

    /**
     * A place in which the runs differ.
     *
     * @param path path of the place, with names separated by dots and elements of lists by their names in brackets
     * @param minor whether the value changes with every run, or is only a name
     */
    public record Difference(String path, boolean minor, List<@Nullable String> values) {
        /** A difference of two runs in words. */
        String words() {
            return path + " " + Objects.requireNonNullElse(values.getFirst(), "missing") + ", now "
                    + Objects.requireNonNullElse(values.getLast(), "missing");
        }
    }

    /** The differences of stored plans, minor ones last; the same difference of several tiles is reported once. */
    public static List<Difference> ofPlans(List<Map<String, Object>> plans) {
        return ordered(
                plans,
                difference -> MINOR_OF_A_PLAN.contains(difference.path())
                        || MINOR_OF_A_WORKLOAD.matcher(difference.path()).matches());
    }

    /** The differences of stored environments, minor ones last. Calibrations always differ, so they are ignored. */
    public static List<Difference> ofEnvironments(List<Map<String, Object>> environments) {
        return ordered(
                environments.stream().map(Differences::comparable).toList(),
                difference -> STATE.matcher(difference.path()).matches()
                        || (SIZE.matcher(difference.path()).matches() && areClose(difference.values()))
                        || (difference.path().startsWith("suts.") && areOnlyPorts(difference.values())));
    }

    /** Differences of values that all runs have come before values that only some have; minor differences come last. */
    private static List<Difference> ordered(List<Map<String, Object>> trees, Predicate<Difference> isMinor) {
        Set<Difference> marked = new LinkedHashSet<>();
        for (Difference difference : of(trees)) {
            String path = TILE.matcher(difference.path()).replaceFirst("$1[");
            marked.add(new Difference(path, isMinor.test(difference), difference.values()));
        }
        return marked.stream()
                .sorted(Comparator.comparing(Difference::minor)
                        .thenComparing(difference -> difference.values().contains(null)))
                .toList();
    }

    private static Map<String, Object> comparable(Map<String, Object> environment) {
        Map<String, Object> tree = new LinkedHashMap<>(environment);
        tree.keySet().removeAll(Set.of("capturedAt", RunEnvironment.CALIBRATIONS));
        if (tree.get("jvm") instanceof Map<?, ?> jvm && jvm.get("flags") instanceof List<?> flags) {
            Map<Object, Object> plain = new LinkedHashMap<>(jvm);
            plain.put(
                    "flags",
                    flags.stream()
                            .filter(flag ->
                                    !LAUNCHER_FLAG.matcher(String.valueOf(flag)).matches())
                            .toList());
            tree.put("jvm", plain);
        }
        return tree;
    }

    private static boolean areClose(List<@Nullable String> values) {
        try {
            DoubleSummaryStatistics sizes = values.stream()
                    .mapToDouble(value -> Double.parseDouble(String.valueOf(value)))
                    .summaryStatistics();
            return sizes.getMax() - sizes.getMin() <= SIZE_SHARE * sizes.getMax();
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static boolean areOnlyPorts(List<@Nullable String> values) {
        return !values.contains(null)
                && values.stream()
                                .map(value ->
                                        PORT.matcher(String.valueOf(value)).replaceAll("$1*"))
                                .distinct()
                                .count()
                        == 1;
    }

    /** The differences of trees in their order, none of them marked as minor. */
    static List<Difference> of(List<? extends @Nullable Object> trees) {
        Differences differences = new Differences();
        differences.walk("", trees);
        return differences.found;
    }

    private void walk(String path, List<? extends @Nullable Object> values) {
        if (values.stream().distinct().count() < 2) {
            return;
        }
        List<Map<String, Object>> parts = new ArrayList<>();
        values.stream().map(Differences::parts).filter(Objects::nonNull).forEach(parts::add);
        if (parts.size() < values.size()) {
            found.add(new Difference(path.startsWith(".") ? path.substring(1) : path, false, texts(values)));
            return;
        }
        Set<String> keys = new LinkedHashSet<>();
        parts.forEach(part -> keys.addAll(part.keySet()));
        for (String key : keys) {
            List<@Nullable Object> below = new ArrayList<>();
            parts.forEach(part -> below.add(part.get(key)));
            walk(path + key, below);
        }
    }

    /** The parts of a mapping, or of a list of mappings, by the ends of their paths; null for a value. */
    private static @Nullable Map<String, Object> parts(@Nullable Object value) {
        Map<String, Object> parts = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, part) -> parts.put("." + key, part));
            return parts;
        }
        if (!(value instanceof List<?> list && list.stream().allMatch(Map.class::isInstance))) {
            return null;
        }
        for (Object element : list) {
            String name = "[" + name((Map<?, ?>) element) + "]";
            parts.put(name.equals("[]") || parts.containsKey(name) ? "[" + (parts.size() + 1) + "]" : name, element);
        }
        return parts;
    }

    /** The name of an element, empty for none; a host is identified by its agents, regardless of its name. */
    private static String name(Map<?, ?> element) {
        if (element.get("agents") instanceof List<?> agents && !agents.isEmpty()) {
            return String.join("+", agents.stream().map(String::valueOf).toList());
        }
        String tile = element.get("tile") instanceof Number number ? number + "/" : "";
        return Stream.of("name", "id", "agent")
                .map(element::get)
                .filter(String.class::isInstance)
                .map(name -> tile + name)
                .findFirst()
                .orElse("");
    }

    private static List<@Nullable String> texts(List<? extends @Nullable Object> values) {
        List<@Nullable String> texts = new ArrayList<>();
        for (Object value : values) {
            String text = value instanceof Map
                    ? PRESENT
                    : value instanceof List<?> list ? elements(list, values) : String.valueOf(value);
            texts.add(
                    value == null
                            ? null
                            : text.length() <= MAX_VALUE_LENGTH
                                    ? text
                                    : text.substring(0, MAX_VALUE_LENGTH - 1) + "\u2026");
        }
        return Collections.unmodifiableList(texts);
    }

    /** The elements of a list that are not in all lists; all elements if there is none, because only the order differs. */
    private static String elements(List<?> list, List<? extends @Nullable Object> values) {
        List<String> distinct = list.stream()
                .filter(element -> !values.stream()
                        .allMatch(other -> other instanceof List<?> elements && elements.contains(element)))
                .map(String::valueOf)
                .toList();
        return distinct.isEmpty() ? list.toString() : String.join(", ", distinct);
    }
}
