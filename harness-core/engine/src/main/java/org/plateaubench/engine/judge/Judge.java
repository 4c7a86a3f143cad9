// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.figure.Figure;
import org.plateaubench.engine.figure.OperationColumns;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.judge.audit.AgentAudits;
import org.plateaubench.engine.judge.audit.AgentAudits.AgentHosts;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.audit.AuditOrRule.Bounds;
import org.plateaubench.engine.judge.audit.AuditResult;
import org.plateaubench.engine.judge.audit.CompletenessAudits;
import org.plateaubench.engine.judge.audit.LagAudits;
import org.plateaubench.engine.judge.audit.ReconciliationRow;
import org.plateaubench.engine.judge.audit.ScheduleAudits;
import org.plateaubench.engine.judge.figures.EventEffects;
import org.plateaubench.engine.judge.figures.Extent;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.SteadyWindows;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadTotals;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.judge.result.HostResult;
import org.plateaubench.engine.judge.result.HostResult.SourceResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Judgement.AggregateResult;
import org.plateaubench.engine.judge.result.Judgement.HarnessResult;
import org.plateaubench.engine.judge.result.Judgement.PeriodResult;
import org.plateaubench.engine.judge.result.LimitedBy;
import org.plateaubench.engine.judge.result.LineResult;
import org.plateaubench.engine.judge.result.PowerResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.ScoreOutcome.ScoreResult;
import org.plateaubench.engine.judge.result.Scores;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.judge.result.WorkloadResult;
import org.plateaubench.engine.judge.result.WorkloadResult.LagSummary;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEnvironment;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.wire.IntervalBytes;

/** Judges a stored run. A pure function of the run folder: the same run always gets the same judgement. */
public final class Judge {
    /** The version of the rules, increased whenever the judgement of a run may change. */
    public static final String VERSION = "1";

    private static final Pattern USER = Pattern.compile("\\b[Uu]ser \\d+\\b");

    private final StoredRun run;
    private final RunPlan plan;
    private final Timeline timeline;
    private final Map<String, WorkloadTotals> totals = new HashMap<>();
    private final SteadyWindows steadyWindows;
    private final EventEffects effects;

    private Judge(StoredRun run, RunPlan plan) {
        this.run = run;
        this.plan = plan;
        timeline = Timeline.of(run, plan.phases());
        plan.workloads()
                .forEach(workload -> totals.put(workload.scope(), new WorkloadTotals(workload, extents(workload))));
        steadyWindows = new SteadyWindows(plan.workloads(), timeline.window(), run.intervals());
        effects = new EventEffects(run, plan, timeline.window());
    }

    public static Judgement judge(StoredRun run) {
        Judge judge = new Judge(run, RunPlan.fromTree(run.plan()));
        judge.measure();
        return judge.judgement();
    }

    private List<Extent> extents(PlannedWorkload workload) {
        List<Extent> extents = new ArrayList<>(List.of(Extent.steady(timeline.window())));
        for (int step = 1; step <= workload.load().steps().size(); step++) {
            extents.add(Extent.step(workload, step, timeline.window()));
        }
        for (int period = 1; period <= plan.periods().size(); period++) {
            extents.add(Extent.period(
                    workload, period, plan.periods().get(period - 1).name(), timeline.window()));
        }
        return extents;
    }

    /** Reads the intervals, a second time if there are figures that need the totals of the first reading. */
    private void measure() {
        forEachWorkload(IntervalBytes.Detail.COMPLETE, (scope, interval, workload) -> {
            Objects.requireNonNull(totals.get(scope)).add(interval, workload);
            steadyWindows.add(scope, interval, workload);
            effects.add(interval, workload);
        });
        if (steadyWindows.divide()) {
            forEachWorkload(IntervalBytes.Detail.RESPONSES, steadyWindows::addTimes);
        }
    }

    @FunctionalInterface
    private interface Measured {
        void add(String scope, StoredInterval interval, WorkloadInterval workload);
    }

    private void forEachWorkload(IntervalBytes.Detail detail, Measured measured) {
        run.forEachIntervalInParallel(plan.workloadNames(), detail, interval -> {
            for (WorkloadInterval workload : interval.workloads()) {
                measured.add(workload.tile() + "/" + workload.workload(), interval, workload);
            }
        });
    }

