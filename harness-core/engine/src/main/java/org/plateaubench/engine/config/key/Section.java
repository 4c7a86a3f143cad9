// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Field;
import org.plateaubench.engine.config.text.ConfigNode.Mapping;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.loader.NearestName;

/** A mapping that is being read. It records which keys were read, so that it can report the others. Not thread-safe. */
public final class Section {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([^}]*)(}?)");
    private static final Pattern SUPPORTED = Pattern.compile("tile|env:[A-Za-z_][A-Za-z0-9_]*|file:.+");

    private final String path;
    private final Mapping mapping;
    private final Reading reading;
    private final Set<String> knownKeys = new LinkedHashSet<>();

    private Section(String path, Mapping mapping, Reading reading) {
        this.path = path;
        this.mapping = mapping;
        this.reading = reading;
    }

    /** The section of a node; an empty section, with a problem, if the node is not a mapping. */
    public static Section of(String path, ConfigNode node, Reading reading) {
        if (node instanceof Mapping mapping) {
            return new Section(path, mapping, reading);
        }
        reading.mustBe("a mapping", node, path);
        return empty(path, node.location(), reading);
    }

    /** A section without keys whose problem was already reported. */
    private static Section empty(String path, Location location, Reading reading) {
        return new Section(path, new Mapping(location, Map.of(), 1), new Reading(new Problems(), reading.files()));
    }

    public String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    public Reading reading() {
        return reading;
    }

    /** The valid value of a key; null if it is missing, and also a problem if it is required. */
    public <T> @Nullable T take(Key<T> key) {
        ConfigNode value = node(key);
        return value == null ? null : key.type().read(value, path(key.name()), reading);
    }

    public MappingValues take(Keys keys) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (Key<?> key : keys.all()) {
            Object value = take(key);
            if (value != null) {
                values.put(key.name(), value);
            }
        }
        return new MappingValues(values);
    }

    /** The section below a key; an empty section if it is missing, and also a problem if it is required. */
    public Section section(Key<?> key) {
        ConfigNode value = node(key);
        String below = path(key.name());
        return value == null ? empty(below, mapping.location(), reading) : of(below, value, reading);
    }

    /** The value of a known key; null if it is missing, and also a problem if it is required. */
    private @Nullable ConfigNode node(Key<?> key) {
        knownKeys.add(key.name());
        Field field = mapping.fields().get(key.name());
        if (key.requirement() != null) {
            needs(key, key.requirement());
        }
        return field == null ? null : field.value();
    }

    public Location location() {
        return mapping.location();
    }

    public void needs(Key<?> key, String requirement) {
        if (!has(key)) {
            problem("needs the key '" + key.name() + "', " + requirement);
        }
    }

    public void problem(String message) {
        reading.problem(mapping, path, message);
    }

    public void keyProblem(String key, String message) {
        Field field = mapping.fields().get(key);
        reading.problems().add(field == null ? mapping.location() : field.keyLocation(), path(key), message);
    }

    public void keyProblem(Key<?> key, String message) {
        keyProblem(key.name(), message);
    }

    public boolean has(Key<?> key) {
        return mapping.fields().containsKey(key.name());
    }

    public String shown(Key<?> key) {
        Field field = mapping.fields().get(key.name());
        return field == null ? "nothing" : field.value().shown();
    }

    /** All values of a section whose keys are names; reports each key that is not a valid name. */
    public Map<String, ConfigNode> named(String kind) {
        Map<String, ConfigNode> result = new LinkedHashMap<>();
        mapping.fields().forEach((name, field) -> {
            knownKeys.add(name);
            String problem = ScalarTypes.problemOfName(name);
            if (problem.isEmpty()) {
                result.put(name, field.value());
            } else {
                keyProblem(name, kind + " name " + problem);
            }
        });
        return result;
    }

    /** All values by key; keys are not checked. */
    public Map<String, ConfigNode> all() {
        Map<String, ConfigNode> result = new LinkedHashMap<>();
        mapping.fields().forEach((name, field) -> result.put(name, field.value()));
        knownKeys.addAll(result.keySet());
        return result;
    }

    /** The plain values of the keys that were not read; these then count as known. */
    public Map<String, @Nullable Object> rest() {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        mapping.fields().forEach((name, field) -> {
            if (knownKeys.add(name)) {
                result.put(name, field.value().plain());
            }
        });
        return result;
    }

    /**
     * Reports every reference other than {@code tile}, {@code env:NAME} and {@code file:path}. Nested values are not
     * checked: only plugins have them, and a plugin may have other references.
     */
    public void checkReferences() {
        mapping.fields().forEach((name, field) -> {
            Map<String, ConfigNode> parts = new LinkedHashMap<>();
            switch (field.value()) {
                case ConfigNode.Scalar scalar -> parts.put("", scalar);
                case ConfigNode.Sequence list ->
                    list.elements().forEach(element -> parts.put("[" + parts.size() + "]", element));
                case Mapping map -> map.fields().forEach((key, entry) -> parts.put("." + key, entry.value()));
            }
            if (parts.values().stream().allMatch(ConfigNode.Scalar.class::isInstance)) {
                parts.forEach((below, text) -> check(path + "." + name + below, (ConfigNode.Scalar) text));
            }
        });
    }

    private void check(String place, ConfigNode.Scalar scalar) {
        Matcher matcher = REFERENCE.matcher(scalar.text());
        while (matcher.find()) {
            if (matcher.group(2).isEmpty()
                    || !SUPPORTED.matcher(matcher.group(1)).matches()) {
                reading.problem(
                        scalar,
                        place,
                        "unknown reference " + matcher.group() + ", known are ${tile}, ${env:NAME}, ${file:path}");
            }
        }
    }

    /** Allows keys without reading them, so that they are not reported as unknown. */
    public void allow(List<? extends Key<?>> keys) {
        keys.forEach(key -> knownKeys.add(key.name()));
    }

    /** Reports the keys that were neither read nor allowed. */
    public void end() {
        for (String name : mapping.fields().keySet()) {
            if (!knownKeys.contains(name)) {
                keyProblem(name, "unknown key" + NearestName.hint(name, knownKeys));
            }
        }
    }
}
