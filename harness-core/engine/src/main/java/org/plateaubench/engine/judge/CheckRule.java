// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.Load;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.figures.LoadExpected;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.judge.result.WorkloadResult.CheckResult;
import org.plateaubench.measure.interval.LineInterval;

public final class CheckRule {
    private CheckRule() {}

    /** Numerators and denominators of the tiles are added up before the division. */
    public static List<CheckResult> evaluate(List<WorkloadFigures> tiles, double windowSeconds) {
        List<CheckResult> results = new ArrayList<>();
        for (CheckDefinition check : tiles.getFirst().planned().checks()) {
            results.add(evaluate(check, tiles, windowSeconds));
        }
        return results;
    }

    private static CheckResult evaluate(CheckDefinition check, List<WorkloadFigures> tiles, double windowSeconds) {
        double above = sum(check.numerator(), tiles, windowSeconds);
        double below = sum(check.denominator(), tiles, windowSeconds);
        if (!(windowSeconds > 0) || !Double.isFinite(above) || !(below > 0) || !Double.isFinite(below)) {
            return CheckResult.of(check, null, null);
        }
        double exact = check.factor() * above / below;
        Double bound = CheckResult.nearerBound(check.lower(), check.upper(), exact);
        double value = bound == null ? Figures.rounded(exact) : Figures.roundedOnSide(exact, bound);
        boolean judged = check.isBounded() && below >= check.needed();
        return CheckResult.of(check, value, judged ? check.holds(value) : null);
    }

    private static double sum(List<CheckDefinition.Term> terms, List<WorkloadFigures> tiles, double windowSeconds) {
        double sum = 0;
        for (CheckDefinition.Term term : terms) {
            sum += value(term, tiles, windowSeconds);
        }
        return sum;
    }

    private static double value(CheckDefinition.Term term, List<WorkloadFigures> tiles, double windowSeconds) {
        return switch (term.source()) {
            case COUNTER ->
                tiles.stream()
                        .mapToLong(tile -> tile.counters().getOrDefault(term.name(), 0L))
                        .sum();
            case COMPLETED -> completed(term.name(), tiles);
            case USER_SECONDS -> users(tiles) * windowSeconds;
            case SECONDS -> windowSeconds;
            case ONE -> 1;
        };
    }

    private static double users(List<WorkloadFigures> tiles) {
        return tiles.stream().mapToDouble(tile -> users(tile.planned().load())).sum();
    }

    /** The number of users of a load; unknown (NaN) for an open load, and so is each sum that contains it. */
    private static double users(Load load) {
        return load instanceof Load.Closed ? LoadExpected.users(load) : Double.NaN;
    }

    private static long completed(String name, List<WorkloadFigures> tiles) {
        long ends = 0;
        for (WorkloadFigures tile : tiles) {
            for (LineTotals line : tile.lines()) {
                boolean counts = name.equals(MetricDefinition.ALL_OPERATIONS)
                        ? line.kind() == LineInterval.Kind.OPERATION
                        : name.equals(line.name());
                ends += counts ? line.totals().counts().okEnds() : 0;
            }
        }
        return ends;
    }

    public static void reasons(WorkloadResult workload, List<Reason> reasons) {
        Scope scope = workload.scope();
        for (CheckResult result : workload.checks()) {
            if (Boolean.FALSE.equals(result.met())) {
                double value = Objects.requireNonNull(result.value());
                double bound = missedBound(result, value);
                String message = scope + ": " + Words.of(result.name()) + " is "
                        + result.seen("")
                        + "; allowed is "
                        + result.bounds() + ". "
                        + sentence(result.description())
                        + "Look at the data of the SUT and at what it answered.";
                reasons.add(new Reason(AuditOrRule.CHECK, Severity.FAIL, scope, value, bound, result.unit(), message));
            }
        }
    }

    private static double missedBound(CheckResult check, double value) {
        Double upper = check.upper();
        return upper != null && value > upper ? upper : Objects.requireNonNull(check.lower());
    }

    private static String sentence(String description) {
        return description.isEmpty() ? "" : description.replaceFirst("\\.?$", ". ");
    }
}
