// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.spi.SutContext;

/** Reads what {@link PlanWriter} writes. */
final class PlanReader {
    private PlanReader() {}

    static RunPlan plan(Map<String, ?> tree) {
        TreeReader plan = new TreeReader("", tree);
        if (!plan.text("schema").equals(RunPlan.SCHEMA)) {
            throw plan.wrong("schema");
        }
        return new RunPlan(
                plan.text("name"),
                plan.text("description"),
                plan.whole("seed"),
                plan.choice("class", RunClass.class),
                plan.texts("classReasons"),
                plan.texts("notes"),
                phases(plan.below("phases")),
                plan.duration("interval"),
                plan.count("tiles"),
                orZero(plan.optionalDuration("stagger")),
                plan.optionalList("periods", PlanReader::period),
                plan.list("suts", PlanReader::sut),
                plan.list("workloads", PlanReader::workload),
                bounds(plan.below("bounds")));
    }

    private static Period period(TreeReader period) {
        return new Period(period.text("name"), period.duration("start"), period.duration("end"));
    }

    private static Duration orZero(@Nullable Duration duration) {
        return duration == null ? Duration.ZERO : duration;
    }

    private static PhaseTimes phases(TreeReader phases) {
        return new PhaseTimes(
                phases.duration("rampUp"),
                phases.duration("steady"),
                phases.duration("rampDown"),
                phases.duration("drain"));
    }

    private static JudgeBounds bounds(TreeReader bounds) {
        return new JudgeBounds(
                bounds.decimal("cpuSharePercent"),
                bounds.flag("cpuVoids"),
                bounds.decimal("longestStallMs"),
                bounds.flag("stallVoids"),
                bounds.count("missingIntervals"));
    }

    private static PlannedSut sut(TreeReader sut) {
        return new PlannedSut(
                sut.count("tile"),
                sut.text("name"),
                sut.text("service"),
                sut.choice("mode", SutContext.Mode.class),
                Tree.map(sut.map("parameters")));
    }

    private static PlannedWorkload workload(TreeReader workload) {
        Map<String, List<QosLimit>> unitLimits = new TreeMap<>();
        TreeReader limits = workload.below("unitLimits");
        workload.names("unitLimits").forEach(unit -> unitLimits.put(unit, limits(limits, unit)));
        return new PlannedWorkload(
                workload.count("tile"),
                workload.text("name"),
                workload.text("plugin"),
                workload.text("workload"),
                workload.optionalText("sut"),
                workload.choice("data", DataPolicy.class),
                load(workload.below("load")),
                workload.list("shares", PlanReader::share),
                workload.byName("pacing", PlanReader::pacing),
                mix(workload.below("mix")),
                workload.list("operations", PlanReader::operation),
                workload.list("units", PlanReader::unit),
                unitLimits,
                metric(workload.below("metric")),
                workload.list("measures", PlanReader::measure),
                workload.optionalList("checks", CheckCodec::check),
                workload.choice("execution", Execution.class),
                Tree.map(workload.map("parameters")),
                workload.key("dataSeed"),
                workload.optionalList("parts", PlanReader::part),
                workload.decimal("lagBoundMs"));
    }

    private static SteadyPart part(TreeReader part) {
        return new SteadyPart(part.duration("start"), part.duration("end"), part.count("step"), part.count("period"));
    }

    private static Load load(TreeReader load) {
        return switch (load.text("kind")) {
            case "closed" ->
                new Load.Closed(
                        load.count("users"),
                        load.count("depth"),
                        load.optionalList("steps", StepCodec::step),
                        load.optionalDecimal("backlogPerUser"));
            case "open" ->
                new Load.Open(
                        load.decimal("ratePerSecond"),
                        load.choice("arrival", Load.Arrival.class),
                        load.count("users"),
                        load.count("depth"),
                        load.count("lanes"),
                        load.count("queueBound"),
                        load.optionalList("steps", StepCodec::step));
            default -> throw load.wrong("kind");
        };
    }

    private static AgentShare share(TreeReader share) {
        return new AgentShare(
                share.text("agent"),
                share.count("firstUser"),
                share.count("users"),
                share.count("firstLane"),
                share.count("lanes"),
                share.count("queueBound"));
    }

    private static Pacing pacing(TreeReader pacing) {
        return new Pacing(
                pacing.choice("kind", Pacing.Kind.class),
                distribution(pacing.below("gap")),
                pacing.choice("onLate", Pacing.OnLate.class));
    }

    private static Distribution distribution(TreeReader gap) {
        return switch (gap.text("kind")) {
            case "fixed" -> new Distribution.Fixed(gap.duration("time"));
            case "uniform" -> new Distribution.Uniform(gap.duration("min"), gap.duration("max"));
            case "exponential" ->
                new Distribution.Exponential(
                        gap.duration("mean"), gap.duration("min"), gap.optionalDuration("max"), gap.duration("shift"));
            default -> throw gap.wrong("kind");
        };
    }

    private static Mix mix(TreeReader mix) {
        return switch (mix.text("kind")) {
            case "flat" -> new Mix.Flat(mix.weights("weights"));
            case "matrix" ->
                new Mix.Matrix(
                        mix.texts("units"),
                        mix.values("rows").stream().map(PlanReader::row).toList());
            case "sequence" -> new Mix.Sequence(mix.texts("units"));
            default -> throw mix.wrong("kind");
        };
    }

    private static List<Double> row(Object row) {
        return ((List<?>) row)
                .stream().map(weight -> ((Number) weight).doubleValue()).toList();
    }

    private static List<QosLimit> limits(TreeReader owner, String name) {
        return owner.texts(name).stream().map(QosLimit::parse).toList();
    }

    private static OperationDefinition operation(TreeReader operation) {
        return new OperationDefinition(
                operation.text("name"),
                operation.text("description"),
                operation.duration("timeout"),
                limits(operation, "limits"),
                operation.flag("endsUnitOnError"));
    }

    private static UnitDefinition unit(TreeReader unit) {
        return new UnitDefinition(unit.text("name"), unit.list("steps", PlanReader::step));
    }

    private static UnitDefinition.Step step(TreeReader step) {
        return new UnitDefinition.Step(
                step.weights("weights"),
                step.count("minTimes"),
                step.count("maxTimes"),
                distribution(step.below("pause")));
    }

    private static MetricDefinition metric(TreeReader metric) {
        return new MetricDefinition(
                metric.text("name"), metric.text("unit"), metric.text("line"), metric.count("perSeconds"));
    }

    private static MeasureDefinition measure(TreeReader measure) {
        return new MeasureDefinition(
                measure.text("name"),
                measure.choice("kind", MeasureDefinition.Kind.class),
                measure.text("unit"),
                measure.text("description"),
                measure.optionalTexts("limits").stream().map(QosLimit::parse).toList());
    }
}
