// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.plateaubench.engine.judge.figures.TestIntervals.SECOND;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.LoadStep;
import org.plateaubench.engine.judge.figures.SteadyBlocks.PlannedWindow;

/** The planned load of the slots of a step that begins at 2 s. */
final class PlannedWindowTest {
    private static final Duration EIGHT = Duration.ofSeconds(8);

    private static double[] load(LoadStep step, long firstNanos, long slotNanos, int slots) {
        return new PlannedWindow(null, step, 1, 0, 2 * SECOND, 10 * SECOND).load(firstNanos, slotNanos, slots);
    }

    @Test
    void sineRisesFirst() {
        double[] load = load(new LoadStep.Sine(EIGHT, 20, 10, EIGHT), 2 * SECOND, 2 * SECOND, 4);
        double swing = 10 * 8 / (2 * Math.PI);
        double[] expected = {40 + swing, 40 + swing, 40 - swing, 40 - swing};
        for (int i = 0; i < 4; i++) {
            assertThat(load[i]).isCloseTo(expected[i], within(1e-9));
        }
    }

    @Test
    void burstsWithinASlotAreAveraged() {
        Duration every = Duration.ofMillis(2_500);
        LoadStep bursts = new LoadStep.Bursts(EIGHT, 10, 50, every, Duration.ofSeconds(1));
        assertThat(Arrays.stream(load(bursts, 2 * SECOND, SECOND, 4)).map(PlannedWindowTest::rounded))
                .containsExactly(50.0, 10.0, 30.0, 30.0);
    }

    @Test
    void replayedPointsWithinASlotAreAveraged() {
        LoadStep replay = new LoadStep.Replay(
                EIGHT, List.of(point(0, 10), point(500, 30), point(700, 0), point(3_000, 40), point(9_000, 90)), "");
        assertThat(Arrays.stream(load(replay, 2 * SECOND, SECOND, 8)).map(PlannedWindowTest::rounded))
                .containsExactly(0.5 * 10 + 0.2 * 30, 0.0, 0.0, 40.0, 40.0, 40.0, 40.0, 40.0);
    }

    private static double rounded(double value) {
        return Math.rint(1e9 * value) / 1e9;
    }

    private static LoadStep.Point point(long millis, double level) {
        return new LoadStep.Point(Duration.ofMillis(millis), level);
    }
}
