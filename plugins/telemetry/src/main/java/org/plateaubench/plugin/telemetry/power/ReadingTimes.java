// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

/** Judges the times of readings that a management controller (BMC) reports. Not thread-safe. */
final class ReadingTimes {
    private String newest = "";
    private double newestWatts;
    private boolean isConstant;

    /** The meaning of the reported time of a reading. */
    enum Kind {
        /** It is the time of a new reading. */
        NEW,
        /** The BMC repeats its previous reading. */
        REPEATED,
        /** It is not a time: the time of the query counts, with its uncertainty. */
        NONE
    }

    /**
     * Judges the time of the next reading. A clock that was never set is in 1970, and a time that stays while the power
     * changes is not the time of a reading.
     *
     * @param time time by the BMC's clock, as reported; empty if none was
     */
    Kind judge(String time, double watts) {
        boolean repeats = time.equals(newest);
        isConstant = repeats && (isConstant || watts != newestWatts);
        newest = time;
        newestWatts = watts;
        if (time.isEmpty() || isConstant || time.contains("1970") || time.contains("01/01/70")) {
            return Kind.NONE;
        }
        return repeats ? Kind.REPEATED : Kind.NEW;
    }
}
