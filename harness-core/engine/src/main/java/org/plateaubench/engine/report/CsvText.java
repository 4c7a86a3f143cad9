// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A table as comma-separated values, as RFC 4180 has them. Not for several threads. */
public final class CsvText {
    /** A text that a spreadsheet would take for a formula, but for a number; some take characters of full width for plain ones. */
    private static final Pattern FORMULA = Pattern.compile("[=+@\\-\\t\\r\\n\uff1d\uff0b\uff0d\uff20]");

    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?(e[+-]?[0-9]+)?");
    private static final Pattern PLAIN = Pattern.compile("[^\",\\r\\n]*");

    private final StringBuilder text = new StringBuilder();

    /** Adds a row. */
    public void add(List<String> cells) {
        text.append(cells.stream().map(CsvText::quoted).collect(Collectors.joining(",")))
                .append("\r\n");
    }

    /** A number with six digits, empty without one. */
    public static String number(@Nullable Double value) {
        return value == null ? "" : String.format(Locale.ROOT, "%.6g", value);
    }

    /** A text that a spreadsheet would take for a formula is marked by an apostrophe. */
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
