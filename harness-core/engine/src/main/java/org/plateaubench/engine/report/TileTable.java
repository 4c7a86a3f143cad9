// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import java.util.List;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.WorkloadResult;

/**
 * Decides how the tiles of a run are shown: with all figures if there are few, or with one line each if there are many.
 */
final class TileTable {
    /** The greatest number of workloads of single tiles whose full figures are shown by default. */
    static final int MOST_IN_FULL = 6;

    private TileTable() {}

    /** Whether a table replaces the full text of tiles because there are many. */
    static boolean isLong(Judgement judgement) {
        return judgement.workloads().size() > MOST_IN_FULL
                && judgement.workloads().size() > judgement.aggregates().size();
    }

    static List<WorkloadResult> tilesOf(Judgement judgement, String workload) {
        return judgement.workloads().stream()
                .filter(tile -> tile.name().equals(workload))
                .toList();
    }
}
