// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.figures.PhaseSpan;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.store.RunEvent;

/** Actual phases, as a tree of plain data. */
public final class PhaseTree {
    private static final double NANOS_PER_SECOND = 1e9;

    private PhaseTree() {}

    /** The phases that began on the run's clock; the current phase has no end. */
    public static List<Object> of(List<RunEvent> events) {
        List<Object> phases = new ArrayList<>();
        for (PhaseSpan span : Timeline.spans(events)) {
            Long start = span.startNanos();
            if (start != null) {
                Long end = span.endNanos();
                Map<String, @Nullable Object> tree = new LinkedHashMap<>();
                tree.put("name", span.name());
                tree.put("startSeconds", start / NANOS_PER_SECOND);
                tree.put("endSeconds", end == null ? null : end / NANOS_PER_SECOND);
                phases.add(tree);
            }
        }
        return phases;
    }
}
