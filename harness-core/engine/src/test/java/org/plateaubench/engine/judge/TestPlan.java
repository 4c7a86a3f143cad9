// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Answers;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.config.key.PlannedMeter;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.engine.plan.Period;
import org.plateaubench.engine.plan.PlannedScore;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.PlannedWorkload.SteadyPart;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.RunPlan.SampledProcesses;
import org.plateaubench.spi.SutContext;

/** Plans for tests, built without the planner, so that each test sets only what matters to it. */
public final class TestPlan {
    /** Operation limits by name, to be changed before {@link #build}. */
    public final Map<String, List<String>> limits = new LinkedHashMap<>();

    public RunClass runClass = RunClass.STANDARD;

    /** Whether the run may pass without a tested check or comparison. */
    public boolean allowUntested;

    public Duration rampUp = Duration.ofSeconds(2);

    public Duration steady = Duration.ofSeconds(10);

    public Duration rampDown = Duration.ofSeconds(2);

    public int periods;
    public List<SampledProcesses> sampledProcesses = List.of();

    public SutContext.Mode sutMode = SutContext.Mode.EMBEDDED;

    public List<PlannedMeter> meters = List.of();

    public @Nullable PlannedScore score;

    public Duration interval = Duration.ofSeconds(1);

    public String name = "made";

    /** The line that the metric of {@link #simple} counts. */
    public String metricLine = "read";

    public String description = "";

    /** Whether a late user of closed load rebases its schedule, so that omission is not corrected. */
    public boolean rebased;

    /** Mix of {@link #simple}. */
    public Map<String, Double> weights = Map.of("read", 1.0, "write", 1.0);

    public Duration pause = Duration.ofMillis(200);

    public List<CheckDefinition> checks = List.of();

    public Map<String, Object> parameters = Map.of("size", "small", "mode", "ds2");

    /** Additional series that workloads of {@link #simple} observe. */
    public List<MeasureDefinition> series = List.of();

    public Execution execution = Execution.PLATFORM;

    /** The agents that drive workloads that are added from now on; if empty, one agent drives everything. */
    public List<AgentShare> shares = List.of();

    private final List<PlannedWorkload> workloads = new ArrayList<>();

    /** A workload of two operations in equal shares, each of them a unit; closed, 8 users. */
    public TestPlan simple() {
        return simple(1, new Load.Closed(8, 1));
    }

    /** A workload {@code cache} of two operations in equal shares, each of them a unit. */
    public TestPlan simple(int tile, Load load) {
        workloads.add(workload(
                tile,
                "cache",
                load,
                new Mix.Flat(weights),
                List.of(operation("read"), operation("write")),
                List.of(UnitDefinition.of("read"), UnitDefinition.of("write")),
                new MetricDefinition("operationsPerSecond", "reads/s", metricLine, 1),
                measures()));
        return this;
    }

    private List<MeasureDefinition> measures() {
        List<MeasureDefinition> measures = new ArrayList<>(series);
        measures.addFirst(MeasureDefinition.counter("hits", "hits", "Keys found."));
        return measures;
    }

    /** A workload {@code store} whose unit is an order of login, browse and purchase; closed, 16 users. */
    public TestPlan store(int tile) {
        return store(tile, "store");
    }

    public TestPlan store(int tile, String workload) {
        UnitDefinition order = new UnitDefinition(
                "order",
                List.of(
                        UnitDefinition.Step.oneOf(Map.of("login", 0.8, "newCustomer", 0.2)),
                        UnitDefinition.Step.repeated(
                                Map.of("browseTitle", 1.0, "browseActor", 1.0, "browseCategory", 1.0), 1, 5),
                        UnitDefinition.Step.once("purchase")));
        workloads.add(workload(
                tile,
                workload,
                new Load.Closed(16, 1),
                Mix.Flat.only("order"),
                List.of(
                        operation("login").verifying(Answers.UNDECLARED),
                        operation("newCustomer"),
                        operation("browseCategory"),
                        operation("browseActor"),
                        operation("browseTitle"),
                        operation("purchase")),
                List.of(order),
                new MetricDefinition("committedOrdersPerMinute", "orders/min", "purchase", 60),
                List.of(
                        MeasureDefinition.counter("rowsRead", "rows", "Rows of all browses."),
                        MeasureDefinition.gauge("openOrders", "orders", "Orders in progress."))));
        return this;
    }

