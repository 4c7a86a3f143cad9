// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.judge.audit.AuditResult.UpperBound;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.judge.figures.WorkloadFigures.LineTotals;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.ImportedTelemetry;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.LineInterval;

/** Checks that the run was measured completely, is still stored, and has figures that agree (rules M13 and M17). */
public final class CompletenessAudits {
    /** The allowed difference of the clocks in a short run, in seconds: the error of stamps on a busy host. */
    private static final double CLOCK_STEP_SECONDS = 1;
    /** Twice the rate at which a kernel slews its wall clock, so that a correction does not count as a step. */
    private static final double CLOCK_DRIFT = 1e-3;

    private final RunPlan plan;
    private final StoredRun run;
    private final Timeline timeline;

    public CompletenessAudits(RunPlan plan, StoredRun run, Timeline timeline) {
        this.plan = plan;
        this.run = run;
        this.timeline = timeline;
    }

    public List<AuditResult> audits() {
        List<AuditResult> audits = new ArrayList<>(List.of(
                completed(),
                steadyLength(plan.phases()),
                missingIntervals(plan.bounds().missingIntervals()),
                lostAgents()));
        audits.addAll(new ClockAudits(plan.runClass(), run).errors(plan.drivingAgents()));
        audits.add(clockStep());
        audits.add(storedFiles());
        return audits;
    }

    private AuditResult completed() {
        boolean ok = timeline.status().equals(Timeline.COMPLETED);
        String message = timeline.isComplete()
                ? "The run reached its planned end."
                : ok ? "The run ended when its failure was certain." : reasonNotCompleted();
        return audit(AuditOrRule.COMPLETED, ok, null, null, "", message);
    }

    private String reasonNotCompleted() {
        if (timeline.status().equals(Timeline.INTERRUPTED) && !timeline.brokenOff()) {
            return interruption();
        }
        String ending = timeline.ending();
        return ending == null
                ? "The run was not completed: it ended without a last event, as when its process is killed."
                        + " events.ndjson has what happened last. Run it again."
                : ending
                        + (timeline.window() == null
                                ? " The run was not completed, and nothing was measured: correct that and run it again."
                                : " The run was not completed, so its figures are not those that were requested:"
                                        + " correct that and run it again.");
    }

    private String interruption() {
        Window window = timeline.window();
        String interrupter = timeline.by().isEmpty() ? "" : " by " + timeline.by();
        long steadyNanos = window == null ? 0 : window.endNanos() - window.startNanos();
        long seconds = Duration.ofNanos(steadyNanos).toSeconds();
        String when = window == null
                ? " before its steady state"
                : steadyNanos >= plan.phases().steady().toNanos()
                        ? " after its steady state"
                        : String.format(Locale.ROOT, " at %d:%02d of the steady state", seconds / 60, seconds % 60);
        return "The run was interrupted" + interrupter + when + ". Run it again to the end.";
    }

    private AuditResult steadyLength(PhaseTimes requested) {
        double requestedSeconds = Figures.seconds(requested.steady().toNanos());
        Window window = timeline.window();
        double seconds = window == null ? 0 : window.seconds();
        boolean ok = seconds >= requestedSeconds;
        if (timeline.certainFailure() != null) {
            String message = "The run was ended after " + Figures.text(Figures.rounded(seconds), "s")
                    + " of its steady state, since its failure was certain.";
            return AuditResult.notTested(AuditOrRule.STEADY_LENGTH, Scope.RUN, requestedSeconds, "s", message);
        }
        String finding = "The steady state lasted " + Figures.text(seconds, requestedSeconds, "s") + " of the "
                + Figures.bound(requestedSeconds, "s") + " requested.";
        String text = ok
                ? finding
                : finding + " A run that is shorter than requested may hide what happens later. Run it again to"
                        + " the end.";
        return audit(AuditOrRule.STEADY_LENGTH, ok, seconds, requestedSeconds, "s", text);
    }

