// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.forecast;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.aggregate.AgentInterval;
import org.plateaubench.engine.aggregate.Delivery;
import org.plateaubench.engine.judge.Blocks;
import org.plateaubench.engine.judge.audit.AgentAudits;
import org.plateaubench.engine.judge.audit.Audit;
import org.plateaubench.engine.judge.audit.CompletenessAudits;
import org.plateaubench.engine.judge.audit.LagAudits;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.audit.SteadinessAudits;
import org.plateaubench.engine.judge.figures.BestPossibleRest;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.total.SteadyStretches;
import org.plateaubench.engine.judge.figures.total.StoredHistograms;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Severity;
import org.plateaubench.engine.judge.rule.ConnectRules;
import org.plateaubench.engine.judge.rule.ErrorRules;
import org.plateaubench.engine.judge.rule.LimitRule;
import org.plateaubench.engine.judge.rule.OverloadRule;
import org.plateaubench.engine.judge.rule.PluginFaultRule;
import org.plateaubench.engine.judge.rule.SutFailureRule;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.engine.store.record.ErrorRecord;
import org.plateaubench.engine.store.record.RunEvent;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.engine.store.record.StoredIntervals;
import org.plateaubench.measure.interval.IntervalSnapshot;

/**
 * Forecasts the verdict of a run in progress. The judge's own rules are applied twice: to the steady state so far, for
 * likely reasons, and to the steady state so far with the best possible rest ({@link BestPossibleRest}), for certain
 * ones. A step or scored period is judged when it is over. Checks and audits that need the whole run are left to the
 * judge, except outages. The result depends only on the input. Not thread-safe.
 */
public final class Outlook {
    /**
     * The number of seconds before which nothing is called likely, because the first ones often differ from the rest.
     */
    private static final double LIKELY_SECONDS = 5;

    private static final Set<Rule> OF_AGENTS = Set.of(Rule.AGENT_CPU, Rule.THROTTLED, Rule.LONGEST_STALL);
    private static final Set<Rule> OF_ARRIVAL = Set.of(Rule.MISSING_INTERVALS, Rule.LOST_AGENTS);

    private final RunPlan plan;
    private final Window whole;
    private final List<OutlookPart> parts = new ArrayList<>();
    private final SteadyStretches stretches;
    private final StoredHistograms histograms = StoredHistograms.ofNothing();
    private final List<StoredInterval> intervals = new ArrayList<>();
    private final List<RunEvent> events = new ArrayList<>();
    private final List<RunEvent> sutFailures = new ArrayList<>();
    private final Map<List<String>, ErrorRecord> errors = new LinkedHashMap<>();
    private long seenNanos;
    private long missing;

    /** Creates the outlook of a run without data. */
    public Outlook(RunPlan plan) {
        this.plan = plan;
        PhaseTimes phases = plan.phases();
        // The wall-clock times are not read.
        whole = new Window(phases.steadyStartNanos(), phases.steadyEndNanos(), Instant.EPOCH, Instant.EPOCH);
        long intervalNanos = plan.interval().toNanos();
        stretches = new SteadyStretches(plan.workloads(), whole, intervalNanos);
        parts.add(new OutlookPart(plan.workloads(), intervalNanos, workload -> Extent.steady(whole)));
        for (PlannedWorkload workload : plan.workloads()) {
            for (int i = 1; i <= workload.load().steps().size(); i++) {
                int step = i;
                parts.add(new OutlookPart(
                        List.of(workload), intervalNanos, planned -> Extent.step(planned, step, whole)));
            }
        }
        for (int i = 1; i <= plan.periods().size(); i++) {
            int period = i;
            String name = plan.periods().get(i - 1).name();
            parts.add(new OutlookPart(
                    plan.workloads(), intervalNanos, workload -> Extent.period(workload, period, name, whole)));
        }
    }

    /** Adds an interval, in the order of time; an interval that was missing may follow as late. */
    public void interval(AgentInterval interval) {
        IntervalSnapshot snapshot = interval.snapshot();
        if (snapshot != null) {
            histograms.add(snapshot);
        }
        interval(StoredIntervals.of(interval));
    }

