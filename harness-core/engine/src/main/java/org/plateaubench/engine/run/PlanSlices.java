// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.wire.ToAgent;
import org.plateaubench.wire.WorkloadSlice;

final class PlanSlices {
    private static final Pacing NO_PACING = Pacing.think(new Distribution.Fixed(Duration.ZERO));

    private static final int MAX_PART_LENGTH = 1_000_000;

    private final RunSetup setup;
    private final RunSuts suts;
    /** Collected once, since a search through all shares for each of thousands of agents would take too long. */
    private final Map<String, List<Driven>> byAgent = new HashMap<>();

    private record Driven(PlannedWorkload workload, AgentShare share) {}

    PlanSlices(RunSetup setup, RunSuts suts) {
        this.setup = setup;
        this.suts = suts;
        for (PlannedWorkload workload : setup.plan().workloads()) {
            for (AgentShare share : workload.drivingShares()) {
                byAgent.computeIfAbsent(share.agent(), agent -> new ArrayList<>())
                        .add(new Driven(workload, share));
            }
        }
    }

    boolean drivesLoad(String agent) {
        return byAgent.containsKey(agent);
    }

    ToAgent.PlanSlice slice(String agent) {
        RunPlan plan = setup.plan();
        List<WorkloadSlice> workloads = byAgent.getOrDefault(agent, List.of()).stream()
                .map(driven -> slice(driven.workload(), driven.share()))
                .toList();
        long intervalNanos = plan.interval().toNanos();
        return new ToAgent.PlanSlice(setup.runId(), agent, plan.phases(), plan.seed(), intervalNanos, workloads);
    }

    private WorkloadSlice slice(PlannedWorkload workload, AgentShare share) {
        RunPlan plan = setup.plan();
        WorkloadDefinition definition = new WorkloadDefinition(
                workload.operations(),
                workload.units(),
                workload.mix(),
                // Pacing has no effect in an open load; in a closed load the slice has the pacing of every unit.
                workload.pacing().values().stream().findFirst().orElse(NO_PACING),
                workload.metric(),
                workload.measures(),
                List.of(workload.execution()),
                workload.checks(),
                null);
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
                workload.steadyBoundaries(),
                workload.dataSeed(),
                paths(workload),
                new Load.Share(share.firstUser(), share.users(), share.firstLane(), share.lanes(), share.queueBound()),
                new Load.Ramp(
                        plan.rampStart(workload.tile()).toNanos(),
                        plan.rampLength().toNanos()));
    }

    private static Map<String, String> paths(PlannedWorkload workload) {
        Map<String, String> paths = new TreeMap<>();
        workload.files().forEach((name, file) -> paths.put(name, file.path()));
        return paths;
    }

    List<ToAgent.FilePart> files(ToAgent.PlanSlice slice) {
        Set<String> paths = new TreeSet<>();
        slice.workloads().forEach(workload -> paths.addAll(workload.files().values()));
        List<ToAgent.FilePart> parts = new ArrayList<>();
        for (String path : paths) {
            String text = setup.files().getOrDefault(path, "");
            int from = 0;
            do {
                int to = Math.min(text.length(), from + MAX_PART_LENGTH);
                // A surrogate pair is not split.
                to -= to < text.length() && Character.isHighSurrogate(text.charAt(to - 1)) ? 1 : 0;
                parts.add(new ToAgent.FilePart(path, text.substring(from, to), to == text.length()));
                from = to;
            } while (from < text.length());
        }
        return parts;
    }

    ToAgent.Secrets secrets(ToAgent.PlanSlice slice) {
        Map<String, String> values = new TreeMap<>();
        slice.workloads().forEach(workload -> values.putAll(setup.secrets().valuesIn(workload.parameters())));
        return new ToAgent.Secrets(values);
    }
}
