// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.RankedTimes;
import org.plateaubench.measure.histogram.HistogramRange;

/** What a result says of times. */
final class TimeSummaryTest {
    private static TimeSummary summary(RankedTimes times) {
        return Objects.requireNonNull(TimeSummary.of(times, HarnessShare.UNKNOWN));
    }

    @Test
    void nothingRankedHasNoSummary() {
        RankedTimes none = new RankedTimes(HistogramRange.okHistogram(), 0, 0, 0, 0, 0, 0);
        assertThat(TimeSummary.of(none, HarnessShare.UNKNOWN)).isNull();
    }

    @Test
    void figuresAreMillisecondsAndPercentilesWithFewBeyondThemAreMarked() {
        Histogram histogram = HistogramRange.okHistogram();
        histogram.recordValueWithCount(2_000_000, 200);
        TimeSummary summary = summary(new RankedTimes(histogram, 0, 400_000_000, 1_999_000, 2_001_000, 0, 0));
        assertThat(summary.count()).isEqualTo(200);
        assertThat(summary.censored()).isZero();
        assertThat(summary.minMs()).isEqualTo(1.999);
        assertThat(summary.meanMs()).isEqualTo(2);
        assertThat(summary.maxMs()).isEqualTo(2.001);
        assertThat(summary.lowerBounds()).isEmpty();
        assertThat(summary.lowResolution()).containsExactly("p99", "p99_9");
    }

    @Test
    void whatIsKnownOnlyToBeLongerIsMarked() {
        Histogram histogram = HistogramRange.okHistogram();
        histogram.recordValueWithCount(2_000_000, 94);
        TimeSummary summary = summary(new RankedTimes(histogram, 0, 0, 2_000_000, 2_000_000, 6, 30_000_000));
        assertThat(summary.censored()).isEqualTo(6);
        assertThat(summary.maxMs()).isEqualTo(30);
        assertThat(summary.lowerBounds()).containsExactly("p95", "p99", "p99_9", "max");
        assertThat(summary.percentilesMs()).containsEntry("p95", 30.0);
    }

    @Test
    void ofWhatNeverEndedNothingIsLeastAndNothingIsMean() {
        TimeSummary summary = summary(new RankedTimes(HistogramRange.okHistogram(), 0, 0, 0, 0, 6, 30_000_000));
        assertThat(summary.minMs()).isNull();
        assertThat(summary.meanMs()).isNull();
    }
}
