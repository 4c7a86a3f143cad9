// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Writes values as YAML that the reader of run files reads back unchanged. Pure functions. */
final class YamlText {
    private static final Pattern PLAIN_WORD = Pattern.compile("[\\p{L}0-9_./+-][\\p{L}0-9_./+:-]*");
    private static final Pattern PLAIN_SENTENCE = Pattern.compile("[\\p{L}0-9][\\p{L}0-9_./+%,;()' -]*");

    private YamlText() {}

    /** A value (text, number, or list or mapping of these) on one line, as it is written after its key. */
    static String value(@Nullable Object value) {
        return value(value, false);
    }

    private static String value(@Nullable Object value, boolean isInside) {
        return switch (value) {
            case null -> "null";
            case Map<?, ?> map -> {
                StringJoiner entries = new StringJoiner(", ", "{ ", " }");
                map.forEach((key, element) -> entries.add(key(String.valueOf(key)) + ": " + value(element, true)));
                yield map.isEmpty() ? "{}" : entries.toString();
            }
            case List<?> list -> {
                StringJoiner elements = new StringJoiner(", ", "[", "]");
                list.forEach(element -> elements.add(value(element, true)));
                yield elements.toString();
            }
            case Double number ->
                new BigDecimal(number.toString()).stripTrailingZeros().toPlainString();
            case Number number -> number.toString();
            case Boolean flag -> flag.toString();
            default -> scalar(value.toString(), isInside);
        };
    }

    private static String key(String key) {
        return PLAIN_WORD.matcher(key).matches() && isPlain(key) ? key : quoted(key);
    }

    private static String scalar(String text, boolean isInside) {
        boolean isPlain = PLAIN_WORD.matcher(text).matches()
                || (!isInside && PLAIN_SENTENCE.matcher(text).matches() && !text.endsWith(" "));
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
        text.codePoints().forEach(c -> {
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
        });
        return result.append('"').toString();
    }
}
