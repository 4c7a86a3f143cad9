// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
import org.plateaubench.engine.config.ConfigNode.Field;
import org.plateaubench.engine.config.ConfigNode.Mapping;
import org.plateaubench.loader.NearestName;

/** A mapping that is being read: records which keys were read, so that it can report the rest. */
final class Section {
    private final String path;
    private final Mapping mapping;
    private final Problems problems;
    private final List<String> known = new ArrayList<>();

    private Section(String path, Mapping mapping, Problems problems) {
        this.path = path;
        this.mapping = mapping;
        this.problems = problems;
    }

    /** The section of a node; an empty one, with a problem, when the node is no mapping. */
    static Section of(String path, ConfigNode node, Problems problems) {
        if (node instanceof Mapping mapping) {
            return new Section(path, mapping, problems);
        }
        problems.add(node.location(), path, "must be a mapping, found " + node.shown());
        return empty(path, node.location());
    }

    /** A section without keys, whose problems were already reported. */
    static Section empty(String path, Location location) {
        return new Section(path, new Mapping(location, Map.of(), 1), new Problems());
    }

    String path() {
        return path;
    }

    String path(String key) {
        return path.isEmpty() ? key : path + "." + key;
    }

    Problems problems() {
        return problems;
    }

    /** The value of a known key, null when it is missing. */
    @Nullable
    ConfigNode take(String key) {
        known.add(key);
        Field field = mapping.fields().get(key);
        return field == null ? null : field.value();
    }

    /** The value of a known key; a problem when it is missing. */
    @Nullable
    ConfigNode need(String key, String wanted) {
        ConfigNode value = take(key);
        if (value == null) {
            problem("needs " + key + ": " + wanted);
        }
        return value;
    }

    /** The section below a known key; an empty one when it is missing. */
    Section takeSection(String key) {
        ConfigNode value = take(key);
        return value == null ? empty(path(key), mapping.location()) : of(path(key), value, problems);
    }

    /** Like {@link #takeSection}, with a problem when it is missing. */
    Section needSection(String key, String wanted) {
        ConfigNode value = need(key, wanted);
        return value == null ? empty(path(key), mapping.location()) : of(path(key), value, problems);
    }

    /** A problem with the whole section. */
    void problem(String message) {
        problems.add(mapping.location(), path, message);
    }

    /** A problem with an existing key. */
    void keyProblem(String key, String message) {
        Field field = mapping.fields().get(key);
        problems.add(field == null ? mapping.location() : field.keyLocation(), path(key), message);
    }

    boolean has(String key) {
        return mapping.fields().containsKey(key);
    }

    /** All values, for a section whose keys are names; a key that is no valid name is a problem. */
    Map<String, ConfigNode> named(String kind) {
        Map<String, ConfigNode> result = new LinkedHashMap<>();
        mapping.fields().forEach((name, field) -> {
            known.add(name);
            if (Names.isValid(name) && name.length() > Names.MOST_CHARACTERS) {
                keyProblem(name, kind + " name " + ScalarReader.tooLong(name));
            } else if (Names.isValid(name)) {
                result.put(name, field.value());
            } else {
                keyProblem(
                        name, kind + " name must start with a small letter and hold only letters, digits and hyphens");
            }
        });
        return result;
    }

    /** All values, whatever their keys. */
    Map<String, ConfigNode> all() {
        Map<String, ConfigNode> result = new LinkedHashMap<>();
        mapping.fields().forEach((name, field) -> result.put(name, field.value()));
        known.addAll(result.keySet());
        return result;
    }

    /** The plain values of the keys that were not read. */
    Map<String, @Nullable Object> rest() {
        Map<String, @Nullable Object> result = new LinkedHashMap<>();
        mapping.fields().forEach((name, field) -> {
            if (!known.contains(name)) {
                result.put(name, field.value().plain());
            }
        });
        return result;
    }

    /** Reports every key that was not read. */
    void end() {
        for (String name : mapping.fields().keySet()) {
            if (!known.contains(name)) {
                keyProblem(name, "unknown key" + NearestName.hint(name, known));
            }
        }
    }
}
