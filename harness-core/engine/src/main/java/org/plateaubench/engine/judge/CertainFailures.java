// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.plateaubench.api.Load;
import org.plateaubench.api.Phase;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.result.LineResult.LimitResult;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.engine.run.IntervalLog;
import org.plateaubench.engine.run.event.EventDetails;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.run.event.RunJournal;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** Reports failures that the rest of a run cannot change, and may end the run because of them. Forwards all calls. */
public final class CertainFailures implements IntervalLog, RunObserver {
    private static final int MAX_LISTED_FAILURES = 3;

    private final RunPlan plan;
    private final IntervalLog log;
    private final RunJournal journal;
    private final RunObserver observer;
    private final Runnable abort;
    private final Set<String> reported = new HashSet<>();

    public CertainFailures(RunPlan plan, IntervalLog log, RunJournal journal, RunObserver observer, Runnable abort) {
        this.plan = plan;
        this.log = log;
        this.journal = journal;
        this.observer = observer;
        this.abort = abort;
    }

    @Override
    public void missing(String agent, long sequence, long startNanos, long endNanos) {
        log.missing(agent, sequence, startNanos, endNanos);
    }

    @Override
    public void interval(IntervalSnapshot snapshot, Delivery delivery) {
        log.interval(snapshot, delivery);
        List<String> found = new ArrayList<>();
        for (WorkloadInterval measured : snapshot.workloads()) {
            plan.workloads().stream()
                    .filter(workload -> workload.tile() == measured.tile()
                            && workload.name().equals(measured.workload()))
                    .forEach(workload -> measured.lines().stream()
                            .filter(line -> line.window().isSteady())
                            .forEach(line -> check(workload, line, found)));
        }
        report(found);
    }

    private void check(PlannedWorkload workload, LineInterval line, List<String> found) {
        String scope = workload.scope();
        if (workload.load() instanceof Load.Open open && line.counts().dropped() > 0 && reported.add(scope)) {
            found.add(scope + ": an arrival found the queue full (" + Figures.text(open.queueBound())
                    + " waiting) and was dropped; none may be.");
        }
        for (QosLimit limit : workload.limitsOf(line.line())) {
            if (limit.metric() == QosLimit.Metric.MAX && limit.isUpper()) {
                long longestNanos = Math.max(
                        line.response() == null ? 0 : line.response().maxNanos(),
                        line.counts().longestCensoredNanos());
                LimitResult result = LimitRule.time(
                        limit, Figures.millis(longestNanos), line.counts().censored() > 0);
                if (Boolean.FALSE.equals(result.met()) && reported.add(scope + "/" + line.line() + " " + limit)) {
                    found.add(Scope.operation(workload.tile(), workload.name(), line.line())
                                    .words() + ": max is " + result.valueText("") + "; the limit is "
                            + limit.operator().sign() + " "
                            + Figures.bound(limit.bound(), limit.metric().unit()) + ".");
                }
            }
        }
    }

    private void report(List<String> found) {
        if (!found.isEmpty()) {
            String message = "This run can no longer pass. "
                    + found.stream().limit(MAX_LISTED_FAILURES).collect(Collectors.joining(" "));
            journal.event(EventType.CERTAIN_FAILURE, "", message);
            observer.event(EventType.CERTAIN_FAILURE, "", message);
            abort.run();
        }
    }

    @Override
    public void event(EventDetails event, String scope, String message) {
        observer.event(event, scope, message);
        if (event == EventType.AGENT_LOST) {
            report(List.of(message + " Its part of the load and of the figures is missing."));
        } else if (event instanceof EventDetails.SutFailed) {
            List<Reason> reasons = new ArrayList<>();
            FaultRules.checkSuts(List.of(RunEvent.of(Instant.EPOCH, 0, event, scope, message)), plan, reasons);
            report(reasons.stream()
                    .filter(reason -> reason.severity() != Severity.NOTE)
                    .map(Reason::message)
                    .toList());
        }
    }

    @Override
    public void errors(List<ErrorRecord> errors) {
        log.errors(errors);
    }

    @Override
    public void interval(LiveTable table) {
        observer.interval(table);
    }

    @Override
    public void phase(Phase phase, long runNanos, long expectedEndNanos) {
        observer.phase(phase, runNanos, expectedEndNanos);
    }

    @Override
    public void progress(String scope, String activity, long done, long total, String unit) {
        observer.progress(scope, activity, done, total, unit);
    }

    @Override
    public void tick(long runNanos) {
        observer.tick(runNanos);
    }
}
