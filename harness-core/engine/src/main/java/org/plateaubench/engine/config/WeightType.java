// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config;

import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A relative weight.
 *
 * @param mayBeZero whether it may be 0; above 0 otherwise
 */
record WeightType(boolean mayBeZero) implements ValueType<Double> {
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}(\\.\\d{1,18})?");

    @Override
    public @Nullable Double read(ConfigNode node, String path, Reading reading) {
        String text = TextType.scalar(node, path, reading, words());
        if (text == null) {
            return null;
        }
        double value = NUMBER.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (value > 0 || (mayBeZero && value == 0)) {
            return value;
        }
        reading.mustBe(words(), node, path);
        return null;
    }

    @Override
    public Map<String, Object> schema(String help) {
        Map<String, Object> schema = SchemaForm.typed("number", help);
        schema.put(mayBeZero ? "minimum" : "exclusiveMinimum", 0);
        return schema;
    }

    @Override
    public String words() {
        return mayBeZero ? "a number of at least 0" : "a number above 0";
    }
}
