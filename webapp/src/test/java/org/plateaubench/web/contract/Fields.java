// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.contract;

import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The names of the fields of an answer, in order: what stays when an answer is made in another way. */
public final class Fields {
    private Fields() {}

    /** The fields of an object, with those of the objects in it; of a list, those of its first element. */
    public static String of(JsonNode node) {
        if (node.isArray()) {
            return node.isEmpty() || !node.get(0).isContainer() ? "" : "[" + of(node.get(0)) + "]";
        }
        return node.properties().stream()
                .map(field -> field.getKey()
                        + (field.getValue().isContainer() && !field.getValue().isEmpty()
                                ? inner(field.getValue())
                                : ""))
                .collect(Collectors.joining(" "));
    }

    private static String inner(JsonNode value) {
        String fields = of(value);
        return value.isArray() || fields.isEmpty() ? fields : "(" + fields + ")";
    }
}
