// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.figure.Figures;
import org.plateaubench.engine.judge.figures.AgentHosts;
import org.plateaubench.engine.judge.figures.LoadExpected;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.judge.figures.SteadyBlocks;
import org.plateaubench.engine.judge.figures.SteadyStretches;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.judge.figures.WorkloadFigures;
import org.plateaubench.engine.plan.RunPlan;

/** Checks whether the load was the planned load and the state was steady (measurement rules M18 to M21 and M25). */
public final class ScheduleAudits {
    /** The smallest rise of a p95 that makes a part slow; in class dev, the harness may be late by more. */
    private static final double SLOWER_MS = 1;

    private static final double SLOWER_MS_DEV = 10;

    private final RunPlan plan;
    private final boolean complete;

    public ScheduleAudits(RunPlan plan, Timeline timeline, List<Audit> completeness) {
        this.plan = plan;
        complete = timeline.isWhole()
                && completeness.stream()
                        .filter(audit -> audit.rule() == Rule.MISSING_INTERVALS || audit.rule() == Rule.LOST_AGENTS)
                        .allMatch(audit -> audit.value() != null && audit.value() == 0);
    }

    /** The audits of rules M18 to M20 and M25: for each rule, all workloads. */
    public List<Audit> audits(List<WorkloadFigures> workloads, @Nullable Double longestStopMs, AgentHosts hosts) {
        double stopSeconds = longestStopMs == null ? 0 : longestStopMs / 1000;
        List<Audit> audits = new ArrayList<>(MixAudits.of(workloads));
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
        workloads.forEach(workload -> audits.addAll(LittleAudits.of(workload, stopSeconds)));
        audits.addAll(EvennessAudits.of(workloads, hosts));
        return audits;
    }

    private @Nullable Double expected(Load.Open load) {
        // The arrivals of a missing interval took place but are not in the counts.
        if (!complete) {
            return null;
        }
        return LoadExpected.arrivals(
                load, Figures.seconds(plan.phases().steady().toNanos()));
    }

    /**
     * The audits of rule M21 for every stretch of every workload.
     *
     * @param overloaded whether the SUT could not sustain the load of a workload, for which there is a separate reason
     */
    public List<Audit> steadiness(
            SteadyStretches stretches, List<WorkloadFigures> workloads, Map<Scope, Boolean> overloaded) {
        List<SteadinessAudits.Stretch> all = new ArrayList<>();
        for (WorkloadFigures workload : workloads) {
            boolean noted = isDev() || overloaded.getOrDefault(workload.scope(), false);
            for (SteadyBlocks blocks : stretches.blocks(workload.scope())) {
                all.add(new SteadinessAudits.Stretch(
                        workload.scope().in(blocks.portion()), blocks, noted, isDev() ? SLOWER_MS_DEV : SLOWER_MS));
            }
        }
        return SteadinessAudits.of(all);
    }

    private boolean isDev() {
        return plan.runClass() == RunClass.DEV;
    }
}
