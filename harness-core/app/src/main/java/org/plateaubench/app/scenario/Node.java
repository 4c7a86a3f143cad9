// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.scenario;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.wire.Json;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.ObjectReader;

/** A value of an imported document (map, list, text, number, boolean or null); a missing value is empty. */
record Node(@Nullable Object value) {
    private static final int MAX_YAML_LENGTH = 16 << 20;

    private static final ObjectReader JSON =
            Json.MAPPER.readerFor(Object.class).without(StreamReadFeature.STRICT_DUPLICATE_DETECTION);

    static Node json(String file, String text) throws Unreadable {
        try {
            return new Node(JSON.readValue(text));
        } catch (JacksonException e) {
            String place = e.getLocation() == null
                    ? ""
                    : ":" + e.getLocation().getLineNr() + ":" + e.getLocation().getColumnNr();
            throw new Unreadable(file + place + ": is not JSON: "
                    + String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse(""));
        }
    }

    static Node yaml(String file, String text) throws Unreadable {
        if (text.stripLeading().startsWith("{")) {
            return json(file, text);
        }
        try {
            return new Node(new Load(LoadSettings.builder()
                            .setCodePointLimit(MAX_YAML_LENGTH)
                            .setAllowDuplicateKeys(true)
                            .build())
                    .loadFromString(text));
        } catch (MarkedYamlEngineException e) {
            String place = e.getProblemMark()
                    .map(mark -> ":" + (mark.getLine() + 1) + ":" + (mark.getColumn() + 1))
                    .orElse("");
            throw new Unreadable(file + place + ": is not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new Unreadable(file + ": is not YAML: "
                    + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    static Optional<Node> jsonIn(String text) {
        try {
            return Optional.of(json("", text));
        } catch (Unreadable e) {
            return Optional.empty();
        }
    }

    Node at(String... path) {
        Object at = value;
        for (String name : path) {
            at = at instanceof Map<?, ?> map ? map.get(name) : null;
        }
        return new Node(at);
    }

    boolean isMissing() {
        return value == null;
    }

    boolean isMap() {
        return value instanceof Map;
    }

    Map<String, Node> fields() {
        Map<String, Node> fields = new LinkedHashMap<>();
        if (value instanceof Map<?, ?> map) {
            map.forEach((name, each) -> fields.put(String.valueOf(name), new Node(each)));
        }
        return fields;
    }

    List<Node> elements() {
        List<Node> elements = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.forEach(each -> elements.add(new Node(each)));
        }
        return elements;
    }

    /** A text, number or boolean as text; empty for anything else. */
    String text() {
        return value instanceof String || value instanceof Number || value instanceof Boolean ? value.toString() : "";
    }

    String text(String name) {
        return at(name).text();
    }

    boolean isNumber() {
        return value instanceof Number;
    }

    double number() {
        return value instanceof Number number ? number.doubleValue() : 0;
    }
}
