// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.telemetry;

import java.util.Map;

/**
 * How a unit of the vSphere API is shown.
 *
 * @param unit unit for people
 * @param factor what a value of the API is multiplied by
 */
record ShownUnit(String unit, double factor) {
    private static final double KIBI = 1_024;

    /** Units of the API by their key; percent there is hundredths of a percent (vSphere Web Services API, PerfCounterInfo). */
    private static final Map<String, ShownUnit> BY_KEY = Map.of(
            "percent", new ShownUnit("%", 0.01),
            "megaHertz", new ShownUnit("MHz", 1),
            "kiloBytes", new ShownUnit("bytes held", KIBI),
            "megaBytes", new ShownUnit("bytes held", KIBI * KIBI),
            "kiloBytesPerSecond", new ShownUnit("bytes/s", KIBI),
            "millisecond", new ShownUnit("ms", 1),
            "microsecond", new ShownUnit("us", 1),
            "watt", new ShownUnit("W", 1),
            "joule", new ShownUnit("J", 1));

    static ShownUnit of(String key) {
        return BY_KEY.getOrDefault(key, new ShownUnit(key, 1));
    }
}
