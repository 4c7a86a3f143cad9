// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.SECOND;
import static org.plateaubench.engine.judge.figures.TestIntervals.errors;
import static org.plateaubench.engine.judge.figures.TestIntervals.ok;

import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.WorkloadTotals.FailingPeriod;
import org.plateaubench.measure.interval.LineInterval;

/** The longest time without a success in which an attempt failed. The window lasts from 10 s to 20 s. */
final class FailingPeriodTest {
    private final FailingPeriod period = new FailingPeriod(10 * SECOND);

    private void second(long start, LineInterval.Counts counts) {
        period.add(start * SECOND, (start + 1) * SECOND, counts);
    }

    private long longestSeconds() {
        return period.longestNanos(20 * SECOND) / SECOND;
    }

    @Test
    void failureLastsFromSuccessToSuccess() {
        second(10, ok(1));
        second(12, errors(1));
        second(15, ok(1));
        second(19, ok(1));
        assertThat(longestSeconds()).isEqualTo(15 - 11);
    }

    @Test
    void idleTimeIsNotAFailure() {
        second(10, ok(1));
        second(11, TestIntervals.NO_COUNTS);
        second(18, ok(1));
        assertThat(longestSeconds()).isZero();
    }

    @Test
    void abandonedAndDroppedOperationsCountAsFailures() {
        second(12, new LineInterval.Counts(1, 0, 0, 0, 1, 0, 0, 0, 0));
        assertThat(longestSeconds()).isEqualTo(10);
        second(12, ok(1));
        second(14, new LineInterval.Counts(1, 0, 0, 0, 0, 1, 0, 0, 0));
        second(19, ok(1));
        assertThat(longestSeconds()).isEqualTo(10);
        FailingPeriod dropped = new FailingPeriod(10 * SECOND);
        dropped.add(12 * SECOND, 13 * SECOND, new LineInterval.Counts(0, 0, 0, 0, 0, 1, 0, 0, 0));
        assertThat(dropped.longestNanos(20 * SECOND)).isEqualTo(10 * SECOND);
    }
}
