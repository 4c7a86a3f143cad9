// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import java.io.IOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The output of {@code ipmitool dcmi power reading}, which contains the answer to "Get Power Reading" (DCMI 1.5,
 * 6.6.1).
 *
 * @param timestamp time of the reading by the controller's clock, as ipmitool writes it
 */
record DcmiAnswer(int watts, String timestamp, boolean active) {
    private static final Pattern LINE = Pattern.compile("^\\s*([A-Za-z ]+?):\\s+(.*?)\\s*$");
    private static final Pattern WATTS = Pattern.compile("(\\d{1,5}) Watts");

    static DcmiAnswer of(String text) throws IOException {
        Map<String, String> values = new HashMap<>();
        text.lines().forEach(line -> {
            Matcher found = LINE.matcher(line);
            if (found.matches()) {
                values.putIfAbsent(found.group(1).toLowerCase(Locale.ROOT), found.group(2));
            }
        });
        Matcher watts = WATTS.matcher(values.getOrDefault("instantaneous power reading", ""));
        String state = values.getOrDefault("power reading state is", "");
        if (!watts.matches() || state.isEmpty()) {
            throw new IOException("ipmitool printed no power reading.");
        }
        return new DcmiAnswer(
                Integer.parseInt(watts.group(1)), values.getOrDefault("ipmi timestamp", ""), state.equals("activated"));
    }
}