    private Judgement judgement() {
        ResultBuilder builder = new ResultBuilder(timeline.window());
        List<WorkloadFigures> figures = figures();
        List<List<WorkloadFigures>> steps = figures.stream().map(this::steps).toList();
        List<WorkloadResult> workloads =
                figures.parallelStream().map(builder::workload).toList();
        List<WorkloadFigures> stepFigures = steps.stream().flatMap(List::stream).toList();
        AgentHosts agentHosts = new AgentHosts(run.events());
        AgentAudits agents = new AgentAudits(run.intervals(), timeline.window(), agentHosts);
        List<ReconciliationRow> comparisons = figures.stream()
                .flatMap(workload -> ReconciliationRow.of(run.events(), workload.scope()).stream())
                .toList();
        List<AuditResult> audits = audits(figures, stepFigures, agents, agentHosts);
        audits.addAll(ReconciliationRow.audits(comparisons, figures));
        List<Scores.ScoredPeriod> scored = ResultBuilder.periods(plan, timeline.window(), this::figures);
        List<PeriodResult> periods = scored.stream().map(ResultBuilder::period).toList();
        List<WorkloadFigures> completePeriods = scored.stream()
                .filter(Scores.ScoredPeriod::complete)
                .flatMap(period -> period.figures().stream())
                .toList();
        List<Reason> reasons = reasons(figures, stepFigures, workloads, periods, completePeriods, audits, comparisons);
        audits.replaceAll(audit -> Causes.violationIfRaised(audit, reasons));
        Verdict verdict = verdict(reasons);
        List<HostResult> hosts = TelemetryFigures.hosts(run, plan, timeline.window());
        List<AggregateResult> aggregates = builder.aggregates(figures);
        ScoreResult score = score(figures, scored, verdict, reasons);
        PowerResult power = PowerFigures.of(run, plan, timeline.window(), aggregates, periods, score);
        List<SourceResult> sources = TelemetryFigures.sources(run, plan, timeline.window());
        return new Judgement(
                Judgement.SCHEMA,
                run.runId(),
                plan.id(),
                plan.name(),
                timeline.status(),
                plan.runClass().label(),
                plan.classReasons(),
                notes(hosts, sources, power),
                verdict,
                conclusion(workloads, verdict, reasons, audits),
                reasons,
                audits,
                comparisons,
                timeline.spans(),
                timeline.window(),
                periods,
                withSteps(workloads, steps, reasons),
                aggregates,
                hosts,
                power,
                effects.results(),
                sources,
                timeline.window() == null
                        ? null
                        : LimitedBy.of(new LimitedBy.Evidence(
                                run.telemetry(), timeline.window(), hosts, sources, workloads, reasons)),
                harness(figures, agents),
                new Judgement.JudgedBy(VERSION),
                score,
                OperationColumns.ALL.stream().map(Figure::declared).toList());
    }

    private Conclusion conclusion(
            List<WorkloadResult> workloads, Verdict verdict, List<Reason> reasons, List<AuditResult> audits) {
        OptionalDouble others = timeline.window() == null
                ? OptionalDouble.empty()
                : AgentAudits.meanPercent(run.telemetry(), timeline.window(), HostCpuMeter.OTHERS);
        return Conclusion.of(new Conclusion.Facts(
                timeline,
                verdict,
                workloads,
                reasons,
                audits,
                others.orElse(0) < Bounds.OTHERS_PERCENT ? null : Double.valueOf(others.getAsDouble())));
    }

    private HarnessResult harness(List<WorkloadFigures> figures, AgentAudits agents) {
        Map<String, Calibration> calibrations =
                new TreeMap<>(RunEnvironment.of(run.environment()).calibrations());
        return new HarnessResult(
                lagMs(figures, WorkloadFigures::dispatchLag),
                lagMs(figures, WorkloadFigures::completionLag),
                lagMs(figures, WorkloadFigures::wakeUpLag),
                agents.longestStallMs(),
                agents.cpuShare(),
                agents.cpu(),
                calibrations.isEmpty() ? null : calibrations);
    }

    private static @Nullable Map<String, Double> lagMs(
            List<WorkloadFigures> figures, Function<WorkloadFigures, TimeTotals> lag) {
        return LagSummary.millis(TimeTotals.sum(figures.stream().map(lag).toList()));
    }

    private @Nullable ScoreResult score(
            List<WorkloadFigures> figures, List<Scores.ScoredPeriod> scored, Verdict verdict, List<Reason> reasons) {
        boolean isComplete = timeline.isComplete();
        List<String> objections = reasons.stream()
                .filter(reason -> reason.severity().verdict() != Verdict.PASS)
                .map(Reason::message)
                .toList();
        Scores.ScoredPeriod whole = new Scores.ScoredPeriod("", timeline.window(), isComplete, figures);
        return Scores.of(plan, whole, scored, run, verdict.label(), objections);
    }