    private AuditResult missingIntervals(int bound) {
        if (run.intervals().isEmpty()) {
            String message =
                    "No interval was stored, so nothing was measured. Correct the cause, which events.ndjson has, and"
                            + " run again.";
            return audit(AuditOrRule.MISSING_INTERVALS, false, null, (double) bound, "intervals", message);
        }
        long missing = 0;
        Map<String, Set<Long>> arrived = new TreeMap<>();
        Map<String, Long> lasts = lastSequences();
        for (StoredInterval interval : run.intervals()) {
            Set<Long> ofAgent = arrived.computeIfAbsent(interval.agent(), name -> new TreeSet<>());
            if (interval.state() != Delivery.MISSING) {
                ofAgent.add(interval.sequence());
            }
        }
        for (Map.Entry<String, Set<Long>> agent : arrived.entrySet()) {
            missing += lasts.getOrDefault(agent.getKey(), -1L)
                    + 1
                    - agent.getValue().size();
        }
        String finding = Figures.text(missing) + " intervals are missing; at most " + bound + " may be.";
        return new UpperBound(AuditOrRule.MISSING_INTERVALS, Scope.RUN, bound, "intervals")
                .audit(
                        (double) missing,
                        finding,
                        finding + " No figure includes what happened in them. Look for a lost agent or a full disk.");
    }

    /** The last interval of an agent that was stopped contains all later data, and may have a smaller number. */
    private Map<String, Long> lastSequences() {
        Map<String, Long> greatest = new HashMap<>();
        Map<String, Long> last = new HashMap<>();
        for (StoredInterval interval : run.intervals()) {
            greatest.merge(interval.agent(), interval.sequence(), Math::max);
            if (interval.last()) {
                last.merge(interval.agent(), interval.sequence(), Math::max);
            }
        }
        greatest.putAll(last);
        return greatest;
    }

    private AuditResult lostAgents() {
        Set<String> lost = new TreeSet<>();
        for (RunEvent event : run.events()) {
            if (event.is(EventType.AGENT_LOST)) {
                lost.add(Scope.agentOf(event.scope()));
            }
        }
        if (timeline.status().equals(Timeline.COMPLETED)) {
            lost.addAll(agentsWithoutEnd());
        }
        boolean ok = lost.isEmpty();
        String message = ok
                ? "Every agent reported until the end."
                : "Lost before the end: " + String.join(", ", lost)
                        + ". Its part of the load and of the figures is missing; see its log and run again.";
        return audit(AuditOrRule.LOST_AGENTS, ok, (double) lost.size(), 0.0, "agents", message);
    }

    /** Agents whose last interval is missing, or shows that they ended before the steady state did. */
    private Set<String> agentsWithoutEnd() {
        Set<String> driving = plan.drivingAgents();
        Set<String> agents = new TreeSet<>(driving);
        run.intervals().forEach(interval -> agents.add(interval.agent()));
        Window window = timeline.window();
        // A run that was ended by a certain failure has an earlier end, or none.
        long steadyEndNanos = timeline.certainFailure() == null
                ? plan.phases().steadyEndNanos()
                : window == null ? Long.MIN_VALUE : window.endNanos();
        run.intervals().stream()
                .filter(StoredInterval::last)
                .filter(interval -> interval.endNanos() >= steadyEndNanos || !driving.contains(interval.agent()))
                .forEach(interval -> agents.remove(interval.agent()));
        return agents;
    }

    /** Checks that intervals follow each other without gaps and that the wall clock runs as fast as the run's clock. */
    private AuditResult clockStep() {
        double stepSeconds = Figures.rounded(Math.max(gapSeconds(), wallSeconds()));
        double bound = Math.max(CLOCK_STEP_SECONDS, CLOCK_DRIFT * lengthSeconds());
        return new UpperBound(AuditOrRule.CLOCK_STEP, Scope.RUN, bound, "s")
                .withRemedy(
                        stepSeconds,
                        "The clocks of the run are up to " + Figures.text(stepSeconds, bound, "s") + " apart",
                        "A clock was set, or the host was suspended, during the run. Do not set clocks, use a host"
                                + " that is not suspended, and run again.");
    }

    private double lengthSeconds() {
        return Figures.seconds(run.intervals().stream()
                .mapToLong(StoredInterval::endNanos)
                .max()
                .orElse(0));
    }

    private double gapSeconds() {
        long gap = 0;
        Map<String, StoredInterval> before = new TreeMap<>();
        for (StoredInterval interval : run.intervals()) {
            if (interval.state() == Delivery.MISSING) {
                continue;
            }
            StoredInterval last = before.put(interval.agent(), interval);
            if (last != null && last.sequence() + 1 == interval.sequence()) {
                gap = Math.max(gap, Math.abs(interval.startNanos() - last.endNanos()));
            }
            gap = Math.max(gap, interval.startNanos() - interval.endNanos());
        }
        return Figures.seconds(gap);
    }

