// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.measure.interval.ChoiceTable;

/** Compares, by row of the table of choices, what was chosen with the planned probabilities (measurement rule M18). */
public final class MixAudits {
    /** The smallest deviation, in percentage points, that counts as a skew, even if a smaller one is significant. */
    static final double MIN_SKEW_POINTS = 0.1;
    /** The expected number below which a possible choice is not tested. */
    static final double MIN_EXPECTED = 20;

    private MixAudits() {}

    private record Cell(ChoiceTable.Row row, int choice, long chosen, long all) {
        double chance() {
            return row.chances().get(choice);
        }

        double share() {
            return (double) chosen / all;
        }

        /** True for the probabilities 0 and 1; otherwise both expected counts must be large enough. */
        boolean isTested() {
            double p = chance();
            return p == 0 || p == 1 || (all * p >= MIN_EXPECTED && all * (1 - p) >= MIN_EXPECTED);
        }

        boolean isRandom() {
            return chance() > 0 && chance() < 1;
        }

        String name() {
            return "'" + Words.of(row.choices().get(choice)) + "' in '" + Words.of(row.name()) + "'";
        }
    }

    record Deviation(String name, double points, double boundPoints, double share, double chance, long all) {
        boolean isViolated() {
            return points > boundPoints;
        }
    }

    /** One audit per workload; the number of tests in the whole run widens the bound of each. */
    public static List<AuditResult> of(List<WorkloadFigures> workloads) {
        int tests = 0;
        for (WorkloadFigures workload : workloads) {
            tests += tests(table(workload).rows(), workload.schedule().steadyChoices());
        }
        List<AuditResult> audits = new ArrayList<>();
        for (WorkloadFigures workload : workloads) {
            audits.add(audit(workload, tests));
        }
        return audits;
    }

    static ChoiceTable table(WorkloadFigures workload) {
        return new ChoiceTable(
                workload.planned().mix(),
                workload.planned().units(),
                workload.planned().operations());
    }

    private static AuditResult audit(WorkloadFigures workload, int tests) {
        Scope scope = workload.scope();
        if (!workload.schedule().known()) {
            return AuditResult.notRecorded(AuditOrRule.MIX, scope, null, "points");
        }
        ChoiceTable table = table(workload);
        Map<Integer, Long> choices = workload.schedule().steadyChoices();
        Deviation worst = worst(table.rows(), choices, tests);
        if (worst == null || (!worst.isViolated() && isUntested(table.rows(), choices))) {
            String message = "Every random choice was expected fewer than " + (int) MIN_EXPECTED
                    + " times, too few for a test: use a longer steady state.";
            return AuditResult.notTested(AuditOrRule.MIX, scope, null, "points", message);
        }
        boolean ok = !worst.isViolated();
        String finding = "of " + Figures.text(worst.all()) + " choices " + worst.name() + " took "
                + Figures.text(worst.share(), "%") + ", the plan says " + Figures.text(worst.chance(), "%")
                + "; chance alone explains up to " + Figures.text(worst.boundPoints()) + " points.";
        return AuditResult.of(
                AuditOrRule.MIX,
                ok,
                scope,
                Figures.rounded(worst.points()),
                Figures.rounded(worst.boundPoints()),
                "points",
                ok
                        ? "The greatest deviation from the plan: " + finding
                        : scope + ": " + finding + " The load was not the one requested: use one version of Plateau and"
                                + " its plugins on all hosts, and report the fault if it remains.");
    }

    /** Whether there are random choices, but none with enough counts for a test; certain choices are no test. */
    private static boolean isUntested(List<ChoiceTable.Row> rows, Map<Integer, Long> choices) {
        boolean isRandom =
                rows.stream().flatMap(row -> row.chances().stream()).anyMatch(chance -> chance > 0 && chance < 1);
        return isRandom && tests(rows, choices) == 0;
    }

    static int tests(List<ChoiceTable.Row> rows, Map<Integer, Long> choices) {
        return (int) cells(rows, choices).stream()
                .filter(cell -> cell.isRandom() && cell.isTested())
                .count();
    }

    static @Nullable Deviation worst(List<ChoiceTable.Row> rows, Map<Integer, Long> choices, int tests) {
        Deviation worst = null;
        double farthest = Double.NEGATIVE_INFINITY;
        for (Cell cell : cells(rows, choices)) {
            if (!cell.isTested() || (cell.chance() == 0 && cell.chosen() == 0)) {
                continue;
            }
            Deviation compared = compare(cell, tests);
            double timesBound = compared.boundPoints() == 0
                    ? (compared.points() > 0 ? 1e9 : 0)
                    : compared.points() / compared.boundPoints();
            if (timesBound > farthest) {
                farthest = timesBound;
                worst = compared;
            }
        }
        return worst;
    }

    private static Deviation compare(Cell cell, int tests) {
        double deviation = cell.share() - cell.chance();
        double bound = cell.isRandom()
                ? Math.max(
                        MIN_SKEW_POINTS, 100 * Significance.shareBound(cell.chance(), cell.all(), deviation > 0, tests))
                : 0;
        return new Deviation(
                cell.name(), 100 * Math.abs(deviation), bound, 100 * cell.share(), 100 * cell.chance(), cell.all());
    }

    private static List<Cell> cells(List<ChoiceTable.Row> rows, Map<Integer, Long> choices) {
        List<Cell> cells = new ArrayList<>();
        for (ChoiceTable.Row row : rows) {
            long all = 0;
            for (int i = 0; i < row.choices().size(); i++) {
                all += choices.getOrDefault(row.firstCell() + i, 0L);
            }
            for (int i = 0; all > 0 && i < row.choices().size(); i++) {
                cells.add(new Cell(row, i, choices.getOrDefault(row.firstCell() + i, 0L), all));
            }
        }
        return cells;
    }
}
