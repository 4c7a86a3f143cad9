// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.json.JsonMapper;
import java.io.InputStream;
import java.lang.reflect.Type;
import org.plateaubench.engine.document.Documents;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;

/**
 * The JSON of the console: answers and live streams are {@linkplain Documents documents}; bodies are read as records. Any
 * thread.
 */
public final class Json implements JsonMapper {
    /** Deepest nesting: more than any input of the API, far less than what overflows a stack. */
    private static final int MAXIMUM_DEPTH = 64;

    private static final int MAXIMUM_NAME_LENGTH = 1_000;

    /** Reads input of the API; refuses unknown properties. */
    private static final ObjectMapper MAPPER = Documents.exact(StreamReadConstraints.builder()
                    .maxNestingDepth(MAXIMUM_DEPTH)
                    .maxNameLength(MAXIMUM_NAME_LENGTH)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    /** Returns the mapper for what callers send. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    @Override
    public String toJsonString(Object value, Type type) {
        return Documents.line(value);
    }

    /**
     * Reads a value.
     *
     * @throws JacksonException when the text is not a value of the type
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
