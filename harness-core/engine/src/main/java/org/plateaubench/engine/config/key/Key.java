// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.key;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A key of the run file, defined once: the reader, the schema, the form, the completion, the class of the run and the
 * tables of the user guide all go by this entry. Immutable.
 *
 * @param name name in the file
 * @param type what its value may be
 * @param help a sentence for editors, forms and the user guide
 * @param wanted what to write, for the problem of a file without the key; null for a key that may be left out
 * @param standard value when none is given; null when there is none, or the planner computes it
 * @param otherwise how the planner computes it, in words; empty when there is no default
 * @param relaxation whether it can lower the class of a run; null where the key above it says so
 * @param isAdvanced whether few users need it
 * @param <T> what its value is after it was read
 */
public record Key<T>(
        String name,
        ValueType<T> type,
        String help,
        @Nullable String wanted,
        @Nullable T standard,
        String otherwise,
        @Nullable Relaxation relaxation,
        boolean isAdvanced) {

    /** A key that may be left out. */
    public static <T> Key<T> of(String name, ValueType<T> type, String help) {
        return new Key<>(name, type, help, null, null, "", null, false);
    }

    /** The same key with another name. */
    public Key<T> named(String other) {
        return new Key<>(other, type, help, wanted, standard, otherwise, relaxation, isAdvanced);
    }

    /** A key of a value that says by itself what it is. */
    public static <T> Key<T> of(String name, ValueType<T> type) {
        return of(name, type, "");
    }

    /** A required key; the error for a file without it says what to write. */
    public Key<T> required(String example) {
        return new Key<>(name, type, help, example, standard, otherwise, relaxation, isAdvanced);
    }

    /** A key with this value when none is given. */
    public Key<T> standard(T value) {
        return new Key<>(name, type, help, wanted, value, otherwise, relaxation, isAdvanced);
    }

    /** A key whose default the planner computes. */
    public Key<T> otherwise(String words) {
        return new Key<>(name, type, help, wanted, standard, words, relaxation, isAdvanced);
    }

    /** A key that few users need. */
    public Key<T> advanced() {
        return new Key<>(name, type, help, wanted, standard, otherwise, relaxation, true);
    }

    /** A key whose value relaxes no rule of a standard run. */
    public Key<T> anyClass(String why) {
        return with(new Relaxation(null, "", why));
    }

    /** A key some of whose values lower the class of a run. */
    public Key<T> lowersTo(RunClass leadsTo, String when, String why) {
        return with(new Relaxation(leadsTo, when, why));
    }

    private Key<T> with(Relaxation other) {
        return new Key<>(name, type, help, wanted, standard, otherwise, other, isAdvanced);
    }

    /** Its path below that of the mapping that it stands in, such as {@code phases.steady}; an empty path is that of the file. */
    public String within(String path) {
        return path.isEmpty() ? name : path + "." + name;
    }

    /** The path of an entry of its value, a mapping by name at the top of the file, such as {@code workloads.shop}. */
    public String entry(String entry) {
        return name + "." + entry;
    }

    /** Whether a mapping without it is wrong. */
    public boolean isRequired() {
        return wanted != null;
    }

    /** The JSON Schema of its value, with help and default. */
    public Map<String, Object> schema() {
        String sentence =
                otherwise.isEmpty() ? help : help.substring(0, help.length() - 1) + "; by default " + otherwise + ".";
        Map<String, Object> schema = type.schema(sentence);
        return standard == null
                ? schema
                : SchemaForm.with(schema, "default", type.written().apply(standard));
    }
}
