// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.OperationColumns;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Expected texts among the resources of a test. */
public final class GoldenFile {
    private static final JsonMapper JSON = new JsonMapper();

    private GoldenFile() {}

    public static String text(Class<?> test, String name) {
        try (InputStream file = Objects.requireNonNull(test.getResourceAsStream(name), name)) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A document with the figures of operations that a golden document has, and no others: figures are added within a
     * version, and a golden file need not have each of them.
     */
    public static String withFiguresOf(String golden, String document) {
        try {
            Set<String> known = new HashSet<>();
            OperationColumns.ALL.stream()
                    .map(Figure::name)
                    .filter(name -> golden.contains("\"" + name + "\""))
                    .forEach(known::add);
            JsonNode tree = JSON.readTree(document);
            retain(tree, known);
            return Documents.text(tree);
        } catch (JacksonException e) {
            throw new IllegalArgumentException(e);
        }
    }

    private static void retain(JsonNode node, Set<String> known) {
        List<String> unknown = OperationColumns.ALL.stream()
                .map(Figure::name)
                .filter(name -> !known.contains(name))
                .toList();
        for (JsonNode each : node) {
            retain(each, known);
        }
        if (node instanceof ObjectNode object && object.get("figures") instanceof ObjectNode figures) {
            figures.remove(unknown);
        }
        if (node instanceof ArrayNode list) {
            for (int i = list.size() - 1; i >= 0; i--) {
                if (unknown.contains(list.get(i).path("name").asString(""))) {
                    list.remove(i);
                }
            }
        }
    }
}
