// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import org.plateaubench.measure.interval.LineInterval;

/** The counts of a line's outcomes in a period. Not thread-safe. */
final class LineCount {
    private long okEnds;
    private long declined;
    private long failed;

    void add(LineInterval.Counts counts) {
        okEnds += counts.okEnds();
        declined += counts.declined();
        failed += counts.failed();
    }

    long okEnds() {
        return okEnds;
    }

    long declined() {
        return declined;
    }

    long failed() {
        return failed;
    }
}
