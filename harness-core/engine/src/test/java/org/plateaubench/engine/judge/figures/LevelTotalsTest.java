// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;
import static org.plateaubench.engine.judge.figures.TestIntervals.window;

import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.WorkloadFigures.Edges;
import org.plateaubench.engine.judge.figures.WorkloadFigures.WorstBacklog;
import org.plateaubench.engine.judge.figures.WorkloadTotals.LevelTotals;

/** Queue, in-flight and backlog counts at the edges of the window. It lasts from 10 s to 20 s. */
final class LevelTotalsTest {
    private final Window window = window(10, 20);
    private final LevelTotals levels = new LevelTotals();

    private void add(TestIntervals.Interval interval) {
        levels.add(interval.stored(), interval.workload().levels(), window);
    }

    @Test
    void edgesUseTheLastLevelBeforeThem() {
        add(second(8).levels(0, 1, 11, 0));
        add(second(9).levels(0, 2, 12, 0));
        add(second(10).levels(0, 3, 13, 0));
        add(second(19).levels(0, 5, 15, 0));
        add(second(20).levels(0, 7, 17, 0));
        assertThat(levels.edges()).isEqualTo(new Edges(2, 5, 15));
    }

    @Test
    void worstBacklogIsSummedOverAgents() {
        add(second(10).backlog(5));
        add(second(10).agent("b").backlog(6));
        add(second(11).backlog(11));
        add(second(11).agent("b").backlog(0));
        add(second(12).backlog(8));
        assertThat(levels.worstBacklog()).isEqualTo(new WorstBacklog(11, 11));
    }

    @Test
    void worstBacklogIsNullIfNotCounted() {
        add(second(10).levels(1, 1, 1, 1));
        assertThat(levels.worstBacklog()).isNull();
        add(second(11).backlog(0));
        assertThat(levels.worstBacklog()).isEqualTo(new WorstBacklog(0, 12));
    }
}
