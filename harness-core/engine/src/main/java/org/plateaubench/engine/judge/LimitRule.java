// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.TimeTotals.Estimate;
import org.plateaubench.engine.figure.Words;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditOrRule.Bounds;
import org.plateaubench.engine.judge.figures.HarnessLag;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.LineResult.LimitResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.statistics.Nanos;

/** Evaluates limits on metrics of operations, and gives the reasons for a verdict. Pure functions. */
public final class LimitRule {
    static final String FIND_CAUSE = "Find the cause in the log of the SUT.";
    private static final String NONE_DUE = "Nothing was due.";

    private LimitRule() {}

    public static LimitResult evaluate(QosLimit limit, LineTotals line, HarnessLag lag) {
        LimitResult result = evaluate(limit, line);
        if (!limit.metric().isTime()) {
            return result;
        }
        double lagMs = Figures.millis(lag.nanosOf(limit));
        Double value = result.value();
        if (value == null || result.lowerBound() || !lag.hides(limit, value)) {
            return result.withLag(lagMs);
        }
        String reason = "The limit " + limit.operator().sign() + " "
                + Figures.bound(limit.bound(), limit.metric().unit())
                + " is below the precision of the harness in this run: its own lag alone has a "
                + limit.metricName() + " of " + Figures.text(lagMs, "ms") + ".";
        return result.withLag(lagMs).hidden(reason);
    }

    private static LimitResult evaluate(QosLimit limit, LineTotals line) {
        return switch (limit.metric()) {
            case PERCENTILE -> percentile(limit, line);
            case MEAN -> mean(limit, line);
            case MAX -> longest(limit, line);
            case ERRORS -> rate(limit, line, line.totals().failed());
            case DECLINED -> rate(limit, line, line.totals().counts().declined());
            case RATE ->
                line.totals().seconds() > 0
                        ? tested(
                                limit,
                                line.totals().counts().okEnds() / line.totals().seconds(),
                                false)
                        : LimitResult.untested(limit, null, "The steady state was not reached.");
        };
    }

    /** Whether there are enough attempts, or the time without a success is long enough, to judge a rate. */
    public static boolean isShareTested(LineTotals line) {
        return line.totals().intended() >= Bounds.RATE_NEEDS
                || Figures.seconds(line.longestFailingNanos()) >= Bounds.NO_SUCCESS_SECONDS;
    }

    private static LimitResult percentile(QosLimit limit, LineTotals line) {
        Estimate estimate = line.totals().response().percentile(limit.percentile());
        if (estimate == null) {
            return nothingMeasured(limit, line);
        }
        return time(limit, Figures.millis(estimate.nanos()), estimate.lowerBound());
    }

    private static LimitResult longest(QosLimit limit, LineTotals line) {
        TimeTotals times = line.totals().response();
        return times.ranked() == 0
                ? nothingMeasured(limit, line)
                : time(limit, Figures.millis(times.longestNanos()), times.censored() > 0);
    }

    /** The result of a limit on a mean, which counts each censored operation with the longest known wait. */
    private static LimitResult mean(QosLimit limit, LineTotals line) {
        TimeTotals times = line.totals().response();
        if (times.ranked() == 0) {
            return nothingMeasured(limit, line);
        }
        double measured = times.measured() == 0 ? 0 : times.sumNanos();
        double mean = (measured + (double) times.censored() * times.longestNanos()) / times.ranked();
        return tested(limit, mean / Nanos.PER_MILLI, times.censored() > 0);
    }

    /** The result of a limit on a time. A time for which only a lower bound is known never meets an upper limit. */
    public static LimitResult time(QosLimit limit, double valueMs, boolean lowerBound) {
        return LimitResult.tested(
                limit, valueMs, lowerBound, !(lowerBound && limit.isUpper()) && holds(limit, valueMs));
    }

    private static LimitResult rate(QosLimit limit, LineTotals line, long part) {
        if (line.totals().intended() == 0) {
            return LimitResult.untested(limit, null, NONE_DUE);
        }
        return isShareTested(line)
                ? tested(limit, 100.0 * part / line.totals().intended(), false)
                : LimitResult.untested(
                        limit,
                        Figures.percent(part, line.totals().intended()),
                        Figures.text(line.totals().intended()) + " attempts are too few for a test; "
                                + Figures.text(Bounds.RATE_NEEDS) + " are needed.");
    }

    /** The result if there is no time: a limit is missed if all attempts failed, and not tested if there were none. */
    private static LimitResult nothingMeasured(QosLimit limit, LineTotals line) {
        return line.totals().intended() == 0
                ? LimitResult.untested(limit, null, NONE_DUE)
                : LimitResult.tested(limit, null, false, false);
    }

    private static LimitResult tested(QosLimit limit, double value, boolean lowerBound) {
        double shown = Figures.roundedOnSide(value, limit.bound());
        return LimitResult.tested(limit, shown, lowerBound, holds(limit, shown));
    }

    private static boolean holds(QosLimit limit, double value) {
        return limit.operator().holds(value, limit.bound());
    }

    public static void addReasons(Scope scope, LineResult line, List<Reason> reasons) {
        for (LimitResult result : line.limits()) {
            if (result.isHidden()) {
                reasons.add(hidden(scope, result));
            }
            if (Boolean.FALSE.equals(result.met())) {
                reasons.add(reason(AuditOrRule.LIMIT, Severity.FAIL, scope, result, message(scope, line, result)));
            }
        }
    }

