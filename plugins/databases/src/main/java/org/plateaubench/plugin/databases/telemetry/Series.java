// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.spi.TelemetrySource.Sample;

/**
 * One series of a server.
 *
 * @param key name on the server, in the server's case
 * @param cumulative whether the value is a counter that only grows
 */
record Series(String key, String name, String unit, boolean cumulative) {
    static Series total(String key, String name, String unit) {
        return new Series(key, name, unit, true);
    }

    static Series level(String key, String name, String unit) {
        return new Series(key, name, unit, false);
    }

    /** Returns samples of the series that the server has values for; a value may be missing or no number. */
    static List<Sample> samples(List<Series> wanted, Map<String, String> values) {
        List<Sample> samples = new ArrayList<>();
        for (Series series : wanted) {
            String value = values.get(series.key());
            if (value != null && value.matches("-?[0-9]+(\\.[0-9]+)?")) {
                samples.add(new Sample(series.name(), Double.parseDouble(value), series.unit(), series.cumulative()));
            }
        }
        return samples;
    }
}
