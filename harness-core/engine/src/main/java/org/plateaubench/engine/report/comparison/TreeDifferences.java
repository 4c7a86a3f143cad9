// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Walks the same tree of several runs and lists their differences. Elements of a list are identified by their tile and
 * name, id or agents if they have these, otherwise by their index; a list of plain values is one place. Pure functions.
 */
public final class TreeDifferences {
    private static final int LONGEST_VALUE = 400;
    private static final double LARGEST_WHOLE = 1e15;

    private final List<Difference> found = new ArrayList<>();

    private TreeDifferences() {}

    /** The differences in the order of the trees, none of them marked as minor. */
    public static List<Difference> of(List<? extends @Nullable Object> trees) {
        TreeDifferences walk = new TreeDifferences();
        walk.walk("", trees);
        return walk.found;
    }

    private void walk(String path, List<? extends @Nullable Object> values) {
        @Nullable Object first = values.getFirst();
        if (values.stream().allMatch(value -> Objects.equals(value, first))) {
            return;
        }
        if (values.stream().allMatch(Map.class::isInstance)) {
            walkMaps(path, values);
        } else if (values.stream().allMatch(List.class::isInstance)) {
            walkLists(path, values);
        } else {
            add(path, values.stream().map(TreeDifferences::text).toList(), values);
        }
    }

    private void walkMaps(String path, List<? extends @Nullable Object> maps) {
        Set<Object> keys = new LinkedHashSet<>();
        maps.forEach(map -> keys.addAll(((Map<?, ?>) Objects.requireNonNull(map)).keySet()));
        for (Object key : keys) {
            List<@Nullable Object> below = new ArrayList<>();
            maps.forEach(map -> below.add(((Map<?, ?>) Objects.requireNonNull(map)).get(key)));
            walk(path.isEmpty() ? String.valueOf(key) : path + "." + key, below);
        }
    }

    private void walkLists(String path, List<? extends @Nullable Object> lists) {
        List<List<?>> all = new ArrayList<>();
        lists.forEach(list -> all.add((List<?>) Objects.requireNonNull(list)));
        if (!all.stream().flatMap(List::stream).allMatch(Map.class::isInstance)) {
            List<@Nullable String> texts = elements(all);
            add(path, texts, texts);
            return;
        }
        List<Map<String, Object>> keyed = new ArrayList<>();
        boolean named = all.stream().allMatch(TreeDifferences::hasNames);
        all.forEach(list -> keyed.add(keyed(list, named)));
        Set<String> keys = new LinkedHashSet<>();
        keyed.forEach(map -> keys.addAll(map.keySet()));
        for (String key : keys) {
            List<@Nullable Object> below = new ArrayList<>();
            keyed.forEach(map -> below.add(map.get(key)));
            walk(path + "[" + key + "]", below);
        }
    }

    /**
     * The differences of lists of plain values: the elements that only some have, or all elements when only the order
     * differs.
     */
    private static List<@Nullable String> elements(List<List<?>> lists) {
        List<@Nullable String> texts = new ArrayList<>();
        boolean sameElements = lists.stream().allMatch(list -> sorted(list).equals(sorted(lists.getFirst())));
        for (List<?> list : lists) {
            List<String> own = new ArrayList<>();
            for (Object element : list) {
                if (sameElements || lists.stream().anyMatch(other -> !other.contains(element))) {
                    own.add(String.valueOf(text(element)));
                }
            }
            texts.add(own.isEmpty() ? null : cut(String.join(", ", own)));
        }
        boolean onlyRepeated = texts.stream().allMatch(Objects::isNull);
        return onlyRepeated
                ? new ArrayList<@Nullable String>(
                        lists.stream().map(list -> cut(list.toString())).toList())
                : texts;
    }

    private static List<String> sorted(List<?> list) {
        return list.stream().map(String::valueOf).sorted().toList();
    }

    private static boolean hasNames(List<?> list) {
        List<@Nullable String> names = new ArrayList<>();
        list.forEach(element -> names.add(name((Map<?, ?>) element)));
        return !names.contains(null) && Set.copyOf(names).size() == names.size();
    }

    private static Map<String, Object> keyed(List<?> list, boolean named) {
        Map<String, Object> keyed = new LinkedHashMap<>();
        for (int i = 0; i < list.size(); i++) {
            Object element = list.get(i);
            String name = named && element instanceof Map<?, ?> map ? name(map) : null;
            keyed.put(name == null ? Integer.toString(i + 1) : name, element);
        }
        return keyed;
    }

    /** The name of an element; a host is identified by its agents, regardless of its name. */
    private static @Nullable String name(Map<?, ?> element) {
        if (element.get("agents") instanceof List<?> agents && !agents.isEmpty()) {
            return String.join("+", agents.stream().map(String::valueOf).toList());
        }
        for (String key : List.of("name", "id", "agent")) {
            if (element.get(key) instanceof String name) {
                return element.get("tile") instanceof Number tile ? tile + "/" + name : name;
            }
        }
        return null;
    }

    private void add(String path, List<@Nullable String> texts, List<? extends @Nullable Object> values) {
        @Nullable String first = texts.getFirst();
        boolean areDistinct = texts.stream().anyMatch(text -> !Objects.equals(text, first));
        // Values of different types may have the same text.
        found.add(new Difference(
                path.isEmpty() ? "." : path,
                false,
                areDistinct
                        ? texts
                        : values.stream()
                                .map(String::valueOf)
                                .map(TreeDifferences::cut)
                                .toList()));
    }

    private static @Nullable String text(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Map<?, ?> map -> map.isEmpty() ? "none" : Difference.PRESENT;
            case List<?> list ->
                list.isEmpty()
                        ? "none"
                        : list.stream().anyMatch(element -> element instanceof Map || element instanceof List)
                                ? Difference.PRESENT
                                : cut(String.join(
                                        ", ", list.stream().map(String::valueOf).toList()));
            case Double number -> decimal(number);
            default -> cut(String.valueOf(value));
        };
    }

    private static String decimal(double number) {
        boolean whole = number == Math.rint(number) && Math.abs(number) < LARGEST_WHOLE;
        return whole ? Long.toString((long) number) : Double.toString(number);
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_VALUE ? text : text.substring(0, LONGEST_VALUE - 1) + "\u2026";
    }

    /**
     * Sorts places that all runs have before places that only some have, and minor ones last; the order within each
     * group is kept.
     */
    static List<Difference> ordered(List<Difference> differences) {
        List<Difference> ordered = new ArrayList<>(differences);
        ordered.sort(Comparator.comparing(Difference::minor)
                .thenComparing(difference -> difference.values().contains(null)));
        return Collections.unmodifiableList(ordered);
    }
}
