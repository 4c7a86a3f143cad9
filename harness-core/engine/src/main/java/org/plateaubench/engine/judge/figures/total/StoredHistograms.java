// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures.total;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.LineFigures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.engine.store.record.HistogramLog;
import org.plateaubench.engine.store.record.StoredCounts;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.IntervalSnapshot;

/** The merged histograms of a run, by window. */
public final class StoredHistograms {
    private final Map<Scope, Map<HistogramTag, Histogram>> byWorkload = new HashMap<>();

    private StoredHistograms() {}

    public static StoredHistograms of(StoredRun run) {
        StoredHistograms stored = ofNothing();
        run.mergedHistograms(tag -> tag.window().isSteady())
                .forEach((tag, histogram) -> stored.ofWorkload(tag).put(tag, histogram));
        return stored;
    }

    /** Histograms without data, for a run in progress. */
    public static StoredHistograms ofNothing() {
        return new StoredHistograms();
    }

    private Map<HistogramTag, Histogram> ofWorkload(HistogramTag tag) {
        return byWorkload.computeIfAbsent(Scope.workload(tag.tile(), tag.workload()), scope -> new HashMap<>());
    }

    /** Adds the histograms of an interval. */
    public void add(IntervalSnapshot snapshot) {
        HistogramLog.forEachTimes(snapshot, (tag, times) -> {
            if (tag.window().isSteady()) {
                add(tag, times.histogram());
            }
        });
    }

    /** Adds other histograms. */
    public void add(StoredHistograms others) {
        others.byWorkload.values().forEach(ofWorkload -> ofWorkload.forEach(this::add));
    }

    /** Adds a histogram without copying it, since copies for each of many agents would need most of the memory. */
    private void add(HistogramTag tag, Histogram part) {
        Map<HistogramTag, Histogram> ofWorkload = ofWorkload(tag);
        Histogram sum = ofWorkload.get(tag);
        if (sum == null) {
            ofWorkload.put(tag, part.copy());
        } else {
            sum.setAutoResize(true);
            sum.add(part);
        }
    }

    private void add(HistogramTag tag, SparseHistogram part) {
        part.addTo(ofWorkload(tag).computeIfAbsent(tag, its -> part.emptyHistogram()));
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

    /** The histogram of a lag of the harness in one workload. */
    Histogram lag(Scope workload, Extent extent, HistogramTag.Kind kind) {
        return line(workload, extent, HistogramTag.HARNESS, kind, HistogramTag.Population.OK);
    }
}
