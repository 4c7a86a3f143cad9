// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.data;

import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * JSON of one object whose values are texts, numbers and truth values, for messages between the harness and the
 * application. Stateless, any thread.
 */
public final class FlatJson {
    private static final JsonFactory JSON = new JsonFactory();

    private FlatJson() {}

    /** Writes numbers and truth values as they are, and every other value as text, on one line. */
    public static String write(Map<String, ?> values) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            for (Map.Entry<String, ?> entry : values.entrySet()) {
                json.writeName(entry.getKey());
                switch (entry.getValue()) {
                    case Number number -> json.writeNumber(number.toString());
                    case Boolean truth -> json.writeBoolean(truth);
                    case Object other -> json.writeString(other.toString());
                }
            }
            json.writeEndObject();
        }
        return text.toString();
    }

    /**
     * Returns every value as text.
     *
     * @throws IllegalArgumentException when the text is not such an object
     */
    public static Map<String, String> read(String text) {
        Map<String, String> values = new LinkedHashMap<>();
        try (JsonParser json = JSON.createParser(ObjectReadContext.empty(), text)) {
            expect(json.nextToken() == JsonToken.START_OBJECT, "not an object");
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = json.currentName();
                JsonToken value = json.nextToken();
                expect(value.isScalarValue() && value != JsonToken.VALUE_NULL, name + " has no plain value");
                values.put(name, json.getString());
            }
            expect(json.nextToken() == null, "something follows the object");
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        return values;
    }

    private static void expect(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
