// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.audit.steadiness.Outage;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;

/**
 * Orders the reasons of a verdict by severity, and causes before their possible effects, which refer to their cause. A
 * cause on the side of the harness that class dev only notes is as severe as its effects. Pure functions.
 */
final class Causes {
    /** The share of the window from which on a single stop of an agent affects the 99th percentiles. */
    private static final double SHARE = 0.01;

    private static final Set<Rule> OF_SLOW_AGENT = EnumSet.of(
            Rule.PROCESSOR_WAIT,
            Rule.DISPATCH_LAG,
            Rule.COMPLETION_LAG,
            Rule.WAKE_UP_LAG,
            Rule.HARNESS_SHARE,
            Rule.HIDDEN_LIMIT,
            Rule.PACING,
            Rule.IN_FLIGHT,
            Rule.USER_TIME);
    private static final Set<Rule> OF_STANDSTILL =
            with(OF_SLOW_AGENT, Rule.CLOCK_ERROR, Rule.MISSING_INTERVALS, Rule.ARRIVALS, Rule.OUTAGE, Rule.STEADINESS, Rule.OVERLOAD, Rule.LIMIT, Rule.CONNECTED_USERS);
    private static final Set<Rule> OF_LITTLE_CPU = with(OF_SLOW_AGENT, Rule.LONGEST_STALL, Rule.OVERLOAD);
    private static final Set<Rule> OF_LAG = EnumSet.of(Rule.HARNESS_SHARE, Rule.HIDDEN_LIMIT, Rule.PACING, Rule.OVERLOAD);
    private static final Set<Rule> OF_FAILURE =
            EnumSet.of(Rule.CONNECTED_USERS, Rule.OUTAGE, Rule.NO_SUCCESS, Rule.ERROR_RATE, Rule.OVERLOAD, Rule.CHECK, Rule.STEADINESS, Rule.LIMIT, Rule.NOT_OBSERVED, Rule.NOTHING_VERIFIED);

    private static final Set<Rule> NONE = EnumSet.noneOf(Rule.class);

    /** A rule and those whose violation may be an effect of its own, in the order of the reasons of a run. */
    private record Cause(Rule rule, Set<Rule> effects) {}

    private static final List<Cause> ORDER = List.of(
            new Cause(Rule.STORED_FILES, NONE),
            new Cause(Rule.PLUGIN_FAULT, with(OF_FAILURE, Rule.RECONCILIATION, Rule.PERFORMED)),
            new Cause(Rule.CLOCK_STEP, with(OF_STANDSTILL, Rule.LONGEST_STALL)),
            new Cause(
                    Rule.LOST_AGENTS,
                    with(OF_FAILURE, Rule.COMPLETED, Rule.MISSING_INTERVALS, Rule.STEADY_LENGTH, Rule.ARRIVALS, Rule.PERFORMED, Rule.RECONCILIATION)),
            new Cause(Rule.COMPLETED, EnumSet.of(Rule.STEADY_LENGTH, Rule.MISSING_INTERVALS)),
            new Cause(Rule.STOLEN_TIME, OF_LITTLE_CPU),
            new Cause(Rule.THROTTLED, OF_LITTLE_CPU),
            new Cause(Rule.AGENT_CPU, OF_LITTLE_CPU),
            new Cause(Rule.LONGEST_STALL, OF_SLOW_AGENT),
            new Cause(Rule.PROCESSOR_WAIT, OF_LAG),
            new Cause(Rule.MISSING_INTERVALS, NONE),
            new Cause(Rule.STEADY_LENGTH, NONE),
            new Cause(Rule.CLOCK_ERROR, NONE),
            new Cause(Rule.DISPATCH_LAG, OF_LAG),
            new Cause(Rule.COMPLETION_LAG, OF_LAG),
            new Cause(Rule.WAKE_UP_LAG, OF_LAG),
            new Cause(Rule.SUT_FAILED, OF_FAILURE),
            new Cause(Rule.RECONCILIATION, NONE),
            new Cause(Rule.CONNECTED_USERS, EnumSet.of(Rule.NO_SUCCESS, Rule.OUTAGE, Rule.OVERLOAD, Rule.STEADINESS, Rule.NOT_OBSERVED)),
            new Cause(Rule.OUTAGE, EnumSet.of(Rule.ERROR_RATE, Rule.NO_SUCCESS, Rule.OVERLOAD, Rule.STEADINESS, Rule.LIMIT)),
            new Cause(Rule.NO_SUCCESS, EnumSet.of(Rule.LIMIT, Rule.CHECK, Rule.NOT_OBSERVED, Rule.NOTHING_VERIFIED)),
            new Cause(Rule.ERROR_RATE, NONE),
            new Cause(Rule.DECLINED_RATE, NONE),
            new Cause(Rule.OVERLOAD, EnumSet.of(Rule.STEADINESS, Rule.LIMIT)),
            new Cause(Rule.CHECK, NONE),
            new Cause(Rule.STEADINESS, NONE),
            new Cause(Rule.LIMIT, NONE));

