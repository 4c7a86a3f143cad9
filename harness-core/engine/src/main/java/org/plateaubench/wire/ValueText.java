// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * A type whose values are texts in a document.
 *
 * @param parse the value of a text; throws IllegalArgumentException for anything else
 * @param pattern regular expression of the texts, for schemas; null where there is none
 * @param empty the value that a field has when it is left out, null for none
 */
public record ValueText<T>(
        Class<T> type,
        Function<T, String> format,
        Function<String, T> parse,
        @Nullable String pattern,
        @Nullable T empty) {
    public Map<String, Object> schema() {
        Map<String, Object> schema = new LinkedHashMap<>();
        schema.put("type", "string");
        if (pattern != null) {
            schema.put("pattern", pattern);
        }
        return schema;
    }

    StdScalarSerializer<T> writer() {
        return new StdScalarSerializer<>(type) {
            @Override
            public void serialize(T value, JsonGenerator generator, SerializationContext context) {
                generator.writeString(format.apply(value));
            }

            @Override
            public boolean isEmpty(SerializationContext context, T value) {
                return value.equals(empty);
            }
        };
    }

    StdScalarDeserializer<T> reader() {
        return new StdScalarDeserializer<>(type) {
            @Override
            public T deserialize(JsonParser parser, DeserializationContext context) {
                return parse.apply(parser.getString());
            }

            @Override
            public @Nullable Object getEmptyValue(DeserializationContext context) {
                return empty;
            }
        };
    }
}
