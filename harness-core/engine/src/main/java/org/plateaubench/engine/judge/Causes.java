// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.audit.Outage;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;

/**
 * Orders the reasons of a verdict by severity, and causes before their possible effects, which refer to their cause. A
 * cause in the harness that class dev only notes is as severe as its effects. Pure functions.
 */
final class Causes {
    /** The least share of the window for which a single stall of an agent affects the 99th percentiles. */
    private static final double MIN_STALL_SHARE = 0.01;

    private static final Set<AuditOrRule> LAG_EFFECTS =
            EnumSet.of(AuditOrRule.HARNESS_SHARE, AuditOrRule.HIDDEN_LIMIT, AuditOrRule.PACING, AuditOrRule.OVERLOAD);
    private static final Set<AuditOrRule> SLOW_AGENT_EFFECTS = with(
            LAG_EFFECTS,
            AuditOrRule.DISPATCH_LAG,
            AuditOrRule.COMPLETION_LAG,
            AuditOrRule.WAKE_UP_LAG,
            AuditOrRule.IN_FLIGHT,
            AuditOrRule.USER_TIME);
    private static final Set<AuditOrRule> SLOW_SUT_EFFECTS =
            EnumSet.of(AuditOrRule.NO_SUCCESS, AuditOrRule.OUTAGE, AuditOrRule.OVERLOAD, AuditOrRule.STEADINESS);
    private static final Set<AuditOrRule> FAILURE_EFFECTS = with(
            SLOW_SUT_EFFECTS,
            AuditOrRule.CONNECTED_USERS,
            AuditOrRule.ERROR_RATE,
            AuditOrRule.CHECK,
            AuditOrRule.LIMIT,
            AuditOrRule.NOT_OBSERVED);
    private static final Set<AuditOrRule> LITTLE_CPU_EFFECTS =
            with(SLOW_AGENT_EFFECTS, AuditOrRule.LONGEST_STALL, AuditOrRule.PROCESSOR_WAIT);
    private static final Set<AuditOrRule> LOST_AGENT_EFFECTS = with(
            FAILURE_EFFECTS,
            AuditOrRule.COMPLETED,
            AuditOrRule.MISSING_INTERVALS,
            AuditOrRule.STEADY_LENGTH,
            AuditOrRule.ARRIVALS,
            AuditOrRule.PERFORMED);
    private static final Set<AuditOrRule> STANDSTILL_EFFECTS = with(LITTLE_CPU_EFFECTS, AuditOrRule.CLOCK_ERROR);

    static {
        STANDSTILL_EFFECTS.addAll(LOST_AGENT_EFFECTS);
    }

    private final double windowSeconds;

    private Causes(double windowSeconds) {
        this.windowSeconds = windowSeconds;
    }

    private static Set<AuditOrRule> with(Set<AuditOrRule> rules, AuditOrRule... others) {
        Set<AuditOrRule> all = EnumSet.copyOf(rules);
        all.addAll(List.of(others));
        return all;
    }

    static List<Reason> ordered(List<Reason> reasons, double windowSeconds) {
        Causes causes = new Causes(windowSeconds);
        List<Reason> sorted = new ArrayList<>();
        reasons.forEach(reason -> sorted.add(causes.raised(reason, reasons)));
        sorted.sort(Comparator.comparing(Reason::severity)
                .reversed()
                .thenComparing(reason -> !causes.isStandstill(reason))
                .thenComparing(Reason::rule));
        return sorted.stream()
                .map(reason -> sorted.stream()
                        .filter(cause -> cause.severity() != Severity.NOTE
                                && cause.severity().compareTo(reason.severity()) >= 0
                                && causes.explains(cause, reason))
                        .findFirst()
                        .map(reason::effectOf)
                        .orElse(reason))
                .toList();
    }

    static AuditResult violationIfRaised(AuditResult audit, List<Reason> reasons) {
        boolean isRaised = audit.noted()
                && reasons.stream()
                        .anyMatch(reason -> reason.rule() == audit.rule()
                                && reason.scope().equals(audit.scope())
                                && reason.severity() == Severity.INVALID);
        return isRaised ? audit.noted(false) : audit;
    }

    private Reason raised(Reason reason, List<Reason> reasons) {
        Severity least = isStandstill(reason) ? Severity.FAIL : Severity.INVALID;
        boolean isRaised = reason.severity() == Severity.NOTE
                && reason.rule().isOfHarnessLoad()
                && reasons.stream()
                        .anyMatch(effect -> effect.severity().compareTo(least) >= 0 && explains(reason, effect));
        return isRaised ? reason.as(Severity.INVALID) : reason;
    }

    /** Whether an agent stalled for so long that the same stall of the SUT would be an outage. */
    private boolean isStandstill(Reason reason) {
        return reason.rule() == AuditOrRule.LONGEST_STALL && stallSeconds(reason) >= Outage.leastSeconds(windowSeconds);
    }

    private static double stallSeconds(Reason reason) {
        return reason.value() == null ? 0 : reason.value() / 1_000;
    }

    private boolean precedes(Reason cause, Reason effect) {
        boolean isFirst = cause.rule().compareTo(effect.rule()) < 0 || isStandstill(cause);
        return isFirst && !isStandstill(effect);
    }

    private boolean explains(Reason cause, Reason effect) {
        return precedes(cause, effect)
                && effects(cause).contains(effect.rule())
                && covers(cause.scope(), effect.scope());
    }

    private Set<AuditOrRule> effects(Reason cause) {
        return switch (cause.rule()) {
            case LONGEST_STALL ->
                isStandstill(cause)
                        ? STANDSTILL_EFFECTS
                        : stallSeconds(cause) >= MIN_STALL_SHARE * windowSeconds ? SLOW_AGENT_EFFECTS : Set.of();
            case CLOCK_STEP -> STANDSTILL_EFFECTS;
            case LOST_AGENTS -> LOST_AGENT_EFFECTS;
            case COMPLETED -> Set.of(AuditOrRule.STEADY_LENGTH, AuditOrRule.MISSING_INTERVALS);
            case STOLEN_TIME, THROTTLED, AGENT_CPU -> LITTLE_CPU_EFFECTS;
            case PROCESSOR_WAIT, DISPATCH_LAG, COMPLETION_LAG, WAKE_UP_LAG -> LAG_EFFECTS;
            case PLUGIN_FAULT, SUT_FAILED, OUTAGE -> FAILURE_EFFECTS;
            case CONNECTED_USERS -> SLOW_SUT_EFFECTS;
            case NO_SUCCESS -> Set.of(AuditOrRule.LIMIT, AuditOrRule.CHECK, AuditOrRule.NOT_OBSERVED);
            case OVERLOAD -> Set.of(AuditOrRule.STEADINESS, AuditOrRule.LIMIT);
            default -> Set.of();
        };
    }

    /** A cause of the whole window may have had no effect in a step or period. */
    private static boolean covers(Scope cause, Scope effect) {
        boolean isOfSameWorkload = cause.workload() == null
                || (cause.workload().equals(effect.workload()) && Objects.equals(cause.tile(), effect.tile()));
        return isOfSameWorkload
                && (cause.agent() == null
                        || effect.agent() == null
                        || cause.agent().equals(effect.agent()))
                && (cause.operation() == null || cause.operation().equals(effect.operation()))
                && (effect.portion() == null || effect.portion().equals(cause.portion()));
    }
}
