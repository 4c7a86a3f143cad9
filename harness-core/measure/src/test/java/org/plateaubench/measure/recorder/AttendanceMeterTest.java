// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.measure.interval.Attendance;
import org.plateaubench.measure.interval.PhaseTimeline;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WindowTimeline;

/** The exact times for which users are connected (measurement rule M15). Ramp-up of 10 s, parts of 20 and 40 s. */
class AttendanceMeterTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int FIRST = 5;

    private final WindowTimeline windows = new WindowTimeline(
            new PhaseTimeline(new PhaseTimes(
                    Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(5))),
            List.of(Duration.ofSeconds(30)));
    private final AttendanceMeter meter = new AttendanceMeter(windows, 2, FIRST, 2, (user, from, to) -> to - from);

    private static Attendance part(int part, long length, long requested, long connected, long joining, long away) {
        return new Attendance(
                PhaseWindow.steadyPart(part),
                length * SECOND,
                requested * SECOND,
                connected * SECOND,
                joining * SECOND,
                away * SECOND);
    }

    @Test
    void m15NoUserIsExpectedOutsideSteadyWindow() {
        meter.connected(FIRST, 0);
        assertThat(meter.drain(10 * SECOND)).isEmpty();
        assertThat(meter.drain(12 * SECOND)).containsExactly(part(1, 2, 4, 2, 0, 0));
        assertThat(meter.drain(12 * SECOND)).isEmpty();
        meter.drain(70 * SECOND);
        assertThat(meter.drain(75 * SECOND)).isEmpty();
    }

    @Test
    void m15TimeIsSplitAtEdgesOfParts() {
        meter.connected(FIRST, 0);
        meter.connected(FIRST + 1, 24 * SECOND);
        assertThat(meter.drain(32 * SECOND)).containsExactly(part(1, 20, 40, 26, 0, 0), part(2, 2, 4, 4, 0, 0));
        meter.away(FIRST, 40 * SECOND);
        meter.gone(FIRST + 1, 41 * SECOND);
        assertThat(meter.drain(42 * SECOND)).containsExactly(part(2, 10, 20, 8 + 9, 0, 2));
        meter.connected(FIRST, 44 * SECOND);
        assertThat(meter.drain(45 * SECOND)).containsExactly(part(2, 3, 6, 1, 0, 2));
    }

    @Test
    void m15UserIsAwayAfterJoiningForOneSecond() {
        meter.joining(FIRST, 12 * SECOND, 12 * SECOND);
        meter.joining(FIRST + 1, 12 * SECOND, 12 * SECOND);
        meter.away(FIRST, 12 * SECOND + 1);
        meter.connected(FIRST + 1, 15 * SECOND);
        assertThat(meter.drain(16 * SECOND)).containsExactly(part(1, 6, 12, 1, 2, 3 + 2));
        assertThat(meter.drain(17 * SECOND)).containsExactly(part(1, 1, 2, 1, 0, 1));
    }

    @Test
    void m15UnfinishedJoinIsCountedLater() {
        long half = SECOND / 2;
        meter.joining(FIRST, 12 * SECOND, 12 * SECOND);
        assertThat(meter.drain(12 * SECOND + half))
                .extracting(Attendance::joiningNanos, Attendance::awayNanos)
                .containsExactly(tuple(0L, 0L));
        assertThat(meter.drain(13 * SECOND))
                .extracting(Attendance::joiningNanos, Attendance::awayNanos)
                .containsExactly(tuple(SECOND, 0L));
    }

    /** Requested at 12 s, started at 15 s: one second counts as joining, two and all later ones as away. */
    @Test
    void m15LateStartByHarnessIsLostTime() {
        meter.joining(FIRST, 12 * SECOND, 15 * SECOND);
        assertThat(meter.drain(16 * SECOND)).containsExactly(part(1, 6, 12, 0, 1, 1));
        meter.joining(FIRST + 1, 16 * SECOND, 17 * SECOND);
        assertThat(meter.drain(18 * SECOND)).containsExactly(part(1, 2, 4, 0, 1, 2 + 1));
    }

    @Test
    void m15RefusedUserIsAway() {
        meter.away(FIRST, 20 * SECOND);
        assertThat(meter.drain(22 * SECOND)).containsExactly(part(1, 12, 24, 0, 0, 2));
        meter.away(FIRST, 23 * SECOND);
        assertThat(meter.drain(24 * SECOND)).containsExactly(part(1, 2, 4, 0, 0, 2));
    }

    /** A change whose instant was read before a drain does not count the time before the drain again. */
    @Test
    void m15ChangeReadBeforeDrainCountsFromDrain() {
        meter.connected(FIRST, 0);
        assertThat(meter.drain(20 * SECOND)).containsExactly(part(1, 10, 20, 10, 0, 0));
        meter.away(FIRST, 19 * SECOND);
        assertThat(meter.drain(21 * SECOND)).containsExactly(part(1, 1, 2, 0, 0, 1));
    }

    @Test
    void m15OnlyScheduledTimeCounts() {
        AttendanceMeter scheduled = new AttendanceMeter(
                windows,
                2,
                FIRST,
                2,
                (user, from, to) -> user == FIRST ? Math.max(0, to - Math.max(from, 20 * SECOND)) : 0);
        scheduled.connected(FIRST, 0);
        scheduled.connected(FIRST + 1, 0);
        assertThat(scheduled.drain(25 * SECOND)).containsExactly(part(1, 15, 5, 5, 0, 0));
    }

    /** The user begins to connect in the window; whether it connects in time is known only after the window. */
    @Test
    void m15JoinAtWindowEndIsReportedAfterwards() {
        meter.joining(FIRST, 69 * SECOND, 69 * SECOND + SECOND / 2);
        meter.drain(69 * SECOND + SECOND / 2);
        assertThat(meter.drain(70 * SECOND - 1))
                .extracting(Attendance::joiningNanos)
                .containsExactly(0L);
        meter.connected(FIRST, 70 * SECOND + 1);
        assertThat(meter.drain(70 * SECOND))
                .extracting(Attendance::joiningNanos)
                .containsExactly(SECOND);
        meter.joining(FIRST + 1, 69 * SECOND + SECOND / 2, 70 * SECOND + 1);
        meter.connected(FIRST + 1, 70 * SECOND + 2);
        assertThat(meter.drain(71 * SECOND))
                .extracting(Attendance::joiningNanos, Attendance::lengthNanos)
                .containsExactly(tuple(SECOND / 2, 0L));
    }
}
