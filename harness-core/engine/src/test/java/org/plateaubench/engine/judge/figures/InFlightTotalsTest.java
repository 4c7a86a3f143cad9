// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.plateaubench.engine.judge.figures.TestIntervals.SECOND;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.judge.figures.ScheduleFigures.ScheduleTotals.InFlightTotals;
import org.plateaubench.measure.interval.ScheduleInterval;

/** Operations in flight, sampled from the state of the users, over several agents (measurement rule M20). */
final class InFlightTotalsTest {
    private final InFlightTotals first = new InFlightTotals();
    private final InFlightTotals second = new InFlightTotals();

    private static ScheduleInterval.InFlight samples(long... seen) {
        long sum = 0;
        long squares = 0;
        long max = 0;
        for (long each : seen) {
            sum += each;
            squares += each * each;
            max = Math.max(max, each);
        }
        return new ScheduleInterval.InFlight(seen.length, sum, squares, max, 0, 0, 0);
    }

    private static ScheduleInterval.InFlight edge(long handBack, long age, long moved) {
        return new ScheduleInterval.InFlight(2, 0, 0, 0, handBack, age, moved);
    }

    private static ScheduleFigures.InFlight figures(double windowNanos, InFlightTotals... agents) {
        return Objects.requireNonNull(InFlightTotals.figures(List.of(agents), windowNanos));
    }

    @Test
    void errorOfTheMeanAssumesIndependentSamples() {
        first.addInside(samples(1, 2), SECOND);
        first.addInside(samples(3, 2), SECOND);
        ScheduleFigures.InFlight seen = figures(2 * SECOND, first);
        assertThat(seen.samples()).isEqualTo(4);
        assertThat(seen.mean()).isEqualTo(2);
        // Deviations of 1, 0, 1 and 0: a variance of 2/3 for one sample, and a quarter of that for their mean.
        assertThat(seen.error()).isCloseTo(Math.sqrt(2.0 / 3 / 4), within(1e-12));
        assertThat(seen.max()).isEqualTo(3);
    }

    @Test
    void samplesOfAgentsAreAdded() {
        first.addInside(samples(1, 3), SECOND);
        second.addInside(samples(10, 14), SECOND);
        ScheduleFigures.InFlight seen = figures(SECOND, first, second);
        assertThat(seen.samples()).isEqualTo(4);
        assertThat(seen.mean()).isEqualTo(2 + 12);
        assertThat(seen.error()).isCloseTo(Math.sqrt(1 + 4), within(1e-12));
        assertThat(seen.max()).isEqualTo(3 + 14);
    }

    @Test
    void handBackTimeAndAgeChangesAreAdded() {
        first.addBefore(edge(7 * SECOND, 9 * SECOND, 1));
        first.addBefore(edge(7 * SECOND, 4 * SECOND, 10));
        first.addInside(edge(SECOND, 50 * SECOND, 100), SECOND);
        first.addInside(edge(2 * SECOND, 6 * SECOND, 1_000), SECOND);
        second.addBefore(edge(0, SECOND, 20));
        second.addInside(edge(4 * SECOND, 31 * SECOND, 2_000), 2 * SECOND);
        ScheduleFigures.InFlight seen = figures(2 * SECOND, first, second);
        assertThat(seen.handBackSeconds()).isEqualTo(1 + 2 + 4);
        assertThat(seen.ageChangeSeconds()).isEqualTo((6 - 4) + (31 - 1));
        assertThat(seen.moved()).isEqualTo(10 + 1_000 + 20 + 2_000);
    }

    @Test
    void missingSamplesMakeTheFiguresUnknown() {
        first.addInside(samples(1, 3), SECOND);
        first.addInside(null, SECOND);
        first.addInside(samples(1, 3), SECOND);
        assertThat(InFlightTotals.figures(List.of(first), SECOND)).isNull();
        assertThat(InFlightTotals.figures(List.of(), SECOND)).isNull();
    }
}
