// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.embedded;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Named values in one line. */
final class Fields {
    private final Map<String, String> values;

    private Fields(Map<String, String> values) {
        this.values = values;
    }

    static Fields parse(String line) {
        Map<String, String> values = new HashMap<>();
        for (String part : line.split("&", -1)) {
            int equals = part.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("the lines to and from the mail server are key=value pairs");
            }
            values.put(
                    part.substring(0, equals), URLDecoder.decode(part.substring(equals + 1), StandardCharsets.UTF_8));
        }
        return new Fields(values);
    }

    /** Returns {@code key=value} pairs, made of two texts each. */
    static String line(String... keysAndValues) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            line.append(i == 0 ? "" : "&")
                    .append(keysAndValues[i])
                    .append('=')
                    .append(URLEncoder.encode(keysAndValues[i + 1], StandardCharsets.UTF_8));
        }
        return line.toString();
    }

    String text(String key) {
        String value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("the mail server's line lacks " + key);
        }
        return value;
    }

    int number(String key) {
        return Integer.parseInt(text(key));
    }
}
