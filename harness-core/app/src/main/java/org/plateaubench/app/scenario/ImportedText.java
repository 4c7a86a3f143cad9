// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.UsageError;
import org.plateaubench.wire.Json;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;

/** Reads imported texts as trees. Pure functions. */
final class ImportedText {
    private static final int MAX_YAML_LENGTH = 16 << 20;

    private static final ObjectReader JSON =
            Json.MAPPER.readerFor(JsonNode.class).without(StreamReadFeature.STRICT_DUPLICATE_DETECTION);

    private ImportedText() {}

    static JsonNode json(String file, String text) throws UsageError {
        try {
            return JSON.readTree(text);
        } catch (JacksonException e) {
            String place = e.getLocation() == null
                    ? ""
                    : ":" + e.getLocation().getLineNr() + ":" + e.getLocation().getColumnNr();
            throw new UsageError(file + place + ": is not JSON: " + firstLine(e.getOriginalMessage()));
        }
    }

    static Optional<JsonNode> jsonIn(String text) {
        try {
            return Optional.of(json("", text));
        } catch (UsageError e) {
            return Optional.empty();
        }
    }

    static JsonNode yaml(String file, String text) throws UsageError {
        if (text.stripLeading().startsWith("{")) {
            return json(file, text);
        }
        try {
            return Json.MAPPER.valueToTree(new Load(LoadSettings.builder()
                            .setCodePointLimit(MAX_YAML_LENGTH)
                            .setAllowDuplicateKeys(true)
                            .build())
                    .loadFromString(text));
        } catch (MarkedYamlEngineException e) {
            String place = e.getProblemMark()
                    .map(mark -> ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
                    .orElse("");
            throw new UsageError(file + place + ": is not YAML: " + e.getProblem());
        } catch (YamlEngineException | JacksonException e) {
            throw new UsageError(file + ": is not YAML: " + firstLine(e.getMessage()));
        }
    }

    private static String firstLine(@Nullable String text) {
        return String.valueOf(text).lines().findFirst().orElse("");
    }

    static boolean isAbsent(JsonNode node) {
        return node.isMissingNode() || node.isNull();
    }

    /** A tree of maps, lists, texts, numbers and booleans; null for an absent node. */
    static @Nullable Object value(JsonNode node) {
        return isAbsent(node) ? null : Json.MAPPER.treeToValue(node, Object.class);
    }

    /** A text without references of the scenario. */
    static String literal(String text) {
        return text.replace("${", "$${");
    }
}