    /** Like {@link #interval(AgentInterval)}, but without the histograms. */
    void interval(StoredInterval interval) {
        seenNanos = Math.max(seenNanos, interval.endNanos());
        missing += interval.state() == Delivery.MISSING ? 1 : 0;
        missing -= interval.state() == Delivery.LATE ? 1 : 0;
        if (interval.state() != Delivery.MISSING) {
            parts.forEach(part -> part.add(interval));
            stretches.add(interval);
        }
        intervals.add(new StoredInterval(
                interval.agent(),
                interval.sequence(),
                interval.startNanos(),
                interval.endNanos(),
                interval.state(),
                interval.last(),
                List.of(),
                interval.health()));
    }

    /** Adds the histograms of intervals that were added without them. */
    void histograms(StoredHistograms added) {
        histograms.add(added);
    }

    /** Adds the latest count of a distinct error. */
    public void error(ErrorRecord error) {
        errors.put(error.key(), error);
    }

    /** Adds an event; lost agents and failed SUTs count. */
    public void event(RunEvent event) {
        (event.is(EventType.SUT_FAILED) ? sutFailures : events).add(event);
    }

    /** The forecasts: certain ones first, and within each group the most severe first. */
    public List<Forecast> foreseen() {
        List<Forecast> foreseen = new ArrayList<>();
        arrival().forEach(reason -> foreseen.add(new Forecast(reason.rule() == Rule.LOST_AGENTS, reason)));
        for (OutlookPart part : parts) {
            foreseen.addAll(foreseen(part));
        }
        outages().forEach(reason -> foreseen.add(new Forecast(false, reason)));
        failedSuts().forEach(reason -> foreseen.add(new Forecast(true, reason)));
        foreseen.sort(Comparator.comparing(Forecast::certain)
                .thenComparing(forecast -> forecast.reason().severity())
                .reversed());
        return foreseen;
    }

    private List<Forecast> foreseen(OutlookPart part) {
        List<Forecast> last = part.last();
        if (last != null) {
            return last;
        }
        Window seen = part.seen(seenNanos);
        List<Forecast> foreseen = seen == null ? List.of() : foreseen(part, seen);
        part.keep(foreseen, seenNanos, missing > 0);
        return foreseen;
    }

    private List<Forecast> foreseen(OutlookPart part, Window seen) {
        List<Forecast> foreseen = new ArrayList<>();
        List<WorkloadFigures> now = part.figures(histograms, seen);
        Map<String, Reason> likely = found(part, now, seen, true);
        Map<String, Reason> certain = likely.isEmpty()
                ? Map.of()
                : found(part, part.best(now, seen, seenNanos, missing > 0), part.window(), false);
        likely.forEach((key, reason) -> {
            Reason surely = certain.get(key);
            if (surely != null) {
                foreseen.add(new Forecast(true, worded(reason, surely.severity())));
            } else if (part.isOver(seen) || seen.seconds() >= LIKELY_SECONDS) {
                foreseen.add(new Forecast(false, reason));
            }
        });
        return foreseen;
    }

    /** The reasons for outages, which are only likely because the judgement depends on the SUT's later behaviour. */
    private List<Reason> outages() {
        List<SteadinessAudits.Ongoing> ongoing = new ArrayList<>();
        for (PlannedWorkload workload : plan.workloads()) {
            Scope scope = Scope.workload(workload.tile(), workload.name());
            stretches.forEachUntil(
                    seenNanos,
                    scope,
                    (blocks, seconds) -> ongoing.add(new SteadinessAudits.Ongoing(
                            new SteadinessAudits.Stretch(scope.in(blocks.portion()), blocks, false), seconds)));
        }
        return SteadinessAudits.outages(ongoing).stream().map(Reason::of).toList();
    }

    private List<Reason> failedSuts() {
        List<Reason> reasons = new ArrayList<>();
        SutFailureRule.apply(sutFailures, plan, reasons);
        return reasons.stream()
                .filter(reason -> reason.severity() != Severity.NOTE)
                .toList();
    }

    private static Reason worded(Reason reason, Severity severity) {
        return new Reason(
                reason.rule(),
                severity,
                reason.scope(),
                reason.value(),
                reason.bound(),
                reason.unit(),
                reason.message());
    }

