// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.plateaubench.spi.WorkloadContext;

/**
 * Marks data in a SUT as Plateau's and describes it. It is stored with the data: written before the first part of it,
 * and removed after the last one. Immutable.
 *
 * @param state how complete the data is
 * @param values the properties from which the data was made, by name; no line ends
 */
public record DataMarker(State state, Map<String, String> values) {
    /** Name of the value that identifies the latest use: 16 hexadecimal digits. */
    public static final String USED_BY = "usedBy";

    private static final String STATE = "state";
    private static final String OWNER = "workload";
    private static final String SEED = "dataSeed";
    private static final String RUNS = "runs";

    public enum State {
        /** A load has begun and not ended. */
        LOADING,
        /** A removal has begun and not ended, so the remaining data is unknown. */
        CLEARING,
        LOADED
    }

    public DataMarker {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    public static DataMarker of(long dataSeed) {
        return new DataMarker(State.LOADED, Map.of(SEED, Long.toHexString(dataSeed)));
    }

    public static DataMarker of(WorkloadContext<?> context) {
        return of(context.dataSeed()).with(OWNER, context.tile() + "/" + context.name());
    }

    public DataMarker with(String name, Object value) {
        Map<String, String> extended = new LinkedHashMap<>(values);
        extended.put(name, value.toString());
        return new DataMarker(state, extended);
    }

    public DataMarker withState(State newState) {
        return new DataMarker(newState, values);
    }

    /** Returns a value; empty if there is none of this name. */
    public String value(String name) {
        return values.getOrDefault(name, "");
    }

    public boolean isLoaded() {
        return state == State.LOADED;
    }

    /** Returns tile and workload that own the data; empty if any workload may use it. */
    public String owner() {
        return value(OWNER);
    }

    public long runs() {
        return Long.parseLong(values.getOrDefault(RUNS, "0"));
    }

    DataMarker usedBy(String use, long runs) {
        return with(USED_BY, use).with(RUNS, runs);
    }

    String usedBy() {
        return value(USED_BY);
    }

    public long dataSeed() {
        return Long.parseUnsignedLong(value(SEED), 16);
    }

    boolean hasSeedOf(DataMarker wanted) {
        return value(SEED).equals(wanted.value(SEED));
    }

    /** Returns how the data differs from the wanted data, such as {@code size small instead of medium}; empty if equal. */
    String difference(DataMarker wanted) {
        List<String> differences = new ArrayList<>();
        wanted.values.forEach((name, value) -> {
            String found = values.getOrDefault(name, "nothing");
            if (!found.equals(value)) {
                differences.add(name.equals(SEED) ? "another data seed" : name + " " + found + " instead of " + value);
            }
        });
        return String.join(", ", differences);
    }

    public Map<String, String> fields() {
        Map<String, String> fields = new LinkedHashMap<>(values);
        fields.put(STATE, state.name());
        return fields;
    }

    /** Returns the marker with these {@link #fields}; empty if they are not those of a marker. */
    public static Optional<DataMarker> ofFields(Map<String, String> fields) {
        Map<String, String> values = new LinkedHashMap<>(fields);
        String name = values.remove(STATE);
        for (State state : State.values()) {
            if (state.name().equals(name)) {
                return Optional.of(new DataMarker(state, values));
            }
        }
        return Optional.empty();
    }

    public String text() {
        return fields().entrySet().stream()
                .map(field -> field.getKey() + ": " + field.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /** Returns the marker of a {@link #text}; empty if the text is not that of a marker. */
    public static Optional<DataMarker> ofText(String text) {
        Map<String, String> fields = new LinkedHashMap<>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(": ");
            if (colon > 0) {
                fields.put(line.substring(0, colon), line.substring(colon + 2));
            }
        });
        return ofFields(fields);
    }
}
