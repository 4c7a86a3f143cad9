// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.judge.figures.HandMade.SECOND;
import static org.plateaubench.engine.judge.figures.HandMade.second;
import static org.plateaubench.engine.judge.figures.HandMade.window;

import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.WorkloadTotals.LevelMeans;

/** Levels of the window and of its edges. The window lasts from 10 s to 20 s; levels are those at an interval's end. */
final class LevelMeansTest {
    private final Window window = window(10, 20);
    private final LevelMeans means = new LevelMeans();

    private void add(HandMade.Interval interval) {
        means.add(interval.stored(), interval.workload().levels(), window);
    }

    @Test
    void usersAreAMeanOverTimeNotOverIntervals() {
        add(new HandMade.Interval(0, 10 * SECOND, 11 * SECOND).levels(4, 0, 0, 1));
        add(new HandMade.Interval(1, 11 * SECOND, 14 * SECOND).levels(8, 0, 0, 2));
        assertThat(means.meanLiveUsers()).isEqualTo((4 * 1 + 8 * 3) / 4.0);
        assertThat(means.meanLostUsers()).isEqualTo((1 * 1 + 2 * 3) / 4.0);
    }

    @Test
    void nothingIsKnownOfUsersWithoutAnIntervalInTheWindow() {
        add(second(9).levels(4, 0, 0, 1));
        add(second(20).levels(4, 0, 0, 1));
        assertThat(means.meanLiveUsers()).isNull();
        assertThat(means.meanLostUsers()).isZero();
    }

    @Test
    void whatWasUnderWayAtTheEdgesIsTheLastLevelBeforeEach() {
        add(second(8).levels(0, 1, 11, 0));
        add(second(9).levels(0, 2, 12, 0));
        add(second(10).levels(0, 3, 13, 0));
        add(second(19).levels(0, 5, 15, 0));
        add(second(20).levels(0, 7, 17, 0));
        assertThat(means.edges()).isEqualTo(new Edges(2, 5, 15));
    }

    @Test
    void theWorstBacklogIsThatOfAllAgentsAtOneTimeAndTheFirstOfEquals() {
        add(second(10).backlog(5));
        add(second(10).by("b").backlog(6));
        add(second(11).backlog(11));
        add(second(11).by("b").backlog(0));
        add(second(12).backlog(8));
        assertThat(means.worstBacklog()).isEqualTo(new WorstBacklog(11, 11));
    }

    @Test
    void aBacklogThatNobodyCountsIsNotKnown() {
        add(second(10).levels(1, 1, 1, 1));
        assertThat(means.worstBacklog()).isNull();
        add(second(11).backlog(0));
        assertThat(means.worstBacklog()).isEqualTo(new WorstBacklog(0, 12));
    }
}
