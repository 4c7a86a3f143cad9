// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes a table of comma-separated values in the form of RFC 4180. Not thread-safe. */
public final class CsvText {
    /**
     * A text that a spreadsheet would interpret as a formula; some spreadsheets treat full-width characters like plain
     * ones.
     */
    private static final Pattern FORMULA = Pattern.compile("[=+@\\-\\t\\r\\n\uff1d\uff0b\uff0d\uff20]");

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?(e[+-]?[0-9]+)?");
    private static final Pattern PLAIN = Pattern.compile("[^\",\\r\\n]*");

    private final StringBuilder text = new StringBuilder();

    public void add(List<String> cells) {
        text.append(cells.stream().map(CsvText::quoted).collect(Collectors.joining(",")))
                .append("\r\n");
    }

    /** A number with six digits; empty text for null. */
    public static String number(@Nullable Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.6g", value);
    }

    /** Quotes a text; an apostrophe precedes a text that a spreadsheet would interpret as a formula. */
    private static String quoted(String text) {
        boolean isFormula =
                FORMULA.matcher(text).lookingAt() && !NUMBER.matcher(text).matches();
        String safe = isFormula ? "'" + text : text;
        return PLAIN.matcher(safe).matches() ? safe : "\"" + safe.replace("\"", "\"\"") + "\"";
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
