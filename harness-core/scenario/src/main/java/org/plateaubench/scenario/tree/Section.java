// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.tree;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Names;

/**
 * A mapping of a scenario, with its path. Every wrong value becomes a problem with a place, and reading continues, so
 * that all problems are reported together. Not thread-safe.
 */
public final class Section {
    /** Bounds beyond this number are not mentioned in messages. */
    private static final long MAX_SHOWN_BOUND = 1_000_000_000;

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]+");

    private final Map<String, Object> values = new LinkedHashMap<>();
    private final String path;
    private final List<Finding> findings;

    private Section(@Nullable Object value, String path, List<Finding> findings) {
        this.path = path;
        this.findings = findings;
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, each) -> values.put(String.valueOf(key), each));
        } else {
            problem("A mapping is required here, found " + description(value) + ".", "Write keys with values.");
        }
    }

    /**
     * The whole tree.
     *
     * @param path name of the parameter that holds it, such as {@code scenario}
     * @param findings gets the problems
     */
    public static Section of(Map<String, Object> tree, String path, List<Finding> findings) {
        return new Section(tree, path, findings);
    }

    /** The path in the run file, such as {@code scenario.flows.browse.steps[2]}. */
    public String path() {
        return path;
    }

    /** The names of all keys. */
    public Set<String> names() {
        return values.keySet();
    }

    /** Whether the key is given. */
    public boolean has(String key) {
        return values.containsKey(key);
    }

    /** The value as read; null if it is not given. */
    public @Nullable Object value(String key) {
        return values.get(key);
    }

    /** Whether another mapping has the same content. */
    public boolean sameAs(Section other) {
        return values.equals(other.values);
    }

    /** Reports a problem of this mapping. */
    public void problem(String message, String remedy) {
        findings.add(Finding.problem(message, remedy).about(path));
    }

    /** Reports a problem of the value of a key. */
    public void problem(String key, String message, String remedy) {
        findings.add(Finding.problem(message, remedy).about(pathOf(key)));
    }

    /** The path of a key; that of this mapping if the key is not a plain name. */
    public String pathOf(String key) {
        return PLAIN.matcher(key).matches() ? path + "." + key : path;
    }

    /** Reports every key that is not among the allowed ones. */
    public void allow(Collection<Key> keys) {
        TreeSet<String> allowed = new TreeSet<>();
        keys.forEach(key -> allowed.add(key.name()));
        for (String name : names()) {
            if (!allowed.contains(name)) {
                problem(name, "There is no key '" + name + "' here.", "Use one of " + String.join(", ", allowed) + ".");
            }
        }
    }

    /** The text of a scalar; empty if the key is not given. */
    public Optional<String> text(String key) {
        Object value = values.get(key);
        if (value instanceof Map || value instanceof List || (value == null && has(key))) {
            problem(
                    key,
                    "'" + key + "' must be a text or number, found " + description(value) + ".",
                    "Write one value.");
            return Optional.empty();
        }
        return value == null ? Optional.empty() : Optional.of(String.valueOf(value));
    }

    /** The text of a scalar that has to be given; empty text after a problem. */
    public String requiredText(String key) {
        if (!has(key)) {
            problem("'" + key + "' is missing.", "Add it.");
            return "";
        }
        return text(key).orElse("");
    }

    /** The reason of an expected refusal, by the key {@code reason}. */
    public String reason(String defaultValue) {
        String reason = text("reason").orElse(defaultValue);
        if (!Names.isValid(reason)) {
            problem(
                    "reason",
                    "'" + reason + "' cannot be a reason.",
                    "Use letters, digits and hyphens, with a lowercase letter first.");
            return defaultValue;
        }
        return reason;
    }

    /** One of several words, the first one if the key is not given. */
    public String word(String key, List<String> words) {
        String value = text(key).orElse(words.getFirst());
        if (!words.contains(value)) {
            problem(key, "'" + value + "' is not possible here.", "Use one of " + String.join(", ", words) + ".");
            return words.getFirst();
        }
        return value;
    }

    /** A list of texts; a single text is a list of one. */
    public List<String> texts(String key) {
        if (!(values.get(key) instanceof List<?> list)) {
            return text(key).map(List::of).orElse(List.of());
        }
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            Object each = list.get(i);
            if (each == null || each instanceof Map || each instanceof List) {
                String elementPath = pathOf(key) + "[" + i + "]";
                findings.add(
                        Finding.problem("A text is required here, found " + description(each) + ".", "Write one value.")
                                .about(elementPath));
            } else {
                texts.add(String.valueOf(each));
            }
        }
        return texts;
    }

    /** {@code true} or {@code false}. */
    public boolean flag(String key, boolean defaultValue) {
        Object value = values.get(key);
        if (value != null && !(value instanceof Boolean)) {
            problem(
                    key,
                    "'" + key + "' must be true or false, found " + description(value) + ".",
                    "Write one of them.");
        }
        return value instanceof Boolean flag ? flag : defaultValue;
    }

    /** A number within bounds. */
    public double number(String key, double defaultValue, double min, double max) {
        Object value = values.get(key);
        if (value == null) {
            return defaultValue;
        }
        if (!(value instanceof Number number) || !(number.doubleValue() >= min && number.doubleValue() <= max)) {
            problem(
                    key,
                    "'" + key + "' must be a number from " + plain(min) + " to " + plain(max) + ", found "
                            + description(value) + ".",
                    "Correct it.");
            return defaultValue;
        }
        return number.doubleValue();
    }

    private static String plain(double bound) {
        return bound == Math.rint(bound) && Math.abs(bound) < 1e15 ? Long.toString((long) bound) : "" + bound;
    }

    /** A range of whole numbers within bounds; {@code defaultValue} after a problem. */
    public Span span(String key, Span defaultValue, long min, long max) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return defaultValue;
        }
        Span span = Span.parse(text.get());
        if (span == null || span.min() < min || span.max() > max) {
            problem(
                    key,
                    "'" + text.get() + "' is not " + Span.FORM
                            + (min > -MAX_SHOWN_BOUND && max < MAX_SHOWN_BOUND ? ", within " + new Span(min, max) : "")
                            + ".",
                    "Correct it.");
            return defaultValue;
        }
        return span;
    }

    /** A duration in nanoseconds; empty if it is not given or wrong. */
    public Optional<Long> nanos(String key) {
        return text(key).flatMap(text -> {
            try {
                return Optional.of(Durations.parse(text).toNanos());
            } catch (IllegalArgumentException e) {
                problem(key, "The " + e.getMessage() + ".", "Correct it.");
                return Optional.empty();
            }
        });
    }

    /** A nested mapping; an empty one if it is not given, or after a problem. */
    public Section section(String key) {
        Object value = values.get(key);
        return new Section(value == null && !has(key) ? Map.of() : value, pathOf(key), findings);
    }

    /** A list of nested mappings; empty if it is not given, or after a problem. */
    public List<Section> sections(String key) {
        Object value = values.get(key);
        List<Section> sections = new ArrayList<>();
        if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                sections.add(new Section(list.get(i), pathOf(key) + "[" + i + "]", findings));
            }
        } else if (has(key)) {
            problem(
                    key,
                    "'" + key + "' must be a list, found " + description(value) + ".",
                    "Begin each element with '-'.");
        }
        return sections;
    }

    private static String description(@Nullable Object value) {
        return switch (value) {
            case null -> "nothing";
            case Map<?, ?> _ -> "a mapping";
            case List<?> _ -> "a list";
            default -> "'" + value + "'";
        };
    }
}
