// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures.total;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plateaubench.engine.figure.StoredCounts;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.LineFigures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.measure.interval.HistogramTag;

/** The merged histograms of a run, by window. */
public final class StoredHistograms {
    private final Map<Scope, Map<HistogramTag, Histogram>> byWorkload = new HashMap<>();

    private StoredHistograms() {}

    public static StoredHistograms of(Map<HistogramTag, Histogram> merged) {
        StoredHistograms stored = ofNothing();
        merged.forEach((tag, histogram) -> stored.ofWorkload(tag).put(tag, histogram));
        return stored;
    }

    public static StoredHistograms ofNothing() {
        return new StoredHistograms();
    }

    private Map<HistogramTag, Histogram> ofWorkload(HistogramTag tag) {
        return byWorkload.computeIfAbsent(Scope.workload(tag.tile(), tag.workload()), scope -> new HashMap<>());
    }

    /** Adds a stored histogram of the steady state; other histograms are ignored. */
    public void add(HistogramTag tag, StoredCounts counts) {
        if (tag.window().isSteady()) {
            Map<HistogramTag, Histogram> ofWorkload = ofWorkload(tag);
            Histogram sum = ofWorkload.get(tag);
            if (sum == null) {
                ofWorkload.put(tag, counts.toHistogram());
            } else {
                counts.addTo(sum);
            }
        }
    }

    Histogram line(
            Scope workload, Extent extent, String line, HistogramTag.Kind kind, HistogramTag.Population population) {
        List<Histogram> found = new ArrayList<>();
        byWorkload.getOrDefault(workload, Map.of()).forEach((tag, histogram) -> {
            if (extent.holds(tag.window())
                    && tag.kind() == kind
                    && tag.population() == population
                    && tag.line().equals(line)) {
                found.add(histogram);
            }
        });
        return LineFigures.merged(found);
    }

    Histogram lag(Scope workload, Extent extent, HistogramTag.Kind kind) {
        return line(workload, extent, HistogramTag.HARNESS, kind, HistogramTag.Population.OK);
    }
}
