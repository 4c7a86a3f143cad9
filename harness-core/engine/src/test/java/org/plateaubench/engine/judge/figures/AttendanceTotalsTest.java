// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.plateaubench.engine.judge.figures.TestIntervals.SECOND;
import static org.plateaubench.engine.judge.figures.TestIntervals.second;

import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.engine.judge.figures.WorkloadFigures.AttendanceFigures;
import org.plateaubench.engine.judge.figures.WorkloadTotals.AttendanceTotals;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.PhaseWindow;

/** How many of the requested users were present, and for how long too many were away (measurement rule M15). */
final class AttendanceTotalsTest {
    private final AttendanceTotals totals = new AttendanceTotals();

    private void add(long number, String agent, double asked, double connected, double joining, double away) {
        totals.add(
                second(number).agent(agent).stored(),
                new Attendance(
                        PhaseWindow.STEADY,
                        SECOND,
                        (long) (asked * SECOND),
                        (long) (connected * SECOND),
                        (long) (joining * SECOND),
                        (long) (away * SECOND)));
    }

    /** The given number of 1,000 users is away in each second. */
    private double longestShortage(int... away) {
        for (int i = 0; i < away.length; i++) {
            add(i, "a", 1_000, 1_000 - away[i], 0, away[i]);
        }
        return figures().longestShortageSeconds();
    }

    private AttendanceFigures figures() {
        return Objects.requireNonNull(totals.figures());
    }

    @Test
    void meansPerAgentAreAdded() {
        add(1, "a", 10, 6, 2, 1);
        add(2, "a", 20, 10, 4, 5);
        add(2, "b", 100, 70, 20, 0);
        AttendanceFigures figures = figures();
        assertThat(figures.requested()).isEqualTo(15 + 100);
        assertThat(figures.connected()).isEqualTo(8 + 70);
        assertThat(figures.joining()).isEqualTo(3 + 20);
        assertThat(figures.away()).isEqualTo(3);
    }

    @Test
    void twoPercentOfTheUsersMayBeAway() {
        assertThat(longestShortage(20, 20, 20, 20)).isZero();
    }

    /**
     * An edge of an absence counts by its share of the greatest number away between the edges, but for no more than its
     * length; the last interval is an edge. Of several absences the longest counts.
     */
    @ParameterizedTest
    @CsvSource({
        "21 21 21 21, 4",
        "0 100 500 500 200 0, 2.6",
        "800 400 200, 2.5",
        "200 400 800, 2.5",
        "100 400 200, 1.75",
        "500 250, 0.75",
        "100 200 400 100, 2",
        "1000 1000 0 1000 1000 1000 0 1000, 3"
    })
    void edgesOfAnAbsenceCountProportionally(String away, double seconds) {
        assertThat(longestShortage(
                        Stream.of(away.split(" ")).mapToInt(Integer::parseInt).toArray()))
                .isCloseTo(seconds, within(1e-9));
    }

    @Test
    void awayUsersAreLimitedToTheRequestedUsers() {
        add(1, "a", 100, 0, 0, 150);
        assertThat(figures().longestShortageSeconds()).isEqualTo(1);
        add(2, "a", 0, 0, 0, 50);
        assertThat(figures().longestShortageSeconds()).isEqualTo(1);
    }
}
