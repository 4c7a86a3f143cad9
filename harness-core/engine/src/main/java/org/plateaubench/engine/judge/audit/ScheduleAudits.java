// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.audit.AgentAudits.AgentHosts;
import org.plateaubench.engine.judge.audit.AuditResult.UpperBound;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.SteadyWindows;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.measure.interval.ChoiceTable;
import org.plateaubench.measure.interval.LineInterval;

/** Checks whether the load was the planned load and the state was steady (measurement rules M18 to M21 and M25). */
public final class ScheduleAudits {
    /** The smallest rise of a p95 that makes a part slow; in class dev, the harness may be late by more. */
    private static final double SLOWER_MS = 1;

    private static final double SLOWER_MS_DEV = 10;

    private final RunPlan plan;
    private final boolean complete;

    public ScheduleAudits(RunPlan plan, Timeline timeline, List<AuditResult> completeness) {
        this.plan = plan;
        complete = timeline.isComplete()
                && completeness.stream()
                        .filter(audit -> audit.rule() == AuditOrRule.MISSING_INTERVALS
                                || audit.rule() == AuditOrRule.LOST_AGENTS)
                        .allMatch(audit -> audit.value() != null && audit.value() == 0);
    }

    public List<AuditResult> audits(
            List<WorkloadFigures> workloads, @Nullable Double longestStallMs, AgentHosts hosts) {
        double stallSeconds = longestStallMs == null ? 0 : longestStallMs / 1000;
        List<AuditResult> audits = new ArrayList<>(MixAudits.of(workloads));
        workloads.forEach(workload -> audits.add(PerformedAudit.of(workload, complete)));
        audits.addAll(PacingAudits.of(workloads, isDev()));
        int open = (int) workloads.stream()
                .filter(workload -> workload.planned().load() instanceof Load.Open)
                .count();
        for (WorkloadFigures workload : workloads) {
            if (workload.planned().load() instanceof Load.Open load) {
                audits.add(PacingAudits.arrivals(workload, expected(load), open));
            }
        }
        workloads.forEach(workload -> audits.addAll(LittleAudits.of(workload, stallSeconds)));
        audits.addAll(EvennessAudits.of(workloads, hosts));
        return audits;
    }

    private @Nullable Double expected(Load.Open load) {
        // The arrivals of a missing interval took place but are not in the counts.
        if (!complete) {
            return null;
        }
        return WorkloadFigures.arrivals(
                load, Figures.seconds(plan.phases().steady().toNanos()));
    }

    public List<AuditResult> steadiness(
            SteadyWindows steadyWindows, List<WorkloadFigures> workloads, Map<Scope, Boolean> overloaded) {
        List<SteadinessAudits.TestedWindow> all = workloads.parallelStream()
                .flatMap(workload -> {
                    boolean noted = isDev() || overloaded.getOrDefault(workload.scope(), false);
                    return steadyWindows.blocks(workload.scope()).stream()
                            .map(blocks -> new SteadinessAudits.TestedWindow(
                                    workload.scope().in(blocks.portion()),
                                    blocks,
                                    noted,
                                    isDev() ? SLOWER_MS_DEV : SLOWER_MS));
                })
                .toList();
        return SteadinessAudits.of(all);
    }

    private boolean isDev() {
        return plan.runClass() == RunClass.DEV;
    }

    /**
     * Checks over the whole run that every operation that a unit drew was issued, and that every issued operation has
     * an outcome (measurement rule M18). Only abandoned or dropped operations, and the rest of their units, may miss.
     */
    static final class PerformedAudit {
        private PerformedAudit() {}

        public static AuditResult of(WorkloadFigures workload, boolean complete) {
            Scope scope = workload.scope();
            UpperBound bound = new UpperBound(AuditOrRule.PERFORMED, scope, 0, "operations");
            if (!workload.schedule().known()) {
                return bound.notRecorded();
            }
            if (!complete) {
                return bound.notTested(
                        "Part of the run is missing, so its operations cannot add up. Find out what ended"
                                + " the run or was lost.");
            }
            long missing = 0;
            String where = "";
            for (int i = 0; i < workload.planned().operations().size(); i++) {
                OperationDefinition operation = workload.planned().operations().get(i);
                long ofOperation = missing(workload, i, operation.name());
                if (ofOperation > missing) {
                    missing = ofOperation;
                    where = operation.name();
                }
            }
            return bound.audit(
                    (double) missing,
                    "Every operation drawn was issued, and every operation issued has an outcome.",
                    scope + ": " + Figures.text(missing) + " operations '" + where + "' were drawn or issued"
                            + " without an outcome, or have an outcome without being issued. The harness lost or"
                            + " invented them: keep the run folder and report this fault.");
        }

