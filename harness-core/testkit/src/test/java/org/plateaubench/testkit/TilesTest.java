// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.testkit.Scenario.MILLI;
import static org.plateaubench.testkit.Scenario.READ;
import static org.plateaubench.testkit.Scenario.SECOND;
import static org.plateaubench.testkit.Scenario.line;
import static org.plateaubench.testkit.Scenario.phases;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.Phase;
import org.plateaubench.measure.interval.WorkloadInterval;

/** The independence of tiles: their draws, and their starts within the ramp-up. */
class TilesTest {
    private static final Load.Ramp THIRD_OF_THREE = new Load.Ramp(6 * SECOND, 4 * SECOND);

    /** The counts and intended starts of one tile, in order. */
    private record Sent(WorkloadInterval interval, List<Long> intended) {}

    private static Sent play(int tile, Load.Ramp ramp, Load load) throws InterruptedException {
        return play(tile, ramp, load, 5);
    }

    private static Sent play(int tile, Load.Ramp ramp, Load load, int steadySeconds) throws InterruptedException {
        ManualClock clock = new ManualClock(-SECOND);
        RecordingDriver.Log log = new RecordingDriver.Log();
        Scenario scenario = new Scenario(clock);
        scenario.tile = tile;
        scenario.ramp = ramp;
        scenario.load = load;
        scenario.phases = phases(10, steadySeconds, 0, 5);
        FakeSut sut = new FakeSut(clock, load.users(), number -> MILLI);
        WorkloadInterval interval = scenario.play(Sessions.of(user -> new RecordingDriver(sut, user, log)));
        return new Sent(
                interval,
                log.calls().stream()
                        .map(RecordingDriver.Call::intendedNanos)
                        .sorted()
                        .toList());
    }

    @Test
    void usersOfStaggeredTileStartWithinTileRamp() throws InterruptedException {
        List<Long> intended = play(3, THIRD_OF_THREE, new Load.Closed(20, 1)).intended();

        // The first user starts with the ramp, its first unit within one think time of 100 ms.
        assertThat(intended.getFirst()).isBetween(6 * SECOND, 6 * SECOND + 100 * MILLI);
        // Half of the users are active after half of the ramp: each does a unit in 101 ms.
        long inHalf = intended.stream().filter(nanos -> nanos < 8 * SECOND).count();
        assertThat(inHalf).isBetween(80L, 120L);
    }

    @Test
    void staggeredTileRampsArrivalsAndSharesSteadyWindow() throws InterruptedException {
        Load load = new Load.Open(100, Load.Arrival.REGULAR, 50, 1, 7, 100);
        Sent sent = play(3, THIRD_OF_THREE, load);

        assertThat(sent.intended().getFirst()).isGreaterThanOrEqualTo(6 * SECOND);
        // The integral of the rate: 100/s climbing over 4 s makes 200, and a quarter of those in the first half.
        assertThat(line(sent.interval(), READ, Phase.RAMP_UP).counts().ok()).isEqualTo(200);
        assertThat(sent.intended().stream().filter(nanos -> nanos < 8 * SECOND)).hasSize(50);
        assertThat(line(sent.interval(), READ, Phase.STEADY).counts().ok()).isEqualTo(500);
    }

    /**
     * Two tiles whose starts are staggered by 5 s, with a burst of 1 s every 4 s of steady state. Offset bursts of the
     * second tile come 2 s later, as a replay of points, which is how they are planned.
     */
    @Test
    void offsetBurstsOfSecondTileFallBetweenThoseOfFirst() throws InterruptedException {
        LoadStep aligned =
                new LoadStep.Bursts(Duration.ofSeconds(12), 2, 100, Duration.ofSeconds(4), Duration.ofSeconds(1));
        LoadStep offset = new LoadStep.Replay(
                Duration.ofSeconds(12),
                List.of(
                        point(0, 2),
                        point(2, 100),
                        point(3, 2),
                        point(6, 100),
                        point(7, 2),
                        point(10, 100),
                        point(11, 2)),
                "");
        List<Long> first = bursts(1, new Load.Ramp(0, 5 * SECOND), aligned);
        List<Long> offsetStarts = bursts(2, new Load.Ramp(5 * SECOND, 5 * SECOND), offset);
        List<Long> alignedStarts = bursts(2, new Load.Ramp(5 * SECOND, 5 * SECOND), aligned);

        assertThat(offsetStarts.getFirst()).isGreaterThanOrEqualTo(5 * SECOND);
        assertThat(inBursts(first, 10)).isBetween(297L, 303L);
        assertThat(inBursts(alignedStarts, 10)).isBetween(297L, 303L);
        assertThat(inBursts(offsetStarts, 12)).isBetween(297L, 303L);
        // The base rate of 2/s alone.
        assertThat(inBursts(offsetStarts, 10)).isBetween(3L, 9L);
        assertThat(inBursts(first, 12)).isBetween(3L, 9L);
    }

    private static List<Long> bursts(int tile, Load.Ramp ramp, LoadStep step) throws InterruptedException {
        return play(tile, ramp, new Load.Open(100, Load.Arrival.REGULAR, 50, 1, 7, 100, List.of(step)), 12)
                .intended();
    }

    /** Intended starts in the three seconds of bursts, the first of which begins at a second. */
    private static long inBursts(List<Long> intended, int firstSecond) {
        return intended.stream()
                .filter(nanos ->
                        nanos >= firstSecond * SECOND && (nanos - firstSecond * SECOND) % (4 * SECOND) < SECOND)
                .count();
    }

    private static LoadStep.Point point(int second, double level) {
        return new LoadStep.Point(Duration.ofSeconds(second), level);
    }

    @Test
    void m14TilesDrawIndependentlyAndReproducibly() throws InterruptedException {
        Load load = new Load.Open(100, Load.Arrival.POISSON, 50, 1, 7, 100);
        Load.Ramp all = new Load.Ramp(0, 10 * SECOND);

        List<Long> expected = play(1, all, load).intended();

        assertThat(play(1, all, load).intended()).isEqualTo(expected);
        assertThat(play(2, all, load).intended()).isNotEqualTo(expected).doesNotContainSequence(expected.subList(0, 3));
    }
}