    private List<Judgement.Note> notes(
            List<HostResult> hosts, List<SourceResult> sources, @Nullable PowerResult power) {
        List<Judgement.Note> notes = new ArrayList<>();
        run.events().stream()
                .filter(event -> event.is(EventType.PREFLIGHT_NOTE))
                .forEach(event -> notes.add(new Judgement.Note(event.scope(), event.message())));
        notes.addAll(TelemetryFigures.hostNotes(run, hosts));
        notes.addAll(PowerFigures.notes(power));
        notes.addAll(TelemetryFigures.sourceNotes(run, sources));
        run.events().stream()
                .filter(event -> event.is(EventType.FAULT) || event.is(EventType.USER_FAILED))
                .forEach(event -> notes.add(faultNote(event)));
        return Judgement.Note.merged(notes);
    }

    private List<WorkloadFigures> figures() {
        return plan.workloads().parallelStream()
                .map(workload -> figures(workload, Extent.steady(timeline.window())))
                .toList();
    }

    private WorkloadFigures figures(PlannedWorkload workload, Extent extent) {
        return Objects.requireNonNull(totals.get(workload.scope())).figures(extent);
    }

    private List<WorkloadFigures> steps(WorkloadFigures steady) {
        PlannedWorkload workload = steady.planned();
        return IntStream.rangeClosed(1, workload.load().steps().size())
                .mapToObj(step -> figures(workload, Extent.step(workload, step, timeline.window())))
                .toList();
    }

    private static List<WorkloadResult> withSteps(
            List<WorkloadResult> workloads, List<List<WorkloadFigures>> steps, List<Reason> reasons) {
        return IntStream.range(0, workloads.size())
                .mapToObj(i -> workloads
                        .get(i)
                        .with(steps.get(i).stream()
                                .map(step -> ResultBuilder.step(step, verdictOf(step, reasons)))
                                .toList()))
                .toList();
    }

    /** The verdict of a single step of a schedule, null when it was not reached or cut off. */
    private static @Nullable Verdict verdictOf(WorkloadFigures step, List<Reason> reasons) {
        return step.extent().complete()
                ? verdict(reasons.stream()
                        .filter(reason -> step.scope().equals(reason.scope().ofWorkload()))
                        .toList())
                : null;
    }

    private List<AuditResult> audits(
            List<WorkloadFigures> figures, List<WorkloadFigures> steps, AgentAudits agents, AgentHosts agentHosts) {
        List<AuditResult> audits = new ArrayList<>(new CompletenessAudits(plan, run, timeline).audits());
        ScheduleAudits schedule = new ScheduleAudits(plan, timeline, audits);
        figures.forEach(workload -> audits.addAll(CompletenessAudits.of(workload)));
        figures.forEach(workload -> audits.addAll(LagAudits.of(workload)));
        steps.forEach(step -> audits.addAll(LagAudits.of(step)));
        boolean isVoiding = plan.runClass() != RunClass.DEV;
        Stream.concat(figures.stream(), steps.stream()).forEach(part -> audits.add(LagAudits.share(part, isVoiding)));
        audits.addAll(agents.audits(
                plan.bounds(),
                plan.workloads().stream()
                        .mapToDouble(PlannedWorkload::lagBoundMs)
                        .min()
                        .orElse(Double.POSITIVE_INFINITY)));
        audits.add(AgentAudits.stolen(
                run.telemetry(), agentHosts.hosts(plan.drivingAgents()), timeline.window(), plan.bounds()));
        audits.addAll(schedule.audits(figures, agents.longestStallMs(), agentHosts));
        Map<Scope, Boolean> overloaded = new HashMap<>();
        figures.forEach(workload -> overloaded.put(workload.scope(), isOverloaded(workload)));
        // A queue that was full in a step may be empty again at the end of the window.
        steps.forEach(step -> overloaded.merge(step.scope().in(null), isOverloaded(step), Boolean::logicalOr));
        audits.addAll(schedule.steadiness(steadyWindows, figures, overloaded));
        return audits;
    }

    private boolean isOverloaded(WorkloadFigures workload) {
        List<Reason> reasons = new ArrayList<>();
        new ErrorRules(reasons, new ConnectRules(run.errors())).apply(workload);
        for (LineResult line : ResultBuilder.lines(workload)) {
            LimitRule.addReasons(workload.scope(line.name()), line, reasons);
        }
        return OverloadRule.isOverloaded(
                workload, reasons.stream().anyMatch(reason -> reason.severity() == Severity.FAIL));
    }

