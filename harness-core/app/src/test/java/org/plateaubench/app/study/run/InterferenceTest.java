// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.study.run.Interference.SlowDown;
import org.plateaubench.engine.statistics.ConfidenceInterval;

/** Slow-downs from the figures of cells. */
final class InterferenceTest {
    private final Map<String, String> cells = new LinkedHashMap<>();
    private final Map<String, FigureSet> figures = new LinkedHashMap<>();

    /** A cell of two trials, with the p95 of each of its workloads. */
    private void cell(String set, Map<String, double[]> p95) {
        cells.put(set, set);
        List<EndedRun> runs = new ArrayList<>();
        for (int trial = 0; trial < 2; trial++) {
            List<Figure> all = new ArrayList<>();
            for (Map.Entry<String, double[]> each : p95.entrySet()) {
                double value = each.getValue()[trial];
                all.add(new Figure(each.getKey(), "all", "p95", "ms", value, value >= 1_000, null, null));
                all.add(new Figure(each.getKey(), "", "throughput", "/s", 5, false, null, null));
            }
            runs.add(new EndedRun(new Step(set, trial + 1, List.of()), "run", Outcome.PASS, 1, all, List.of()));
        }
        figures.put(set, FigureSet.of(runs));
    }

    @Test
    void eachVictimIsComparedWithItselfAloneBesideEachAggressor() {
        cell("a", Map.of("a", new double[] {9, 11}));
        cell("b", Map.of("b", new double[] {20, 20}));
        cell("c", Map.of("c", new double[] {30, 30}));
        cell("a + b", Map.of("a", new double[] {14, 16}, "b", new double[] {20, 20}));
        cell("a + c", Map.of("a", new double[] {5, 5}, "c", new double[] {30, 1_000}));
        cell("b + c", Map.of("b", new double[] {20, 20}));
        cell("all workloads", Map.of("a", new double[] {40, 40}));
        List<SlowDown> found = Interference.of(cells, figures);
        assertThat(found)
                .extracting(each -> each.victim() + " by " + each.aggressor() + " " + each.slowDown())
                .containsExactlyInAnyOrder(
                        "a by b 1.5",
                        "a by c 0.5",
                        "a by all workloads 4.0",
                        "b by a 1.0",
                        "b by c 1.0",
                        "c by a " + 515.0 / 30);
        SlowDown aByB = found.getFirst();
        assertThat(aByB.aloneMs()).isEqualTo(10);
        assertThat(aByB.togetherMs()).isEqualTo(15);
        // The means have relative errors of 1/10 and 1/15, so Welch's law has 1.742 degrees of freedom.
        ConfidenceInterval interval = Objects.requireNonNull(aByB.interval());
        assertThat(Math.sqrt(interval.lower() * interval.upper())).isCloseTo(1.5, within(1e-9));
        assertThat(Math.log(interval.upper() / 1.5) / Math.hypot(0.1, 1 / 15.0))
                .as("between the quantiles of two degrees of freedom and one")
                .isBetween(4.303, 12.706);
        assertThat(found.getLast().lowerBound()).isTrue();
        assertThat(aByB.lowerBound()).isFalse();
    }
}
