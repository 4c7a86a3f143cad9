// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.measure.interval.ChoiceTable;

/** False alarms and detections of the audit of choices (measurement rules M15 and M18). */
final class MixAuditsTest {
    /** Number of runs with at most one alarm: the rate is below 1e-4 with 95 % confidence (4.74 over the runs). */
    private static final int RUNS = 48_000;

    private static final List<String> UNITS = List.of("a", "b", "c", "d");
    private static final ChoiceTable TABLE = new ChoiceTable(
            new Mix.Matrix(
                    UNITS,
                    List.of(
                            List.of(0.0, 0.6, 0.3, 0.1),
                            List.of(0.25, 0.25, 0.25, 0.25),
                            List.of(0.9, 0.0, 0.02, 0.08),
                            List.of(0.5, 0.49, 0.01, 0.0))),
            UNITS.stream().map(UnitDefinition::of).toList(),
            UNITS.stream().map(name -> OperationDefinition.of(name, "")).toList());

    @Test
    @Tag("simulation")
    void m18CleanRunsRaiseAtMostOneAlarm() {
        SplittableRandom random = new SplittableRandom(18);
        int alarms = 0;
        int tests = 0;
        for (int run = 0; run < RUNS; run++) {
            Map<Integer, Long> choices = choices(random, 200 + random.nextInt(500), TABLE.rows());
            int tested = MixAudits.tests(TABLE.rows(), choices);
            tests += tested;
            MixAudits.Deviation worst = MixAudits.worst(TABLE.rows(), choices, tested);
            alarms += worst != null && worst.isViolated() ? 1 : 0;
        }
        assertThat(tests).isGreaterThan(RUNS * 3);
        assertThat(alarms).isLessThanOrEqualTo(1);
    }

    @Test
    void m18SkewOfFivePointsIsDetected() {
        SplittableRandom random = new SplittableRandom(19);
        List<ChoiceTable.Row> skewed = TABLE.rows().stream()
                .map(row -> row.name().equals("after b")
                        ? new ChoiceTable.Row(
                                row.name(), row.firstCell(), row.choices(), List.of(0.30, 0.20, 0.25, 0.25))
                        : row)
                .toList();
        int detected = 0;
        for (int run = 0; run < 500; run++) {
            Map<Integer, Long> choices = choices(random, 12_000, skewed);
            MixAudits.Deviation worst = MixAudits.worst(TABLE.rows(), choices, MixAudits.tests(TABLE.rows(), choices));
            detected += worst != null && worst.isViolated() ? 1 : 0;
        }
        assertThat(detected).isGreaterThan(480);
    }

    /** A chain as long as given, in the order of the rows: the start, then the row of each unit. */
    private static Map<Integer, Long> choices(SplittableRandom random, int length, List<ChoiceTable.Row> rows) {
        long[] counts = new long[TABLE.cells()];
        int unit = 0;
        for (int number = 0; number < length; number++) {
            int previous = unit;
            unit = number == 0 ? 0 : draw(random, rows.get(1 + previous).chances());
            counts[TABLE.mixCell(number, previous, unit)]++;
        }
        Map<Integer, Long> choices = new HashMap<>();
        for (int cell = 0; cell < counts.length; cell++) {
            if (counts[cell] > 0) {
                choices.put(cell, counts[cell]);
            }
        }
        return choices;
    }

    private static int draw(SplittableRandom random, List<Double> chances) {
        double uniform = random.nextDouble();
        double upTo = 0;
        int last = 0;
        for (int i = 0; i < chances.size(); i++) {
            upTo += chances.get(i);
            if (chances.get(i) > 0) {
                last = i;
                if (uniform < upTo) {
                    return i;
                }
            }
        }
        return last;
    }
}
