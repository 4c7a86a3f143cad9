// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.drive.spec.DriveSpec;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.PlannedWorkload.SteadyPart;
import org.plateaubench.engine.plan.RunPlan;

/** The plan of a run. A faulty agent drives another plan than the one by which its run is judged. */
final class ReferencePlan {
    /** The name is a part of the key of all draws. */
    static final String WORKLOAD = "oath";

    long seed = 42;
    PhaseTimes phases = phases(60, 2);
    Load load = new Load.Closed(8, 1);
    Execution execution = Execution.PLATFORM;
    Mix mix = new Mix.Matrix(
            List.of("read", "write", "order"),
            List.of(List.of(0.5, 0.5, 0.0), List.of(0.4, 0.3, 0.3), List.of(0.2, 0.8, 0.0)));
    List<UnitDefinition> units = List.of(
            UnitDefinition.of("read"),
            UnitDefinition.of("write"),
            new UnitDefinition(
                    "order",
                    List.of(
                            UnitDefinition.Step.once("read"),
                            UnitDefinition.Step.repeated(Map.of("read", 1.0, "write", 2.0), 1, 3),
                            UnitDefinition.Step.once("pay"))));
    Pacing pacing = Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofMillis(100)));
    RunClass runClass = RunClass.STANDARD;
    /** Intervals that may be missing. */
    int missing;

    /** The phases with a steady state between ramps of a second. */
    static PhaseTimes phases(long steadySeconds, long drainSeconds) {
        return new PhaseTimes(
                Duration.ofSeconds(1),
                Duration.ofSeconds(steadySeconds),
                Duration.ofSeconds(1),
                Duration.ofSeconds(drainSeconds));
    }

    private static List<OperationDefinition> operations() {
        return List.of(
                OperationDefinition.of("read", ""),
                OperationDefinition.of("write", ""),
                OperationDefinition.of("pay", ""));
    }

    private static MetricDefinition metric() {
        return new MetricDefinition("rate", "1/s", "read", 1);
    }

    private Map<String, Pacing> pacing() {
        Map<String, Pacing> byUnit = new LinkedHashMap<>();
        if (load instanceof Load.Closed) {
            units.forEach(unit -> byUnit.put(unit.name(), pacing));
        }
        return byUnit;
    }

    /** One part for each step of the schedule; empty without a schedule. */
    private List<SteadyPart> parts() {
        List<SteadyPart> parts = new ArrayList<>();
        Duration start = phases.rampUp();
        for (LoadStep step : load.steps()) {
            Duration end = start.plus(step.length());
            parts.add(new SteadyPart(start, end, parts.size() + 1, 0));
            start = end;
        }
        return parts;
    }

    DriveSpec slice() {
        WorkloadDefinition definition = new WorkloadDefinition(
                operations(), units, mix, pacing, metric(), List.of(), List.of(Execution.values()), List.of(), null);
        return new DriveSpec(
                1,
                WORKLOAD,
                definition,
                load,
                pacing(),
                execution,
                phases,
                parts().stream().skip(1).map(SteadyPart::start).toList(),
                seed,
                Load.Share.whole(load),
                Load.Ramp.all(phases));
    }

    /** The plan that the planner would create, except for its class. */
    RunPlan plan() {
        int lanes = load instanceof Load.Open open ? open.lanes() : 0;
        int queue = load instanceof Load.Open open ? open.queueBound() : 0;
        PlannedWorkload workload = new PlannedWorkload(
                1,
                WORKLOAD,
                "oath",
                WORKLOAD,
                null,
                DataPolicy.RESET,
                load,
                List.of(new AgentShare("local", 0, load.users(), 0, lanes, queue)),
                pacing(),
                mix,
                operations(),
                units,
                Map.of(),
                metric(),
                List.of(),
                List.of(),
                execution,
                Map.of(),
                1,
                parts(),
                1,
                Map.of());
        return new RunPlan(
                "oath",
                "",
                seed,
                runClass,
                List.of(),
                List.of(),
                phases,
                Duration.ofSeconds(1),
                1,
                Duration.ZERO,
                List.of(),
                null,
                List.of(),
                List.of(workload),
                List.of(),
                List.of(),
                new JudgeBounds(75, true, 50, true, missing, false));
    }
}
