// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.interval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Phase;
import org.plateaubench.api.PhaseTimes;

class WindowTimelineTest {
    private static final long SECOND = 1_000_000_000L;

    private final PhaseTimeline phases = new PhaseTimeline(new PhaseTimes(
            Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofSeconds(5), Duration.ofSeconds(5)));
    private final WindowTimeline timeline =
            new WindowTimeline(phases, List.of(Duration.ofSeconds(30), Duration.ofSeconds(50)));

    @Test
    void edgeBelongsToFollowingPart() {
        assertThat(timeline.windowAt(10 * SECOND - 1)).isEqualTo(PhaseWindow.RAMP_UP);
        assertThat(timeline.windowAt(10 * SECOND)).isEqualTo(PhaseWindow.steadyPart(1));
        assertThat(timeline.windowAt(30 * SECOND - 1)).isEqualTo(PhaseWindow.steadyPart(1));
        assertThat(timeline.windowAt(30 * SECOND)).isEqualTo(PhaseWindow.steadyPart(2));
        assertThat(timeline.windowAt(50 * SECOND)).isEqualTo(PhaseWindow.steadyPart(3));
        assertThat(timeline.windowAt(70 * SECOND)).isEqualTo(PhaseWindow.RAMP_DOWN);
        assertThat(timeline.windowAt(75 * SECOND)).isEqualTo(PhaseWindow.DRAIN);
    }

    @Test
    void interruptionLeavesLaterPartsEmpty() {
        phases.endSteadyAt(40 * SECOND);
        assertThat(timeline.windowAt(40 * SECOND - 1)).isEqualTo(PhaseWindow.steadyPart(2));
        assertThat(timeline.windowAt(40 * SECOND)).isEqualTo(PhaseWindow.RAMP_DOWN);
        assertThat(timeline.windowAt(60 * SECOND)).isEqualTo(PhaseWindow.DRAIN);
    }

    @Test
    void windowsMatchEdgesForAnyNumberOfParts() {
        for (int parts = 1; parts <= 20; parts++) {
            WindowTimeline divided = new WindowTimeline(
                    phases,
                    IntStream.range(1, parts)
                            .mapToObj(edge -> Duration.ofSeconds(10 + 2 * edge))
                            .toList());
            for (long second = -1; second < 90; second++) {
                Phase phase = phases.phaseAt(second * SECOND);
                int part = (int) Math.min(parts, second / 2 - 4);
                PhaseWindow window = phase != Phase.STEADY
                        ? PhaseWindow.of(phase)
                        : parts == 1 ? PhaseWindow.STEADY : PhaseWindow.steadyPart(part);
                assertThat(divided.windowAt(second * SECOND))
                        .as("%s parts, second %s", parts, second)
                        .isEqualTo(window);
            }
        }
    }

    @Test
    void labelsAreParsedAndOtherTextIsRefused() {
        for (PhaseWindow window : PhaseWindow.all(12)) {
            assertThat(PhaseWindow.parse(window.label())).isEqualTo(window);
        }
        assertThat(PhaseWindow.all(1)).contains(PhaseWindow.STEADY).hasSize(5);
        for (String text : List.of("steady-", "steady-0", "steady-01", "steady--1", "steady-x", "ramp-up-1", "")) {
            assertThatThrownBy(() -> PhaseWindow.parse(text)).as(text).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void windowIndexesAreUnique() {
        assertThat(PhaseWindow.all(12).stream().map(PhaseWindow::index))
                .doesNotHaveDuplicates()
                .hasSize(PhaseWindow.indexCount(12))
                .allMatch(index -> index < PhaseWindow.indexCount(12));
    }

    @Test
    void nextEdgeIsOfPartOrPhase() {
        assertThat(timeline.edgeAfter(0)).isEqualTo(10 * SECOND);
        assertThat(timeline.edgeAfter(10 * SECOND)).isEqualTo(30 * SECOND);
        assertThat(timeline.edgeAfter(30 * SECOND)).isEqualTo(50 * SECOND);
        assertThat(timeline.edgeAfter(50 * SECOND)).isEqualTo(70 * SECOND);
        assertThat(timeline.edgeAfter(70 * SECOND)).isEqualTo(75 * SECOND);
        phases.endSteadyAt(40 * SECOND);
        assertThat(timeline.edgeAfter(35 * SECOND)).isEqualTo(40 * SECOND);
        assertThat(timeline.issueEndNanos()).isEqualTo(45 * SECOND);
        assertThat(timeline.phases()).isSameAs(phases);
    }
}
