// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.document;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.DocumentRules;
import org.plateaubench.wire.Json;
import org.plateaubench.wire.WrongDocument;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes stored documents with the mapping of {@link Json}. Stateless and thread-safe. */
public final class Documents {
    private static final TypeReference<Map<String, @Nullable Object>> TREE = new TypeReference<>() {};

    private static final JsonMapper MAPPER = Json.MAPPER;

    private static final ObjectWriter INDENTED = MAPPER.writerWithDefaultPrettyPrinter();

    /** Fixed separators and escapes, so that the same tree has the same bytes on every system. */
    private static final ObjectWriter CANONICAL = MAPPER.writer()
            .with(new DefaultPrettyPrinter(Separators.createDefaultInstance()
                            .withObjectNameValueSpacing(Separators.Spacing.AFTER)
                            .withObjectEmptySeparator("")
                            .withArrayEmptySeparator(""))
                    .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                    .withArrayIndenter(new DefaultIndenter("  ", "\n")));

    private Documents() {}

    /** A document as one line, without a line end. */
    public static String line(Object document) {
        return MAPPER.writeValueAsString(document);
    }

    public static String text(Object document) {
        return INDENTED.writeValueAsString(document) + "\n";
    }

    /** A tree whose maps are sorted as text that is always the same for the same values, with a line end. */
    public static String canonical(Map<String, ?> sorted) {
        return CANONICAL.writeValueAsString(sorted) + "\n";
    }

    /** A document as a tree of ordered maps, lists, strings, numbers, booleans and null. */
    public static Map<String, @Nullable Object> tree(Object document) {
        return MAPPER.convertValue(document, TREE);
    }

    public static JsonNode node(Object document) {
        return MAPPER.valueToTree(document);
    }

    public static <T> T read(String text, Class<T> type) {
        return read(text, MAPPER.readerFor(type));
    }

    /** Reads a document that must have no other fields than the record. */
    public static <T> T readKnown(String text, Class<T> type) {
        return read(text, MAPPER.readerFor(type).with(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES));
    }

    @SuppressWarnings("TypeParameterUnusedInFormals") // The caller determines the type.
    private static <T> T read(String text, ObjectReader reader) {
        try {
            T document = reader.readValue(text);
            if (document == null) {
                throw new IllegalArgumentException("the document must be an object");
            }
            return document;
        } catch (JacksonException e) {
            throw WrongDocument.of(e);
        }
    }

    public static <T> T ofTree(@Nullable Object tree, Class<T> type) {
        if (tree == null) {
            throw new IllegalArgumentException("an object was expected");
        }
        try {
            return MAPPER.convertValue(tree, type);
        } catch (JacksonException e) {
            throw WrongDocument.of(e);
        }
    }

    /** The record of a tree; empty if it does not fit. */
    public static <T> Optional<T> ifValid(Map<String, ?> tree, Class<T> type) {
        try {
            return Optional.of(MAPPER.convertValue(tree, type));
        } catch (JacksonException e) {
            return Optional.empty();
        }
    }

    /** Reads an object without a record, as a tree, in which a key with JSON null is missing. */
    public static Map<String, Object> parse(String text) {
        try {
            if (MAPPER.readValue(text, Object.class) instanceof Map<?, ?> map) {
                return withoutNulls(map);
            }
        } catch (JacksonException e) {
            throw WrongDocument.of(e);
        }
        throw new IllegalArgumentException("the document is JSON, but not an object");
    }

    /** Refuses a file of a schema that this version does not read. */
    public static void requireSchema(Object file, @Nullable Object found, String known) throws IOException {
        if (!known.equals(found)) {
            throw new IOException(
                    file + " has the schema '" + found + "', and this version of Plateau reads " + known + ".");
        }
    }

    private static Map<String, Object> withoutNulls(Map<?, ?> map) {
        Map<String, Object> result = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            if (value != null) {
                result.put(String.valueOf(key), value instanceof Map<?, ?> below ? withoutNulls(below) : value);
            }
        });
        return result;
    }

    /** A constant of an enum in the form of documents: in lower case, with hyphens. */
    public static String word(Enum<?> constant) {
        return DocumentRules.word(constant);
    }
}
