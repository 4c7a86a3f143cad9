// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import org.plateaubench.measure.interval.LineInterval;

/** The counts of a line's outcomes in a period. One thread. */
final class LineCount {
    private long okEnds;
    private long declined;
    private long failed;

    void add(LineInterval.Counts counts) {
        okEnds += counts.okEnds();
        declined += counts.declined();
        failed += counts.failed();
    }

    /** Successful ends. */
    long okEnds() {
        return okEnds;
    }

    /** Refusals. */
    long declined() {
        return declined;
    }

    /** Errors, abandoned and dropped. */
    long failed() {
        return failed;
    }
}