    private Causes() {}

    private static Set<Rule> with(Set<Rule> rules, Rule... more) {
        Set<Rule> all = EnumSet.copyOf(rules);
        all.addAll(List.of(more));
        return all;
    }

    /**
     * The reasons in the order in which they are shown.
     *
     * @param windowSeconds length of the steady window, 0 if it was never reached
     */
    static List<Reason> ordered(List<Reason> reasons, double windowSeconds) {
        List<Reason> causes = new ArrayList<>();
        for (Reason reason : reasons) {
            causes.add(raised(reason, reasons, windowSeconds));
        }
        causes.sort(Comparator.comparing(Reason::severity)
                .reversed()
                .thenComparing(reason -> rank(reason, windowSeconds)));
        List<Reason> ordered = new ArrayList<>();
        for (Reason reason : causes) {
            Reason cause = causes.stream()
                    .filter(other -> other.severity().compareTo(reason.severity()) >= 0
                            && other.severity() != Severity.NOTE
                            && rank(other, windowSeconds) < rank(reason, windowSeconds)
                            && explains(other, reason, windowSeconds))
                    .findFirst()
                    .orElse(null);
            ordered.add(cause == null ? reason : reason.effectOf(cause));
        }
        return ordered;
    }

    /** The audit, which is not only noted if its reason makes the run invalid. */
    static Audit asJudged(Audit audit, List<Reason> reasons) {
        boolean isRaised = audit.noted()
                && reasons.stream()
                        .anyMatch(reason -> reason.rule() == audit.rule()
                                && reason.scope().equals(audit.scope())
                                && reason.severity() == Severity.INVALID);
        return isRaised ? audit.asViolation() : audit;
    }

    private static Reason raised(Reason reason, List<Reason> reasons, double windowSeconds) {
        boolean isRaised = reason.severity() == Severity.NOTE
                && (reason.rule().isOfHarnessLoad())
                && reasons.stream()
                        .anyMatch(other -> (other.severity() == Severity.INVALID
                                        || (other.severity() == Severity.FAIL && isStandstill(reason, windowSeconds)))
                                && explains(reason, other, windowSeconds));
        return isRaised ? reason.as(Severity.INVALID) : reason;
    }

    /** Whether an agent stood still for so long that the same of a SUT would be an outage. */
    private static boolean isStandstill(Reason reason, double windowSeconds) {
        return reason.rule() == Rule.LONGEST_STALL && stopSeconds(reason) >= Outage.leastSeconds(windowSeconds);
    }

    private static double stopSeconds(Reason reason) {
        return reason.value() == null ? 0 : reason.value() / 1_000;
    }

    private static int rank(Reason reason, double windowSeconds) {
        for (int i = 0; i < ORDER.size(); i++) {
            if (ORDER.get(i).rule() == reason.rule()) {
                return isStandstill(reason, windowSeconds) ? 0 : i;
            }
        }
        return ORDER.size();
    }

    private static boolean explains(Reason cause, Reason effect, double windowSeconds) {
        if (cause.rule() == Rule.LONGEST_STALL && stopSeconds(cause) < SHARE * windowSeconds) {
            return false;
        }
        return effects(cause, windowSeconds).contains(effect.rule()) && covers(cause.scope(), effect.scope());
    }

    private static Set<Rule> effects(Reason cause, double windowSeconds) {
        return isStandstill(cause, windowSeconds)
                ? OF_STANDSTILL
                : ORDER.stream()
                        .filter(each -> each.rule() == cause.rule())
                        .map(Cause::effects)
                        .findFirst()
                        .orElse(NONE);
    }

    /**
     * Whether a cause concerns the subject of an effect. A cause of the whole window may have had no effect in a step or
     * period.
     */
    private static boolean covers(Scope cause, Scope effect) {
        boolean isOfSameWorkload = cause.workload() == null
                || (cause.workload().equals(effect.workload()) && equal(cause.tile(), effect.tile()));
        return isOfSameWorkload
                && (cause.agent() == null || effect.agent() == null || cause.agent().equals(effect.agent()))
                && (cause.operation() == null || cause.operation().equals(effect.operation()))
                && (effect.portion() == null || effect.portion().equals(cause.portion()));
    }

    private static boolean equal(@Nullable Integer one, @Nullable Integer other) {
        return one == null ? other == null : one.equals(other);
    }
}