    private static Reason hidden(Scope scope, LimitResult result) {
        String message = scope.words() + ": whether " + result.limit() + " was met cannot be determined. "
                + result.untested()
                + " Give the agent more CPU, lower the load, or set a limit that this harness can resolve.";
        return reason(AuditOrRule.HIDDEN_LIMIT, Severity.INVALID, scope, result, message);
    }

    private static Reason reason(AuditOrRule rule, Severity severity, Scope scope, LimitResult result, String message) {
        QosLimit limit = result.limit();
        String unit = limit.metric().unit();
        return new Reason(rule, severity, scope, result.value(), limit.bound(), unit, message);
    }

    private static String message(Scope scope, LineResult line, LimitResult result) {
        QosLimit limit = result.limit();
        Double value = result.value();
        String where = where(
                line.errorsByClass(), line.count(OperationColumns.ABANDONED), line.count(OperationColumns.DROPPED));
        String required = "the limit is " + limit.operator().sign() + " "
                + Figures.bound(limit.bound(), limit.metric().unit()) + ".";
        if (value == null) {
            return scope.words() + ": no attempt has a " + limit.metricName() + "; " + required + " " + where
                    + FIND_CAUSE;
        }
        String finding = scope.words() + ": " + limit.metricName() + " is " + result.valueText("") + "; " + required;
        return finding + " "
                + (result.lowerBound() ? unfinished(line, limit) : share(result, value) + advice(limit, where));
    }

    /** The possible share of the harness in a time that missed its limit; empty when it is small. */
    private static String share(LimitResult result, double value) {
        Double lagMs = result.lagMs();
        if (lagMs == null || lagMs <= HarnessLag.LIMITED * value) {
            return "";
        }
        return "Up to " + Figures.text(lagMs, "ms") + " of it may be the harness's own lag, without which it would "
                + (holds(result.limit(), value - lagMs) ? "be met. " : "be missed too. ");
    }

    private static String advice(QosLimit limit, String where) {
        return switch (limit.metric()) {
            case PERCENTILE, MEAN, MAX -> "Lower the load, or find out what made the SUT slow.";
            case ERRORS -> where + FIND_CAUSE;
            case DECLINED -> "The SUT refused more than expected: look at its data and the workload's parameters.";
            case RATE -> "Request more of it, or give the SUT more resources if it did not sustain what was requested.";
        };
    }

    /** Notes operations that are so rare that their absence is not a fault, although their limits were not tested. */
    public static void addUntested(List<WorkloadResult> workloads, List<Reason> reasons) {
        for (WorkloadResult workload : workloads) {
            Scope scope = workload.scope();
            if (workload.all().count(OperationColumns.INTENDED) == 0) {
                continue; // No operation at all was due, which has its own reason.
            }
            List<String> names = workload.lines().stream()
                    .filter(line -> line.count(OperationColumns.INTENDED) == 0
                            && !line.limits().isEmpty())
                    .map(LineResult::name)
                    .filter(name -> reasons.stream()
                            .noneMatch(reason -> reason.rule() == AuditOrRule.NOT_OBSERVED
                                    && reason.scope().equals(workload.scope(name))))
                    .toList();
            if (!names.isEmpty()) {
                String message = scope + ": the limits of "
                        + String.join(", ", names.stream().map(Words::of).toList())
                        + " were not tested, since none of these operations was due in the steady state. Use"
                        + " a longer steady state or more load.";
                reasons.add(new Reason(AuditOrRule.LIMIT, Severity.NOTE, scope, 0.0, null, "operations", message));
            }
        }
    }

    static String where(Map<String, Long> errorsByClass, long abandoned, long dropped) {
        StringBuilder sentences = new StringBuilder();
        if (!errorsByClass.isEmpty()) {
            String classes = errorsByClass.entrySet().stream()
                    .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                    .map(error -> Figures.text(error.getValue()) + " " + error.getKey())
                    .collect(Collectors.joining(", "));
            sentences.append("Errors: ").append(classes).append(". ");
        }
        if (dropped > 0) {
            sentences
                    .append(Figures.text(dropped))
                    .append(" of them were never started but dropped, since the queue was full. ");
        }
        if (abandoned > 0) {
            sentences
                    .append(Figures.text(abandoned))
                    .append(" of them were abandoned: they had not started or not ended when the drain was over. ");
        }
        return sentences.toString();
    }

    /** The operations that did not end, because of which only a lower bound of a time is known. */
    private static String unfinished(LineResult line, QosLimit limit) {
        long abandoned = line.count(OperationColumns.ABANDONED);
        long dropped = line.count(OperationColumns.DROPPED);
        List<String> parts = new ArrayList<>();
        add(parts, Math.max(0, line.count(OperationColumns.CENSORED) - abandoned - dropped), "timed out");
        add(parts, abandoned, "abandoned");
        add(parts, dropped, "dropped");
        String part = limit.metric() == QosLimit.Metric.MEAN
                ? "It includes the waits of operations that did not end in time: "
                : "It falls among operations that did not end in time, and so misses the limit: ";
        return part + String.join(", ", parts) + ". Find out why these did not end.";
    }

    private static void add(List<String> parts, long count, String what) {
        if (count > 0) {
            parts.add(Figures.text(count) + " " + what);
        }
    }
}
