// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.HandMade.histogram;
import static org.plateaubench.engine.judge.figures.HandMade.times;

import org.junit.jupiter.api.Test;
import org.plateaubench.measure.histogram.HistogramRange;
import org.plateaubench.measure.histogram.Times;

/** What is kept exactly beside histograms (measurement rule M13). */
final class TimesSumTest {
    private final TimesSum sum = new TimesSum();

    private RankedTimes ranked() {
        return sum.ranked(histogram(5_000), 7, 9);
    }

    @Test
    void sumsAreAddedAndTheLeastAndTheGreatestKept() {
        sum.add(times(1_000, 100, 600));
        sum.add(times(500, 50, 450));
        assertThat(ranked().sumNanos()).isEqualTo(1_500);
        assertThat(ranked().minNanos()).isEqualTo(50);
        assertThat(ranked().maxNanos()).isEqualTo(600);
        assertThat(ranked().censored()).isEqualTo(7);
        assertThat(ranked().longestCensoredNanos()).isEqualTo(9);
    }

    @Test
    void aSumMayBeGreaterThanALong() {
        sum.add(times(Long.MAX_VALUE, 1, 2));
        sum.add(times(Long.MAX_VALUE, 1, 2));
        assertThat(ranked().sumNanos()).isEqualTo(2.0 * Long.MAX_VALUE);
    }

    @Test
    void overflowIsCountedBesideTheHistogram() {
        sum.add(new Times(HistogramRange.okHistogram(), 10, 10, 10, 2));
        sum.add(new Times(HistogramRange.okHistogram(), 10, 10, 10, 3));
        assertThat(ranked().overflow()).isEqualTo(5);
        assertThat(ranked().measured()).isEqualTo(6);
    }

    @Test
    void anIntervalWithoutTimesChangesNothing() {
        sum.add(times(10, 10, 10));
        sum.add((Times) null);
        assertThat(ranked().minNanos()).isEqualTo(10);
    }

    @Test
    void sumsOfSumsAreSums() {
        sum.add(times(10, 4, 6));
        TimesSum other = new TimesSum();
        other.add(new Times(HistogramRange.okHistogram(), 30, 3, 27, 1));
        sum.add(other);
        assertThat(ranked().sumNanos()).isEqualTo(40);
        assertThat(ranked().minNanos()).isEqualTo(3);
        assertThat(ranked().maxNanos()).isEqualTo(27);
        assertThat(ranked().overflow()).isEqualTo(1);
    }
}
