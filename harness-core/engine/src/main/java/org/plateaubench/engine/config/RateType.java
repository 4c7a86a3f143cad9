// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Units per time, read as units per second.
 *
 * @param mayBeZero whether it may be 0; above 0 otherwise
 */
record RateType(boolean mayBeZero) implements ValueType<Double> {
    /** The form of a rate, for messages. */
    static final String FORM = "a rate, such as 200/s, 12000/min or 5000/h";

    private static final String PATTERN = "^\\d{1,12}(\\.\\d{1,9})?/(s|min|h)$";
    private static final Pattern RATE = Pattern.compile("(\\d{1,12}(?:\\.\\d{1,9})?)/(s|min|h)");

    @Override
    public @Nullable Double read(ConfigNode node, String path, Reading reading) {
        String text = TextType.scalar(node, path, reading, FORM);
        if (text == null) {
            return null;
        }
        Matcher matcher = RATE.matcher(text);
        double amount = matcher.matches() ? Double.parseDouble(matcher.group(1)) : -1;
        if (amount < 0 || (amount == 0 && !mayBeZero)) {
            String least = mayBeZero ? "at least 0" : "above 0";
            boolean isNegative =
                    text.startsWith("-") && RATE.matcher(text.substring(1)).matches();
            reading.mustBe(isNegative ? least : FORM + ", " + least, node, path);
            return null;
        }
        return switch (matcher.group(2)) {
            case "s" -> amount;
            case "min" -> amount / 60;
            default -> amount / 3600;
        };
    }

    @Override
    public Map<String, Object> schema(String help) {
        return SchemaForm.pattern(help, PATTERN);
    }

    @Override
    public String words() {
        return "a rate";
    }
}
