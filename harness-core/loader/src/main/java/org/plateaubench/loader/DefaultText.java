// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses the text of a default; lists and mappings of scalars have the form {@code [a, b]} and {@code {a: 1, b: 2}}.
 */
final class DefaultText {
    private DefaultText() {}

    /**
     * Returns the default in the form of a run file: text, a list of texts or a mapping of texts.
     *
     * @throws IllegalArgumentException when the text of a list or mapping does not have this form
     */
    static Object raw(ValueType type, String text) {
        return switch (type) {
            case ValueType.Scalar scalar -> text;
            case ValueType.Choice choice -> text;
            case ValueType.ListOf list -> parts(text, '[', ']');
            case ValueType.MapOf map -> mapping(text);
        };
    }

    private static List<String> parts(String text, char open, char close) {
        if (text.length() < 2 || text.charAt(0) != open || text.charAt(text.length() - 1) != close) {
            throw new IllegalArgumentException("default '" + text + "' must be enclosed in " + open + " and " + close);
        }
        List<String> parts = new ArrayList<>();
        String inner = text.substring(1, text.length() - 1).strip();
        if (!inner.isEmpty()) {
            for (String part : inner.split(",", -1)) {
                parts.add(part.strip());
            }
        }
        return parts;
    }

    private static Map<String, String> mapping(String text) {
        Map<String, String> result = new LinkedHashMap<>();
        for (String part : parts(text, '{', '}')) {
            int colon = part.indexOf(':');
            if (colon < 1) {
                throw new IllegalArgumentException("default '" + text + "' must hold entries such as name: value");
            }
            result.put(
                    part.substring(0, colon).strip(), part.substring(colon + 1).strip());
        }
        return result;
    }
}
