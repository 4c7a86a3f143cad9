// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * Writes JSON in a canonical form, which is always the same for the same values: names sorted by their characters, two
 * spaces per level, Java's shortest form of a decimal, and a line end at the end. A plan's id is computed from it, so
 * the form must never change.
 */
final class CanonicalText {
    private final StringBuilder text = new StringBuilder();

    private CanonicalText() {}

    static String of(Map<String, Object> tree) {
        CanonicalText writer = new CanonicalText();
        writer.value(tree, "");
        return writer.text.append('\n').toString();
    }

    private void value(Object value, String indent) {
        switch (value) {
            case String string -> string(string);
            case Long whole -> text.append(whole.longValue());
            case Double decimal -> decimal(decimal);
            case Boolean flag -> text.append(flag.booleanValue());
            case List<?> list -> list(list, indent);
            case Map<?, ?> map -> map(map, indent);
            default -> throw new IllegalArgumentException("not a canonical value: " + value.getClass());
        }
    }

    private void decimal(double decimal) {
        if (Double.isNaN(decimal) || Double.isInfinite(decimal)) {
            throw new IllegalArgumentException("JSON cannot hold " + decimal);
        }
        text.append(decimal);
    }

    private void list(List<?> list, String indent) {
        String inner = indent + "  ";
        text.append('[');
        for (Iterator<?> elements = list.iterator(); elements.hasNext(); ) {
            text.append('\n').append(inner);
            value(elements.next(), inner);
            text.append(elements.hasNext() ? "," : "\n" + indent);
        }
        text.append(']');
    }

    private void map(Map<?, ?> map, String indent) {
        String inner = indent + "  ";
        text.append('{');
        for (Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator(); entries.hasNext(); ) {
            Map.Entry<?, ?> entry = entries.next();
            text.append('\n').append(inner);
            string(String.valueOf(entry.getKey()));
            text.append(": ");
            value(entry.getValue(), inner);
            text.append(entries.hasNext() ? "," : "\n" + indent);
        }
        text.append('}');
    }

    private void string(String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char c = string.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                default -> {
                    // Lone surrogates too, since their UTF-8 bytes would not distinguish two texts.
                    if (c < ' ' || Character.isSurrogate(c)) {
                        text.append(String.format("\\u%04x", (int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        text.append('"');
    }
}
