// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import io.javalin.json.JsonMapper;
import java.lang.reflect.Type;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;

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
            .annotationIntrospector(new WordsOfEnums())
            .build();

    /** Takes the words for the constants of an enum from {@link Documents}, by which answers name them. */
    private static final class WordsOfEnums extends JacksonAnnotationIntrospector {
        private static final long serialVersionUID = 1;

        @Override
        public String[] findEnumValues(
                MapperConfig<?> config, AnnotatedClass type, Enum<?>[] constants, @Nullable String[] names) {
            Arrays.setAll(names, constant -> Documents.word(constants[constant]));
            return names;
        }
    }

    /** Returns the mapper for what callers send. */
    public static ObjectMapper mapper() {
        return MAPPER;
    }

    @Override
    public String toJsonString(Object value, Type type) {
        return Documents.line(value);
    }
}
