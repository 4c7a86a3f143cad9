// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.json.JsonMapper;
import java.io.InputStream;
import java.lang.reflect.Type;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.cfg.CoercionAction;
import tools.jackson.databind.cfg.CoercionInputShape;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.type.LogicalType;

/**
 * The JSON of the console: answers and live streams are records, written in the order of their components, with null for
 * what is absent and for a number that JSON cannot represent; bodies are read as records. Any thread.
 */
public final class Json implements JsonMapper {
    /** Deepest nesting: more than any input of the API, far less than what overflows a stack. */
    private static final int MAXIMUM_DEPTH = 64;

    private static final int MAXIMUM_NAME_LENGTH = 1_000;

    /** The mapper for input of the API, which refuses unknown and repeated properties. */
    private static final ObjectMapper MAPPER = tools.jackson.databind.json.JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(MAXIMUM_DEPTH)
                            .maxNameLength(MAXIMUM_NAME_LENGTH)
                            .build())
                    .build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .disable(tools.jackson.databind.MapperFeature.ALLOW_COERCION_OF_SCALARS)
            // A number is no text, even if it looks like one.
            .withCoercionConfig(
                    LogicalType.Textual,
                    text -> text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                            .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail))
            .addModule(new SimpleModule()
                    .addSerializer(double.class, new FiniteNumber())
                    .addSerializer(Double.class, new FiniteNumber()))
            .build();

    /** Writes NaN and the infinities as null. */
    private static final class FiniteNumber extends ValueSerializer<Double> {
        @Override
        public void serialize(Double number, JsonGenerator json, SerializationContext context) {
            if (Double.isFinite(number)) {
                json.writeNumber(number);
            } else {
                json.writeNull();
            }
        }
    }

    /** Returns the mapper, for text that is no answer. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    /** Returns a record as a text for people and files, in lines. */
    public static String text(Object value) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    }

    /**
     * Reads a record that a console has stored; a later version may have stored more, which is passed over.
     *
     * @throws JacksonException when the text is no such record
     */
    public static <T> T stored(String text, Class<T> type) {
        return MAPPER.readerFor(type)
                .without(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .readValue(text);
    }

    @Override
    public String toJsonString(Object value, Type type) {
        return MAPPER.writeValueAsString(value);
    }

    /**
     * Reads a value.
     *
     * @throws JacksonException when the text is no value of the type
     */
    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // The interface allows null.
    public <T> T fromJsonString(String json, Type type) {
        return MAPPER.readValue(json, MAPPER.constructType(type));
    }

    @Override
    @SuppressWarnings("TypeParameterUnusedInFormals") // The interface allows null.
    public <T> T fromJsonStream(InputStream json, Type type) {
        return MAPPER.readValue(json, MAPPER.constructType(type));
    }
}