    private List<Reason> reasons(
            List<WorkloadFigures> figures,
            List<WorkloadFigures> steps,
            List<WorkloadResult> workloads,
            List<PeriodResult> periods,
            List<WorkloadFigures> periodFigures,
            List<AuditResult> audits,
            List<ReconciliationRow> comparisons) {
        List<Reason> reasons = new ArrayList<>();
        audits.stream()
                .filter(audit -> audit.state() == AuditResult.State.VIOLATED
                        && audit.rule() != AuditOrRule.RECONCILIATION
                        && !isExplainedByEnd(audit))
                .forEach(audit -> reasons.add(Reason.of(audit)));
        VerificationRule.addComparisons(comparisons, plan.runClass(), reasons);
        Window window = timeline.window();
        VerificationRule.addDoubts(run.events(), reasons);
        String certain = timeline.certainFailure();
        if (window != null || certain != null) {
            FaultRules.checkSuts(run.events(), plan, reasons);
        }
        if (window != null) {
            ConnectRules connects = new ConnectRules(run.errors());
            ErrorRules errors = new ErrorRules(reasons, connects);
            figures.forEach(workload -> FaultRules.checkPlugin(run.errors(), workload, window, reasons));
            figures.forEach(workload -> connects.apply(workload, reasons));
            figures.forEach(workload -> OverloadRule.apply(workload, audits, reasons));
            figures.forEach(workload -> VerificationRule.addPreventedComparisons(run.events(), workload, reasons));
            workloads.forEach(workload -> addResultReasons(workload, reasons));
            figures.forEach(errors::apply);
            LimitRule.addUntested(workloads, reasons);
            for (WorkloadFigures step : steps) {
                if (step.extent().complete()) {
                    OverloadRule.apply(step, audits, reasons);
                    ResultBuilder.lines(step)
                            .forEach(line -> LimitRule.addReasons(step.scope(line.name()), line, reasons));
                    connects.apply(step, reasons);
                    errors.apply(step);
                }
            }
            ConnectRules.checkWaitingUsers(figures, reasons);
            ResultBuilder.addPeriodReasons(periods, reasons);
            for (WorkloadFigures period : periodFigures) {
                connects.apply(period, reasons);
                errors.apply(period);
            }
        }
        if (certain != null && verdict(reasons) == Verdict.PASS) {
            reasons.add(new Reason(AuditOrRule.COMPLETED, Severity.INVALID, Scope.RUN, null, null, "", certain));
        }
        if (window != null && timeline.isComplete()) {
            VerificationRule.apply(plan, workloads, comparisons, reasons);
        }
        return Causes.ordered(reasons, window == null ? 0 : window.seconds());
    }

    private static void addResultReasons(WorkloadResult workload, List<Reason> reasons) {
        for (LineResult line : workload.lines()) {
            LimitRule.addReasons(workload.scope(line.name()), line, reasons);
        }
        VerificationRule.addMissedChecks(workload, reasons);
    }

    /** Whether an audit is violated only because the run was not completed; one reason is enough for that. */
    private boolean isExplainedByEnd(AuditResult audit) {
        boolean isCutShort = audit.rule() == AuditOrRule.STEADY_LENGTH
                || (audit.rule() == AuditOrRule.MISSING_INTERVALS
                        && run.intervals().isEmpty());
        return isCutShort && !timeline.status().equals(Timeline.COMPLETED);
    }

    private static Verdict verdict(List<Reason> reasons) {
        Verdict verdict = Verdict.PASS;
        for (Reason reason : reasons) {
            Verdict implied = reason.severity().verdict();
            verdict = implied.compareTo(verdict) > 0 ? implied : verdict;
        }
        return verdict;
    }

    /** A fault of a plugin or the harness with its plugin; faults that differ only in the number of the user are equal. */
    private Judgement.Note faultNote(RunEvent event) {
        String message = USER.matcher(event.message()).replaceAll("a user");
        String plugin = plan.workloads().stream()
                .filter(workload -> event.scope().equals(workload.scope()))
                .findFirst()
                .map(PlannedWorkload::plugin)
                .orElse("");
        boolean isNamed = plugin.isEmpty() || message.toLowerCase(Locale.ROOT).contains("plugin " + plugin);
        return new Judgement.Note(event.scope(), isNamed ? message : "Plugin " + plugin + ": " + message);
    }
}
