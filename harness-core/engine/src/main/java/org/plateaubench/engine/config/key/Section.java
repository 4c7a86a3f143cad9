// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.ConfigNode.Field;
import org.plateaubench.engine.config.text.ConfigNode.Mapping;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.loader.NearestName;

/** A mapping that is being read: records which keys were read, so that it can report the rest. */
public final class Section {
    private final String path;
    private final Mapping mapping;
    private final Reading reading;
    private final Set<String> known = new LinkedHashSet<>();

    private Section(String path, Mapping mapping, Reading reading) {
        this.path = path;
        this.mapping = mapping;
        this.reading = reading;
    }

    /** The section of a node; an empty one, with a problem, when the node is not a mapping. */
    public static Section of(String path, ConfigNode node, Reading reading) {
        if (node instanceof Mapping mapping) {
            return new Section(path, mapping, reading);
        }
        reading.mustBe("a mapping", node, path);
        return empty(path, node.location(), reading);
    }

    /** A section without keys, whose problems were already reported. */
    private static Section empty(String path, Location location, Reading reading) {
        return new Section(path, new Mapping(location, Map.of(), 1), new Reading(new Problems(), reading.files()));
    }

    public String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    public Reading reading() {
        return reading;
    }

    /** The valid value of a key, null when it is missing; a problem when it must not be. */
    public <T> @Nullable T take(Key<T> key) {
        ConfigNode value = node(key);
        return value == null ? null : key.type().read(value, path(key.name()), reading);
    }

    /** The valid values of keys. */
    public MappingValues take(Keys keys) {
        MappingValues given = MappingValues.NONE;
        for (Key<?> key : keys.all()) {
            given = taken(given, key);
        }
        return given;
    }

    private <T> MappingValues taken(MappingValues given, Key<T> key) {
        return given.with(key, take(key));
    }

    /** The section below a key; an empty one when it is missing, with a problem when it must not be. */
    public Section section(Key<?> key) {
        ConfigNode value = node(key);
        String below = path(key.name());
        return value == null ? empty(below, mapping.location(), reading) : of(below, value, reading);
    }

    /** The value of a known key, null when it is missing; a problem when it must not be. */
    private @Nullable ConfigNode node(Key<?> key) {
        known.add(key.name());
        Field field = mapping.fields().get(key.name());
        if (key.wanted() != null) {
            needs(key, key.wanted());
        }
        return field == null ? null : field.value();
    }

    /** Where the section begins. */
    public Location location() {
        return mapping.location();
    }

    /** A problem when a key is missing. */
    public void needs(Key<?> key, String wanted) {
        if (!has(key)) {
            problem("needs " + key.name() + ": " + wanted);
        }
    }

    /** A problem with the whole section. */
    public void problem(String message) {
        reading.problem(mapping, path, message);
    }

    /** A problem with an existing key. */
    public void keyProblem(String key, String message) {
        Field field = mapping.fields().get(key);
        reading.problems().add(field == null ? mapping.location() : field.keyLocation(), path(key), message);
    }

    /** A problem with an existing key. */
    public void keyProblem(Key<?> key, String message) {
        keyProblem(key.name(), message);
    }

    public boolean has(Key<?> key) {
        return mapping.fields().containsKey(key.name());
    }

    /** A value as it was written, for messages. */
    public String shown(Key<?> key) {
        Field field = mapping.fields().get(key.name());
        return field == null ? "nothing" : field.value().shown();
    }

    /** All values, for a section whose keys are names; a key that is not a valid name is a problem. */
    public Map<String, ConfigNode> named(String kind) {
        Map<String, ConfigNode> result = new LinkedHashMap<>();
        mapping.fields().forEach((name, field) -> {
            known.add(name);
            String flaw = ScalarTypes.flawOfName(name);
            if (flaw.isEmpty()) {
                result.put(name, field.value());
            } else {
                keyProblem(name, kind + " name " + flaw);
            }
        });
        return result;
    }

    /** All values, whatever their keys. */
    public Map<String, ConfigNode> all() {
        Map<String, ConfigNode> result = new LinkedHashMap<>();
        mapping.fields().forEach((name, field) -> result.put(name, field.value()));
        known.addAll(result.keySet());
        return result;
    }

    /** The plain values of the keys that were not read, which are then known too. */
    public Map<String, @Nullable Object> rest() {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        mapping.fields().forEach((name, field) -> {
            if (known.add(name)) {
                result.put(name, field.value().plain());
            }
        });
        return result;
    }

    /** Checks the references in all values. */
    public void checkReferences() {
        References.check(path, mapping, reading.problems());
    }

    /** Makes keys known without reading them. */
    public void know(List<? extends Key<?>> keys) {
        keys.forEach(key -> known.add(key.name()));
    }

    /** Reports every key that was not read. */
    public void end() {
        for (String name : mapping.fields().keySet()) {
            if (!known.contains(name)) {
                keyProblem(name, "unknown key" + NearestName.hint(name, known));
            }
        }
    }
}
