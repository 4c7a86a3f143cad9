// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A key of the run file, defined once: the reader, the schema, the class of the run and the tables of the user guide
 * all use this entry. Immutable.
 *
 * @param requirement the required content, for the problem of a file without the key; null for an optional key
 * @param defaultValue null if there is none or the planner computes it
 * @param computedDefault description of how the planner computes the default; empty if it does not
 * @param relaxation how it can lower the class of a run (M23); null if it cannot
 */
public record Key<T>(
        String name,
        ValueType<T> type,
        String help,
        @Nullable String requirement,
        @Nullable T defaultValue,
        String computedDefault,
        @Nullable Relaxation relaxation) {

    public static <T> Key<T> of(String name, ValueType<T> type, String help) {
        return new Key<>(name, type, help, null, null, "", null);
    }

    public Key<T> named(String newName) {
        return new Key<>(newName, type, help, requirement, defaultValue, computedDefault, relaxation);
    }

    /** An optional key that needs no help because its value explains itself. */
    public static <T> Key<T> of(String name, ValueType<T> type) {
        return of(name, type, "");
    }

    public Key<T> required(String example) {
        return new Key<>(name, type, help, example, defaultValue, computedDefault, relaxation);
    }

    public Key<T> defaultValue(T value) {
        return new Key<>(name, type, help, requirement, value, computedDefault, relaxation);
    }

    public Key<T> computedDefault(String words) {
        return new Key<>(name, type, help, requirement, defaultValue, words, relaxation);
    }

    public Key<T> lowersTo(RunClass leadsTo, String when, String why) {
        return new Key<>(
                name, type, help, requirement, defaultValue, computedDefault, new Relaxation(leadsTo, when, why));
    }

    /** Its path in the mapping at a given path, such as {@code phases.steady}; empty for the whole file. */
    public String within(String path) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** The path of an entry of its value, a mapping by name, such as {@code workloads.shop}. */
    public String entry(String entry) {
        return name + "." + entry;
    }

    public boolean isRequired() {
        return requirement != null;
    }

    public Map<String, Object> schema() {
        String sentence = computedDefault.isEmpty()
                ? help
                : help.substring(0, help.length() - 1) + "; by default " + computedDefault + ".";
        Map<String, Object> schema = type.schema(sentence);
        return defaultValue == null
                ? schema
                : SchemaForm.with(schema, "default", type.written().apply(defaultValue));
    }

    /** The class of a run with some values of a key, a description of these values, and the reason. */
    public record Relaxation(RunClass leadsTo, String when, String why) {}
}
