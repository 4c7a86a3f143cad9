// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.HistogramTag;

/** The merged histograms of the steady window. */
public final class StoredHistograms {
    private final Map<HistogramTag, Histogram> byTag;

    private StoredHistograms(Map<HistogramTag, Histogram> byTag) {
        this.byTag = byTag;
    }

    public static StoredHistograms of(StoredRun run) {
        return new StoredHistograms(run.mergedHistograms());
    }

    Histogram line(Scope workload, String line, HistogramTag.Kind kind, HistogramTag.Population population) {
        List<Histogram> found = new ArrayList<>();
        byTag.forEach((tag, histogram) -> {
            if (isSteady(tag, kind)
                    && tag.population() == population
                    && tag.line().equals(line)
                    && Scope.workload(tag.tile(), tag.workload()).equals(workload)) {
                found.add(histogram);
            }
        });
        return LineFigures.merged(found);
    }

    /** A lag of the harness in one workload. */
    Histogram lag(Scope workload, HistogramTag.Kind kind) {
        return line(workload, HistogramTag.HARNESS, kind, HistogramTag.Population.OK);
    }

    private static boolean isSteady(HistogramTag tag, HistogramTag.Kind kind) {
        return tag.window().isSteady() && tag.kind() == kind;
    }
}