    /** The reasons for missing data. Missing intervals may still arrive late, but a lost agent does not return. */
    private List<Reason> arrival() {
        if (missing == 0 && events.isEmpty()) {
            return List.of();
        }
        StoredRun run = new StoredRun(
                Path.of(""),
                plan.name(),
                Map.of(),
                Map.of(),
                intervals,
                events,
                List.of(),
                List.of(),
                List.of(),
                false,
                false);
        Timeline timeline = new Timeline(Timeline.CRASHED, List.of(), null, null, "", false);
        return new CompletenessAudits(plan, run, timeline)
                .audits().stream()
                        .filter(audit -> OF_ARRIVAL.contains(audit.rule()) && audit.voidsRun())
                        .map(Reason::of)
                        .toList();
    }

    /** The reasons of the judge's rules, without notes, by subject. */
    private Map<String, Reason> found(OutlookPart part, List<WorkloadFigures> figures, Window window, boolean soFar) {
        Map<String, Reason> found = new LinkedHashMap<>();
        List<Audit> audits = audits(part, figures, soFar);
        List<Reason> reasons = new ArrayList<>();
        audits.stream()
                .filter(audit -> audit.state() == Audit.State.VIOLATED)
                .forEach(audit -> reasons.add(Reason.of(audit)));
        List<ErrorRecord> records = List.copyOf(errors.values());
        ConnectRules connects = new ConnectRules(records);
        for (WorkloadFigures workload : figures) {
            List<Reason> ofWorkload = new ArrayList<>();
            if (part.isWhole()) {
                PluginFaultRule.apply(records, workload, window, ofWorkload);
            }
            if (soFar || !part.isWhole() || workload.planned().load().steps().isEmpty()) {
                connects.apply(workload, ofWorkload);
            }
            if (!part.isPeriod()) {
                OverloadRule.apply(workload, audits, ofWorkload);
            }
            new ErrorRules(ofWorkload, connects).apply(workload);
            ofWorkload.stream()
                    .filter(reason -> isEvident(reason, workload, window))
                    .forEach(reasons::add);
            limits(workload, window, soFar, found);
        }
        for (Reason reason : reasons) {
            if (reason.severity() != Severity.NOTE) {
                found.put(reason.rule() + " " + reason.scope() + " " + reason.unit(), reason);
            }
        }
        return found;
    }

    private List<Audit> audits(OutlookPart part, List<WorkloadFigures> figures, boolean soFar) {
        List<Audit> audits = new ArrayList<>();
        if (!part.isPeriod()) {
            figures.forEach(workload -> audits.addAll(LagAudits.of(workload)));
        }
        if (part.isWhole()) {
            new AgentAudits(intervals, whole)
                    .audits(plan.bounds(), Double.POSITIVE_INFINITY).stream()
                            .filter(audit -> OF_AGENTS.contains(audit.rule()))
                            .filter(audit -> soFar || audit.rule() == Rule.LONGEST_STALL)
                            .forEach(audits::add);
        }
        return audits;
    }

    /**
     * Whether a reason is evident so far: an operation that has not occurred or not succeeded may only be slow or rare.
     */
    private static boolean isEvident(Reason reason, WorkloadFigures workload, Window window) {
        String operation = reason.scope().operation();
        return switch (reason.rule()) {
            case NOT_OBSERVED -> false;
            case NO_SUCCESS ->
                operation == null
                        ? reason.unit().equals("users") || window.seconds() >= LimitOutlook.SLOW_SECONDS
                        : workload.lines().stream()
                                .anyMatch(line -> line.name().equals(operation) && LimitRule.isRateTested(line));
            default -> true;
        };
    }

    private static void limits(WorkloadFigures workload, Window window, boolean soFar, Map<String, Reason> found) {
        for (LineResult line : new Blocks(window).workload(workload, List.of()).lines()) {
            LimitOutlook.of(workload, line, window, soFar).forEach((limit, reason) -> {
                @Nullable Reason before = found.put(reason.scope() + " " + limit, reason);
                assert before == null : "a limit stands once on a line";
            });
        }
    }
}
