// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A workload in every run.
 *
 * @param tile number of the tile; null for all tiles together
 * @param name name in the run file
 * @param plugins plugin in each run, null for a run without such a workload
 * @param metric headline figure; null when no run has one, or they have different ones
 * @param lines all operations together, then each operation, unit and series
 * @param counters declared counters per second of the steady window
 * @param checks checks of the counts
 */
public record ComparedWorkload(
        @Nullable Integer tile,
        String name,
        List<@Nullable String> plugins,
        @Nullable ComparedFigure metric,
        List<ComparedLine> lines,
        List<ComparedFigure> counters,
        List<ComparedCheck> checks) {
    public boolean isIn(int run) {
        return plugins.get(run) != null;
    }
}
