// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.telemetry;

import java.util.Map;

/**
 * The displayed unit for a unit of the vSphere API.
 *
 * @param unit displayed unit
 * @param factor factor by which a value of the API is multiplied
 */
record ShownUnit(String unit, double factor) {
    private static final double KIBI = 1_024;

    /**
     * Displayed units by the API's key. The API's unit percent means hundredths of a percent (vSphere Web Services API,
     * PerfCounterInfo).
     */
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
