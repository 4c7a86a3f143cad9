// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.plateaubench.engine.judge.figures.HandMade.MILLI;

import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.Stretch.TimeCounts;
import org.plateaubench.measure.histogram.SparseHistogram;

/** Response times in classes that are a hundredth wide. */
final class TimeCountsTest {
    private final TimeCounts counts = new TimeCounts(Stretch.Width.FINE);

    /** Each a stored histogram of its own. */
    private void add(long... nanos) {
        for (long its : nanos) {
            counts.add(SparseHistogram.of(HandMade.histogram(its)));
        }
    }

    @Test
    void percentilesAreExactToAHundredthWhateverTheOrder() {
        long[] up = new long[100];
        for (int i = 0; i < 100; i++) {
            up[i] = (i * 37L % 100 + 1) * MILLI;
        }
        add(up);
        assertThat(counts.total()).isEqualTo(100);
        assertThat(counts.nanosAt(50)).isCloseTo(50.0 * MILLI, withinPercentage(1.1));
        assertThat(counts.nanosAt(95)).isCloseTo(95.0 * MILLI, withinPercentage(1.1));
        assertThat(counts.nanosAt(1)).isCloseTo(1.0 * MILLI, withinPercentage(1.1));
    }

    @Test
    void shorterAndLongerTimesFindTheirPlace() {
        add(10 * MILLI, 1_000 * MILLI, 2_000 * MILLI, MILLI, 5 * MILLI);
        assertThat(counts.total()).isEqualTo(5);
        assertThat(counts.nanosAt(20)).isCloseTo(1.0 * MILLI, withinPercentage(1.1));
        assertThat(counts.nanosAt(40)).isCloseTo(5.0 * MILLI, withinPercentage(1.1));
        assertThat(counts.nanosAt(60)).isCloseTo(10.0 * MILLI, withinPercentage(1.1));
        assertThat(counts.nanosAt(80)).isCloseTo(1_000.0 * MILLI, withinPercentage(1.1));
        assertThat(counts.nanosAt(100)).isCloseTo(2_000.0 * MILLI, withinPercentage(1.1));
    }

    @Test
    void aValueStandsInItsClassByRank() {
        add(MILLI, MILLI, MILLI, MILLI);
        // The logarithm of a million is 13.8155: the class that begins at 13.81.
        assertThat(Math.log(counts.nanosAt(25))).isCloseTo(13.8125, within(1e-9));
        assertThat(Math.log(counts.nanosAt(50))).isCloseTo(13.815, within(1e-9));
        assertThat(Math.log(counts.nanosAt(100))).isCloseTo(13.82, within(1e-9));
    }

    @Test
    void ranksWithinAClassGoOnFromTheClassesBelow() {
        add(MILLI, 10 * MILLI, 10 * MILLI);
        // The second of three is the first of two in the class that begins at 16.11.
        assertThat(Math.log(counts.nanosAt(200.0 / 3))).isCloseTo(16.115, within(1e-9));
    }

    @Test
    void aClassMayFollowTheLastOne() {
        add(MILLI, 1_006_000);
        assertThat(Math.log(counts.nanosAt(100))).isCloseTo(13.83, within(1e-9));
        assertThat(Math.log(counts.nanosAt(50))).isCloseTo(13.82, within(1e-9));
    }

    @Test
    void noTimeAtAllIsInTheLeastClass() {
        add(0);
        assertThat(counts.nanosAt(100)).isCloseTo(Math.exp(0.01), within(1e-9));
    }

    @Test
    void ofNothingThereIsNoPercentile() {
        assertThat(counts.nanosAt(95)).isZero();
        assertThat(counts.total()).isZero();
    }
}
