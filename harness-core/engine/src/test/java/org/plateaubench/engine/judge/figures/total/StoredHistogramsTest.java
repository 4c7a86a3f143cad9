// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures.total;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.HandMade.SECOND;
import static org.plateaubench.engine.judge.figures.HandMade.histogram;
import static org.plateaubench.engine.judge.figures.HandMade.window;

import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.HandMade;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.timeline.PhaseWindow;

/** The histograms of the steady window, of a stored run. */
final class StoredHistogramsTest {
    @TempDir
    Path folder;

    private static Histogram responses(StoredHistograms histograms, int tile, String line) {
        return histograms.line(
                Scope.workload(tile, "cache"),
                Extent.steady(window(2, 12)),
                line,
                HistogramTag.Kind.RESPONSE,
                HistogramTag.Population.OK);
    }

    @Test
    void thoseOfARunAreMergedOverItsIntervals() {
        HistogramTag rampUp = HandMade.Stored.responses("read", PhaseWindow.RAMP_UP);
        HistogramTag other = HandMade.Stored.responses("write", PhaseWindow.STEADY);
        StoredHistograms histograms = StoredHistograms.of(HandMade.run(
                        folder,
                        List.of(),
                        HandMade.Stored.responses(2, 3, "read", 5_000, 7_000),
                        HandMade.Stored.responses(3, 4, "read", 2 * SECOND),
                        new HandMade.Stored(1, 2, rampUp, histogram(9_000)),
                        new HandMade.Stored(3, 4, other, histogram(9_000)))
                .mergedHistograms(tag -> tag.window().isSteady()));
        assertThat(responses(histograms, 1, "read")).isEqualTo(histogram(5_000, 7_000, 2 * SECOND));
        assertThat(responses(histograms, 1, "write")).isEqualTo(histogram(9_000));
        assertThat(responses(histograms, 2, "read").getTotalCount()).isZero();
    }
}