    /** The wall time of the run, from its phases and its end, which are stamped with both clocks at the same time. */
    private double wallSeconds() {
        Duration min = null;
        Duration max = null;
        for (RunEvent event : run.events()) {
            boolean hasBothTimes = event.is(EventType.PHASE) || event.is(EventType.RUN_ENDED);
            if (hasBothTimes && event.runNanos() != RunEvent.BEFORE_START) {
                Duration difference =
                        Duration.between(Instant.EPOCH, event.at()).minusNanos(event.runNanos());
                min = min == null || difference.compareTo(min) < 0 ? difference : min;
                max = max == null || difference.compareTo(max) > 0 ? difference : max;
            }
        }
        return min == null || max == null ? 0 : Figures.seconds(max.minus(min).toNanos());
    }

    private AuditResult storedFiles() {
        List<String> damage = run.damage();
        boolean ok = damage.isEmpty();
        if (ok && run.closed() && !run.sealed() && timeline.status().equals(Timeline.COMPLETED)) {
            return audit(
                            AuditOrRule.STORED_FILES,
                            false,
                            0.0,
                            0.0,
                            "damages",
                            "The run folder has no MANIFEST.sha256, so changes of its files since the run would not be"
                                    + " noticed. Keep the manifest with the run.")
                    .noted(true);
        }
        String message = ok
                ? "Every file of the run folder is complete, and the files agree with each other."
                : "The run folder is damaged: " + String.join("; ", damage) + ". Its figures prove nothing."
                        + remedy(damage);
        return audit(AuditOrRule.STORED_FILES, ok, (double) damage.size(), 0.0, "damages", message);
    }

    private static String remedy(List<String> damage) {
        boolean isOfRun = damage.stream().anyMatch(text -> !ImportedTelemetry.isDamage(text));
        return isOfRun
                ? " Copy the folder again from the host of the run, or run again."
                : " Import the telemetry again.";
    }

    private static AuditResult audit(
            AuditOrRule rule, boolean ok, @Nullable Double value, @Nullable Double bound, String unit, String message) {
        return AuditResult.of(rule, ok, Scope.RUN, value, bound, unit, message);
    }

    /** Whether the figures of a workload agree with each other and with what a histogram holds. */
    public static List<AuditResult> of(WorkloadFigures workload) {
        List<AuditResult> audits = new ArrayList<>(List.of(recordedValues(workload)));
        aboveRange(workload).ifPresent(audits::add);
        return audits;
    }

    /** Every success and refusal has a response time, and no other outcome has. */
    private static AuditResult recordedValues(WorkloadFigures workload) {
        long difference = 0;
        for (LineTotals line : workload.lines()) {
            LineInterval.Counts counts = line.totals().counts();
            difference += Math.abs(
                    counts.ok() + counts.declined() - line.totals().response().measured());
        }
        return new UpperBound(AuditOrRule.RECORDED_VALUES, workload.scope(), 0, "values")
                .audit(
                        (double) difference,
                        "Every success and refusal has its response time.",
                        workload.scope() + ": " + Figures.text(difference)
                                + " is the difference between the number of successes and refusals and the number of"
                                + " their response times, so percentiles and counts do not describe the same"
                                + " operations. The run folder is incomplete: copy it again from the host of the run,"
                                + " or run again.");
    }

    /** Notes response times that are longer than a histogram holds; empty if there are none, as in nearly every run. */
    private static Optional<AuditResult> aboveRange(WorkloadFigures workload) {
        long above = 0;
        for (LineTotals line : workload.lines()) {
            TimeTotals response = line.totals().response();
            above += response.measured() - response.inHistogram();
        }
        if (above == 0) {
            return Optional.empty();
        }
        String message = workload.scope() + ": response times longer than an hour, the longest that a histogram holds: "
                + Figures.text(above) + ". Percentiles among them are lower bounds; count, mean and maximum are exact."
                + " Set a shorter timeout.";
        return Optional.of(AuditResult.of(
                        AuditOrRule.ABOVE_RANGE,
                        false,
                        workload.scope(),
                        (double) above,
                        0.0,
                        "response times",
                        message)
                .noted(true));
    }
}
