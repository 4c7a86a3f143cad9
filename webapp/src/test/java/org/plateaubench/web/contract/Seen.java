// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.contract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Names of things in earlier answers, so that some of what is asked for is there. Not for several threads. */
final class Seen {
    private static final Set<String> NAMING = Set.of("id", "name", "path");
    private static final int MOST = 40;

    private final Map<String, List<String>> values = new HashMap<>();

    /** Takes what an answer names. */
    void add(byte[] json) {
        add("", JsonMapper.shared().readTree(json));
    }

    private void add(String of, JsonNode node) {
        if (node.isArray()) {
            node.forEach(element -> add(of, element));
        }
        for (Map.Entry<String, JsonNode> property : node.properties()) {
            JsonNode value = property.getValue();
            if (value.isString() && NAMING.contains(property.getKey())) {
                add(property.getKey(), value.asString());
                // The id of an element of "runs" is what a parameter "run" wants.
                add(of.endsWith("s") ? of.substring(0, of.length() - 1) : of, value.asString());
            }
            add(property.getKey(), value);
        }
    }

    private void add(String name, String value) {
        List<String> known = values.computeIfAbsent(name, key -> new ArrayList<>());
        if (known.size() < MOST && !known.contains(value)) {
            known.add(value);
        }
    }

    /** The values that things of this name had. */
    List<String> valuesOf(String name) {
        return values.getOrDefault(name, List.of());
    }
}