    public RunPlan build() {
        return new RunPlan(
                name,
                description,
                42,
                runClass,
                runClass == RunClass.DEV
                        ? List.of("The steady phase is shorter than five minutes.", "The SUT runs embedded.")
                        : List.of(),
                List.of(),
                new PhaseTimes(rampUp, steady, rampDown, Duration.ofSeconds(5)),
                interval,
                workloads.stream().mapToInt(PlannedWorkload::tile).max().orElse(1),
                Duration.ZERO,
                periods(),
                score,
                List.of(new PlannedSut(1, "db", "h2", sutMode, Map.of("memory", "256m"))),
                workloads,
                sampledProcesses,
                meters,
                JudgeBounds.of(runClass, allowUntested));
    }

    private List<Period> periods() {
        List<Period> result = new ArrayList<>();
        for (int i = 0; i < periods; i++) {
            result.add(new Period(
                    "p" + (i + 1),
                    rampUp.plus(steady.multipliedBy(i).dividedBy(periods)),
                    rampUp.plus(steady.multipliedBy(i + 1L).dividedBy(periods))));
        }
        return result;
    }

    private List<SteadyPart> parts(Load load) {
        List<SteadyPart> parts = new ArrayList<>();
        Duration start = rampUp;
        for (LoadStep step : load.steps()) {
            parts.add(new SteadyPart(start, start.plus(step.length()), parts.size() + 1, 0));
            start = start.plus(step.length());
        }
        if (parts.isEmpty()) {
            periods().forEach(period -> parts.add(new SteadyPart(period.start(), period.end(), 0, parts.size() + 1)));
        }
        return parts;
    }

    private OperationDefinition operation(String operation) {
        return OperationDefinition.of(operation, "Does " + operation + ".")
                .verifying(Answers.read().identity("the name in the row").notVerified("the other columns"))
                .withLimits(limits.getOrDefault(operation, List.of()).stream()
                        .map(QosLimit::parse)
                        .toArray(QosLimit[]::new));
    }

    private PlannedWorkload workload(
            int tile,
            String workload,
            Load load,
            Mix mix,
            List<OperationDefinition> operations,
            List<UnitDefinition> units,
            MetricDefinition metric,
            List<MeasureDefinition> measures) {
        Map<String, Pacing> pacing = new LinkedHashMap<>();
        if (load instanceof Load.Closed) {
            Distribution gap =
                    pause.isZero() ? new Distribution.Fixed(Duration.ZERO) : Distribution.Exponential.ofMean(pause);
            Pacing pace = rebased ? new Pacing(Pacing.Kind.CYCLE, gap, Pacing.OnLate.REBASE) : Pacing.think(gap);
            units.forEach(unit -> pacing.put(unit.name(), pace));
        }
        Map<String, List<QosLimit>> unitLimits = new LinkedHashMap<>();
        if (limits.containsKey("order")) {
            unitLimits.put(
                    "order", limits.get("order").stream().map(QosLimit::parse).toList());
        }
        return new PlannedWorkload(
                tile,
                workload,
                workload.equals("store") ? "dvdstore" : "redis",
                workload,
                "db",
                DataPolicy.RESET,
                load,
                shares.isEmpty() ? List.of(new AgentShare("local", 0, load.users(), 0, 0, 0)) : shares,
                pacing,
                mix,
                operations,
                units,
                unitLimits,
                metric,
                measures,
                checks,
                execution,
                parameters,
                8,
                parts(load),
                runClass == RunClass.DEV ? 20 : 1,
                Map.of());
    }
}
