// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A tree of plain data from an untrusted source; values of another type count as missing. Immutable.
 *
 * @param value the data
 */
record UntrustedTree(@Nullable Object value) {
    private static final Pattern UNPRINTABLE = Pattern.compile("[\\p{Cc}\\p{Cs}\\p{Cn}]+");

    /** The value of a key. */
    UntrustedTree at(String key) {
        return new UntrustedTree(value instanceof Map<?, ?> map ? map.get(key) : null);
    }

    /** The elements of a list, at most the given number. */
    List<UntrustedTree> elements(int most) {
        List<UntrustedTree> elements = new ArrayList<>();
        if (value instanceof List<?> list) {
            list.stream().limit(most).forEach(element -> elements.add(new UntrustedTree(element)));
        }
        return elements;
    }

    /** Text of one line, at most the given length. */
    @Nullable
    String text(int most) {
        return value instanceof String text ? plain(text, most) : null;
    }

    /** Text of one line, empty when it is missing. */
    String textOrNone(int most) {
        String text = text(most);
        return text == null ? "" : text;
    }

    /** A finite number. */
    @Nullable
    Double number() {
        return value instanceof Number number && Double.isFinite(number.doubleValue()) ? number.doubleValue() : null;
    }

    /** A finite number, 0 when it is missing. */
    double numberOrZero() {
        Double number = number();
        return number == null ? 0 : number;
    }

    /** Whether it is a list that contains a text. */
    boolean has(String text) {
        return value instanceof List<?> list && list.contains(text);
    }

    /** A text on one line, without characters that cannot be displayed. */
    static String plain(String text, int most) {
        String cut = text.length() > most ? text.substring(0, most) : text;
        return UNPRINTABLE.matcher(cut).replaceAll(" ").strip();
    }
}
