// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON of the messages between the harness and the application: records of strings, numbers and booleans. Stateless,
 * any thread.
 */
public final class HarnessJson {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(MapperFeature.INFER_RECORD_GETTERS_FROM_COMPONENTS_ONLY)
            .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private static final TypeReference<LinkedHashMap<String, String>> TEXTS = new TypeReference<>() {};

    private HarnessJson() {}

    public static String write(Object message) {
        return JSON.writeValueAsString(message);
    }

    /** Reads every value as text; throws IllegalArgumentException for anything but an object of plain values. */
    public static Map<String, String> read(String text) {
        try {
            Map<String, String> values = JSON.readValue(text, TEXTS);
            if (values == null || values.containsValue(null)) {
                throw new IllegalArgumentException("a value is null");
            }
            return values;
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }

    /** Returns the values of a record as text, in the order of its components. */
    public static Map<String, String> texts(Record message) {
        return JSON.convertValue(message, TEXTS);
    }

    /**
     * Returns a record with the given values; unknown ones are left out.
     *
     * @param defaults the record with the values that are missing
     * @throws IllegalArgumentException when a value is not of the type of its component
     */
    public static <T extends Record> T record(Map<String, String> values, T defaults) {
        Map<String, String> all = texts(defaults);
        all.putAll(values);
        @SuppressWarnings("unchecked") // Records are final, so the class of a T is T.
        Class<T> type = (Class<T>) defaults.getClass();
        try {
            return JSON.convertValue(all, type);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getOriginalMessage(), e);
        }
    }
}
