// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.plan;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.engine.config.rig.RigSpec;

/**
 * A sequence of runs that can be started: every run of it was planned once. Immutable.
 *
 * @param request what was requested
 * @param kind what the sequence is
 * @param name its name
 * @param description a sentence for reports, may be empty
 * @param runFile its run file
 * @param settings settings of all its runs, before those of a step
 * @param cells its cells; the loads of a search are none
 * @param baselines name of the cell that a cell is normalised to, by its own name; itself for a baseline
 * @param sequence which run is next
 * @param coolDown pause between two runs
 * @param first the run of its first cell, for its head
 * @param beside texts of the files that the run file names in any cell, by their paths from its folder
 * @param expectedRun how long one run takes without its preparation
 */
public record StudyPlan(
        StudyFolder.Request request,
        Kind kind,
        String name,
        String description,
        Path runFile,
        List<String> settings,
        List<Cell> cells,
        Map<String, String> baselines,
        Sequence sequence,
        Duration coolDown,
        PlannedRun first,
        Map<String, String> beside,
        Duration expectedRun) {
    public StudyPlan {
        settings = List.copyOf(settings);
        cells = List.copyOf(cells);
        baselines = Map.copyOf(baselines);
        beside = Map.copyOf(beside);
    }

    /** The kinds of sequences. */
    public enum Kind {
        /** One run, again and again. */
        TRIALS,
        /** The same run at other loads. */
        SEARCH,
        /** Factors times trials. */
        STUDY,
        /** Each workload alone, in pairs, and all at once, times trials. */
        INTERFERENCE
    }

    /** The rig of its run file, which is that of all its runs; null when they have the usual agent. */
    public @Nullable RigSpec rig() {
        return first.file().spec().rig();
    }

    /** The cell of a name; empty for a load of a search. */
    public Optional<Cell> cell(String wanted) {
        return cells.stream().filter(cell -> cell.name().equals(wanted)).findFirst();
    }
}
