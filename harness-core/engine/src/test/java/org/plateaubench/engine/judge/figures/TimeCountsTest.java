// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.plateaubench.engine.judge.figures.TestIntervals.MILLI;

import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.SteadyWindow.TimeCounts;
import org.plateaubench.measure.histogram.SparseHistogram;

/** Response times in classes that are one percent wide. */
final class TimeCountsTest {
    private final TimeCounts counts = new TimeCounts(SteadyWindow.Width.FINE);

    /** Adds each time in a stored histogram of its own. */
    private void add(long... nanos) {
        for (long each : nanos) {
            counts.add(SparseHistogram.of(TestIntervals.histogram(each)));
        }
    }

    @Test
    void percentilesAreExactToOnePercent() {
        long[] times = new long[100];
        for (int i = 0; i < 100; i++) {
            times[i] = (i * 37L % 100 + 1) * MILLI;
        }
        add(times);
        assertThat(counts.total()).isEqualTo(100);
        assertThat(counts.nanosAt(50)).isCloseTo(50.0 * MILLI, withinPercentage(1.1));
        assertThat(counts.nanosAt(95)).isCloseTo(95.0 * MILLI, withinPercentage(1.1));
        assertThat(counts.nanosAt(1)).isCloseTo(1.0 * MILLI, withinPercentage(1.1));
    }

    @Test
    void timesBeyondTheFirstRangeAreCounted() {
        add(10 * MILLI, 1_000 * MILLI, 2_000 * MILLI, MILLI, 5 * MILLI);
        assertThat(counts.total()).isEqualTo(5);
        assertThat(counts.nanosAt(20)).isCloseTo(1.0 * MILLI, withinPercentage(1.1));
        assertThat(counts.nanosAt(40)).isCloseTo(5.0 * MILLI, withinPercentage(1.1));
        assertThat(counts.nanosAt(60)).isCloseTo(10.0 * MILLI, withinPercentage(1.1));
        assertThat(counts.nanosAt(80)).isCloseTo(1_000.0 * MILLI, withinPercentage(1.1));
        assertThat(counts.nanosAt(100)).isCloseTo(2_000.0 * MILLI, withinPercentage(1.1));
    }
}