        private static long missing(WorkloadFigures workload, int index, String name) {
            LineInterval.Counts counts = workload.schedule().performed().getOrDefault(name, LineInterval.Counts.NONE);
            long outcomes = counts.ok() + counts.declined() + counts.errors();
            long withoutOutcome = outside(counts.issued() - outcomes, counts.abandoned());
            long drawn = drawn(workload, index, name);
            long least = planned(workload, step -> least(step, name));
            long outsideMix = outside(drawn - least, planned(workload, step -> greatest(step, name)) - least);
            // Drivers, and no draws, issue the operations of conditional steps.
            long conditional = planned(
                    workload, step -> step.conditional() && step.weights().containsKey(name) ? 1 : 0);
            long unissued = drawn - counts.issued() + conditional;
            return Math.max(
                    Math.max(withoutOutcome, outsideMix), outside(unissued, conditional + notIssued(workload, name)));
        }

        /** The distance of a difference from the range 0 to {@code max}. */
        private static long outside(long difference, long max) {
            return Math.max(Math.max(0, -difference), difference - max);
        }

        private static long drawn(WorkloadFigures workload, int index, String name) {
            ChoiceTable table = MixAudits.table(workload);
            Map<Integer, Long> choices = workload.schedule().runChoices();
            long drawn = choices.getOrDefault(table.operationCell(index), 0L);
            List<UnitDefinition> units = workload.planned().units();
            for (Map.Entry<Integer, Long> choice : choices.entrySet()) {
                int unit = table.unitOf(choice.getKey());
                if (unit >= 0
                        && units.get(unit).isSingleOperation()
                        && units.get(unit).name().equals(name)) {
                    drawn += choice.getValue();
                }
            }
            return drawn;
        }

        private static long planned(WorkloadFigures workload, ToLongFunction<UnitDefinition.Step> ofStep) {
            ChoiceTable table = MixAudits.table(workload);
            long planned = 0;
            for (Map.Entry<Integer, Long> choice :
                    workload.schedule().runChoices().entrySet()) {
                int unit = table.unitOf(choice.getKey());
                if (unit >= 0) {
                    for (UnitDefinition.Step step :
                            workload.planned().units().get(unit).steps()) {
                        planned += choice.getValue() * ofStep.applyAsLong(step);
                    }
                }
            }
            return planned;
        }

        private static long least(UnitDefinition.Step step, String name) {
            boolean isAlwaysIssued =
                    step.weights().size() == 1 && step.weights().containsKey(name) && !step.conditional();
            return isAlwaysIssued ? step.minTimes() : 0;
        }

        private static long greatest(UnitDefinition.Step step, String name) {
            return step.weights().containsKey(name) && !step.conditional() ? step.maxTimes() : 0;
        }

        /** The maximum number of operations of a name that dropped or abandoned units did not issue. */
        private static long notIssued(WorkloadFigures workload, String name) {
            long unperformed = workload.schedule().performed().values().stream()
                    .mapToLong(counts -> counts.abandoned() + counts.dropped())
                    .sum();
            long max = 0;
            for (UnitDefinition unit : workload.planned().units()) {
                long times = unit.steps().stream()
                        .filter(step -> step.weights().containsKey(name))
                        .mapToLong(UnitDefinition.Step::maxTimes)
                        .sum();
                max = Math.max(max, times);
            }
            return (unperformed + cutUnits(workload)) * max;
        }

        /** Units between two operations when issuing ended: at most the number that users may have in flight. */
        private static long cutUnits(WorkloadFigures workload) {
            boolean hasSequences = workload.planned().units().stream().anyMatch(unit -> !unit.isSingleOperation());
            return hasSequences
                    ? (long) workload.planned().load().users()
                            * workload.planned().load().depth()
                    : 0;
        }
    }
}
