// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.edit;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.YamlTree;

/** Writes values as YAML that {@link YamlTree} reads back unchanged. Pure functions. */
public final class YamlText {
    private static final Pattern PLAIN_WORD = Pattern.compile("[\\p{L}0-9_./+-][\\p{L}0-9_./+:-]*");
    private static final Pattern PLAIN_SENTENCE = Pattern.compile("[\\p{L}0-9][\\p{L}0-9_./+%,;()' -]*");
    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?");
    private static final int SHORT = 60;

    private YamlText() {}

    /** The place of a text, which restricts its form. */
    enum Place {
        /** Written on a separate line. */
        LINE,
        /** Written in braces or brackets. */
        INLINE
    }

    /**
     * Returns a value (text, number, or list or mapping of these) as it is written after its key in a run file, on one
     * line.
     */
    public static String value(@Nullable Object value) {
        return inline(value, Place.LINE);
    }

    static String inline(@Nullable Object value, Place place) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map -> {
                StringJoiner entries = new StringJoiner(", ", "{ ", " }");
                map.forEach(
                        (key, element) -> entries.add(key(String.valueOf(key)) + ": " + inline(element, Place.INLINE)));
                yield map.isEmpty() ? "{}" : entries.toString();
            }
            case List<?> list -> {
                StringJoiner elements = new StringJoiner(", ", "[", "]");
                list.forEach(element -> elements.add(inline(element, Place.INLINE)));
                yield elements.toString();
            }
            case Number number -> number(number);
            case Boolean flag -> flag.toString();
            default -> scalar(value.toString(), place);
        };
    }

    /** A key and its value; the lines of a large value are indented. */
    static String entry(String key, @Nullable Object value, int indent, String lineEnd) {
        if (!(value instanceof Map<?, ?> map) || map.isEmpty() || (indent > 0 && isSmall(map))) {
            return key(key) + ": " + inline(value, Place.LINE);
        }
        StringBuilder text = new StringBuilder(key(key)).append(':');
        map.forEach((name, element) -> text.append(lineEnd)
                .append(" ".repeat(indent + 2))
                .append(entry(String.valueOf(name), element, indent + 2, lineEnd)));
        return text.toString();
    }

    private static boolean isSmall(Map<?, ?> map) {
        return inline(map, Place.LINE).length() <= SHORT
                && map.values().stream()
                        .noneMatch(value -> value instanceof Map<?, ?> inner
                                && inner.values().stream().anyMatch(Map.class::isInstance));
    }

    /** The text of a scalar value, null for a collection or null. */
    static @Nullable String scalarText(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Map<?, ?> map -> null;
            case List<?> list -> null;
            case Number number -> number(number);
            default -> value.toString();
        };
    }

    private static String number(Number number) {
        return switch (number) {
            case Double d -> new BigDecimal(d.toString()).stripTrailingZeros().toPlainString();
            case Float f -> new BigDecimal(f.toString()).stripTrailingZeros().toPlainString();
            case BigDecimal decimal -> decimal.toPlainString();
            default -> number.toString();
        };
    }

    /** The text in quotes, unless it is a number. */
    static String quotedUnlessNumber(String text) {
        return NUMBER.matcher(text).matches() ? text : quoted(text);
    }

    private static String key(String key) {
        return PLAIN_WORD.matcher(key).matches() && isPlain(key) ? key : quoted(key);
    }

    private static String scalar(String text, Place place) {
        boolean isPlain = PLAIN_WORD.matcher(text).matches()
                || (place == Place.LINE && PLAIN_SENTENCE.matcher(text).matches() && !text.endsWith(" "));
        return isPlain && isPlain(text) ? text : quoted(text);
    }

    private static boolean isPlain(String text) {
        return !text.equals("null")
                && !text.endsWith(":")
                && !text.equals("-")
                && !text.startsWith("---")
                && !text.startsWith("...");
    }

    private static String quoted(String text) {
        StringBuilder result = new StringBuilder("\"");
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (Character.getType(c) == Character.SURROGATE) {
                throw new IllegalArgumentException("holds half a character");
            }
            switch (c) {
                case '"' -> result.append("\\\"");
                case '\\' -> result.append("\\\\");
                case '\n' -> result.append("\\n");
                case '\t' -> result.append("\\t");
                default -> {
                    boolean isShown = c != 0xFEFF
                            && !Character.isISOControl(c)
                            && Character.getType(c) != Character.LINE_SEPARATOR
                            && Character.getType(c) != Character.PARAGRAPH_SEPARATOR
                            && Character.isDefined(c);
                    result.append(isShown ? Character.toString(c) : String.format(Locale.ROOT, "\\U%08x", c));
                }
            }
        }
        return result.append('"').toString();
    }
}
