// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.histogram;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A value that is being recorded during a reading: the reading takes its extremes, and the next one its count. */
class HistogramReaderTest {
    private static final long MILLISECOND = 1_000_000;

    private final HistogramTable table = new HistogramTable(HistogramLayout.OK, 1);
    private final HistogramReader reader = new HistogramReader(table, 0, new int[HistogramLayout.OK.chunkSize()]);

    @Test
    void lostExtremeIsRestoredWithinBucket() {
        record(MILLISECOND);
        record(900 * MILLISECOND);
        read();
        record(30 * MILLISECOND);
        dropExtremes();
        Times times = read();
        long bucket = times.histogram().toHistogram().sizeOfEquivalentValueRange(30 * MILLISECOND);
        assertThat(times.minNanos()).isBetween(30 * MILLISECOND - bucket, 30 * MILLISECOND);
        assertThat(times.maxNanos()).isBetween(30 * MILLISECOND, 30 * MILLISECOND + bucket);
    }

    @Test
    void restoredExtremeStaysWithinRunExtremes() {
        long nanos = 30 * MILLISECOND + 17;
        record(nanos);
        read();
        record(nanos);
        dropExtremes();
        Times times = read();
        assertThat(times.minNanos()).isEqualTo(nanos);
        assertThat(times.maxNanos()).isEqualTo(nanos);
    }

    @Test
    void lostExtremeBeyondRangeIsRestored() {
        long nanos = HistogramRange.HIGHEST_NANOS + 5;
        record(nanos);
        read();
        record(nanos);
        dropExtremes();
        Times times = read();
        assertThat(times.overflow()).isEqualTo(1);
        assertThat(times.minNanos()).isEqualTo(nanos);
        assertThat(times.maxNanos()).isEqualTo(nanos);
    }

    @Test
    void eachReadingSumsOnlyNewValues() {
        record(30 * MILLISECOND);
        record(2 * HistogramRange.HIGHEST_NANOS);
        assertThat(read().sumNanos()).isEqualTo(30 * MILLISECOND + 2 * HistogramRange.HIGHEST_NANOS);
        record(4 * MILLISECOND);
        record(5 * MILLISECOND);
        Times second = read();
        assertThat(second.sumNanos()).isEqualTo(9 * MILLISECOND);
        assertThat(second.overflow()).isZero();
        record(7 * MILLISECOND);
        assertThat(read().sumNanos()).isEqualTo(7 * MILLISECOND);
    }

    private void record(long nanos) {
        table.record(0, 0, nanos);
    }

    private void dropExtremes() {
        HistogramStripe stripe = requireNonNull(table.find(0, 0));
        stripe.takeMin();
        stripe.takeMax();
    }

    private Times read() {
        TimesSum sum = new TimesSum(HistogramLayout.OK);
        reader.drainTo(sum);
        return requireNonNull(sum.times());
    }
}
