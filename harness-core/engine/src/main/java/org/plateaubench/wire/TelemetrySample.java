// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

/**
 * One value of one time series.
 *
 * @param source {@code host}, {@code host/<name>}, {@code agent/<name>} or {@code sut/<name>}
 * @param value level, or running total when cumulative
 * @param cumulative whether the value is a running total, of which only differences are meaningful
 */
public record TelemetrySample(
        long runNanos, String source, String series, double value, String unit, boolean cumulative) {
    /** The unit in which it is shown: a running total is shown as its growth per second. */
    public String shownUnit() {
        return cumulative ? unit + "/s" : unit;
    }

    /** Whether this is the CPU share of a SUT's processes as sampled by an agent, not by a plugin's source. */
    public boolean isOfSutProcesses() {
        return source.startsWith("sut/") && series.equals("cpu") && unit.equals("share");
    }
}
