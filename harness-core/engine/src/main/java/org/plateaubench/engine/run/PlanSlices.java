// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.run.agent.AgentShares;
import org.plateaubench.engine.run.sut.RunSetup;
import org.plateaubench.engine.run.sut.RunSuts;
import org.plateaubench.loader.SecretReferences;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.WorkloadSlice;

/** Divides the plan into the slices of the agents. Stateless; any thread. */
final class PlanSlices {
    private static final Pacing NO_PACING = Pacing.think(new Distribution.Fixed(Duration.ZERO));

    private PlanSlices() {}

    /** The slice of one agent, which may have no workloads. */
    static ToAgent.PlanSlice slice(RunSetup setup, RunSuts suts, AgentShares shares, String agent) {
        RunPlan plan = setup.plan();
        List<WorkloadSlice> workloads = shares.of(agent).stream()
                .map(driven -> slice(setup, driven.workload(), driven.share(), suts))
                .toList();
        return new ToAgent.PlanSlice(
                setup.runId(),
                agent,
                plan.phases(),
                plan.seed(),
                plan.interval().toNanos(),
                workloads);
    }

    private static WorkloadSlice slice(RunSetup setup, PlannedWorkload workload, AgentShare share, RunSuts suts) {
        RunPlan plan = setup.plan();
        WorkloadDefinition definition = new WorkloadDefinition(
                workload.operations(),
                workload.units(),
                workload.mix(),
                // Pacing has no effect in an open load; in a closed load every unit has its own below.
                workload.pacing().values().stream().findFirst().orElse(NO_PACING),
                workload.metric(),
                workload.measures(),
                List.of(workload.execution()));
        return new WorkloadSlice(
                workload.tile(),
                workload.name(),
                workload.reference(),
                workload.parameters(),
                workload.sut() == null ? null : suts.key(workload.tile(), workload.sut()),
                definition,
                workload.load(),
                workload.pacing(),
                workload.execution(),
                workload.steadyEdges(),
                workload.dataSeed(),
                setup.files(workload),
                new Load.Share(share.firstUser(), share.users(), share.firstLane(), share.lanes(), share.queueBound()),
                new Load.Ramp(
                        plan.rampStart(workload.tile()).toNanos(),
                        plan.rampLength().toNanos()));
    }

    static ToAgent.Secrets secrets(ToAgent.PlanSlice slice, SecretReferences secrets) {
        Map<String, String> values = new TreeMap<>();
        slice.workloads().forEach(workload -> values.putAll(secrets.valuesIn(workload.parameters())));
        return new ToAgent.Secrets(values);
    }
}
