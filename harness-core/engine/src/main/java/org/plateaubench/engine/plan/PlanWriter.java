// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Load;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;

/** Writes a plan as a tree; {@link PlanReader} reads it back. */
final class PlanWriter {
    private PlanWriter() {}

    static Map<String, Object> tree(RunPlan plan) {
        return Tree.map(node(
                "schema", RunPlan.SCHEMA,
                "name", plan.name(),
                "description", plan.description(),
                "seed", plan.seed(),
                "class", plan.runClass().label(),
                "classReasons", plan.classReasons(),
                "notes", plan.notes(),
                "phases", phases(plan.phases()),
                "interval", text(plan.interval()),
                "tiles", plan.tiles(),
                "stagger", plan.stagger().isZero() ? null : text(plan.stagger()),
                "periods",
                        plan.periods().isEmpty()
                                ? null
                                : plan.periods().stream()
                                        .map(PlanWriter::period)
                                        .toList(),
                "suts", plan.suts().stream().map(PlanWriter::sut).toList(),
                "workloads", plan.workloads().stream().map(PlanWriter::workload).toList(),
                "bounds", bounds(plan.bounds())));
    }

    /** A map of alternating names and values, without null values. */
    static Map<String, Object> node(@Nullable Object... namesAndValues) {
        Map<String, Object> result = new TreeMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            Object value = namesAndValues[i + 1];
            if (value != null) {
                result.put(String.valueOf(namesAndValues[i]), value);
            }
        }
        return result;
    }

    static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String text(Duration duration) {
        return Durations.format(duration);
    }

    private static String hex(long key) {
        return HexFormat.of().toHexDigits(key);
    }

    private static Object period(Period period) {
        return node("name", period.name(), "start", text(period.start()), "end", text(period.end()));
    }

    private static Object phases(PhaseTimes phases) {
        return node(
                "rampUp", text(phases.rampUp()),
                "steady", text(phases.steady()),
                "rampDown", text(phases.rampDown()),
                "drain", text(phases.drain()));
    }

    private static Object bounds(JudgeBounds bounds) {
        return node(
                "cpuSharePercent", bounds.cpuSharePercent(),
                "cpuVoids", bounds.cpuVoids(),
                "longestStallMs", bounds.longestStallMs(),
                "stallVoids", bounds.stallVoids(),
                "missingIntervals", bounds.missingIntervals());
    }

    private static Object sut(PlannedSut sut) {
        return node(
                "tile", sut.tile(),
                "name", sut.name(),
                "service", sut.service(),
                "mode", word(sut.mode()),
                "parameters", sut.parameters());
    }

    private static Object workload(PlannedWorkload workload) {
        Map<String, Object> pacing = new TreeMap<>();
        workload.pacing().forEach((unit, value) -> pacing.put(unit, pacing(value)));
        Map<String, Object> unitLimits = new TreeMap<>();
        workload.unitLimits().forEach((unit, limits) -> unitLimits.put(unit, limits(limits)));
        return node(
                "tile", workload.tile(),
                "name", workload.name(),
                "plugin", workload.plugin(),
                "workload", workload.workload(),
                "sut", workload.sut(),
                "data", word(workload.data()),
                "load", load(workload.load()),
                "shares", workload.shares().stream().map(PlanWriter::share).toList(),
                "pacing", pacing,
                "mix", mix(workload.mix()),
                "operations",
                        workload.operations().stream()
                                .map(PlanWriter::operation)
                                .toList(),
                "units", workload.units().stream().map(PlanWriter::unit).toList(),
                "unitLimits", unitLimits,
                "metric", metric(workload.metric()),
                "measures",
                        workload.measures().stream().map(PlanWriter::measure).toList(),
                "checks",
                        workload.checks().isEmpty()
                                ? null
                                : workload.checks().stream()
                                        .map(CheckCodec::tree)
                                        .toList(),
                "execution", word(workload.execution()),
                "parameters", workload.parameters(),
                "dataSeed", hex(workload.dataSeed()),
                "parts",
                        workload.parts().isEmpty()
                                ? null
                                : workload.parts().stream()
                                        .map(PlanWriter::part)
                                        .toList(),
                "lagBoundMs", workload.lagBoundMs());
    }

    private static Object part(SteadyPart part) {
        return node(
                "start", text(part.start()),
                "end", text(part.end()),
                "step", part.step(),
                "period", part.period());
    }

    private static Object load(Load load) {
        return switch (load) {
            case Load.Closed closed ->
                node(
                        "kind", "closed",
                        "users", closed.users(),
                        "depth", closed.depth(),
                        "steps", StepCodec.trees(closed.steps()),
                        "backlogPerUser", closed.backlogPerUser());
            case Load.Open open ->
                node(
                        "kind", "open",
                        "ratePerSecond", open.ratePerSecond(),
                        "arrival", word(open.arrival()),
                        "users", open.users(),
                        "depth", open.depth(),
                        "lanes", open.lanes(),
                        "queueBound", open.queueBound(),
                        "steps", StepCodec.trees(open.steps()));
        };
    }

    private static Object share(AgentShare share) {
        return node(
                "agent", share.agent(),
                "firstUser", share.firstUser(),
                "users", share.users(),
                "firstLane", share.firstLane(),
                "lanes", share.lanes(),
                "queueBound", share.queueBound());
    }

    private static Object pacing(Pacing pacing) {
        return node(
                "kind", word(pacing.kind()),
                "gap", distribution(pacing.gap()),
                "onLate", word(pacing.onLate()));
    }

    private static Object distribution(Distribution distribution) {
        return switch (distribution) {
            case Distribution.Fixed fixed -> node("kind", "fixed", "time", text(fixed.time()));
            case Distribution.Uniform uniform ->
                node("kind", "uniform", "min", text(uniform.min()), "max", text(uniform.max()));
            case Distribution.Exponential exponential -> {
                Duration max = exponential.max();
                yield node(
                        "kind", "exponential",
                        "mean", text(exponential.mean()),
                        "min", text(exponential.min()),
                        "max", max == null ? null : text(max),
                        "shift", text(exponential.shift()));
            }
        };
    }

    private static Object mix(Mix mix) {
        return switch (mix) {
            case Mix.Flat flat -> node("kind", "flat", "weights", flat.weights());
            case Mix.Matrix matrix -> node("kind", "matrix", "units", matrix.units(), "rows", matrix.rows());
            case Mix.Sequence sequence -> node("kind", "sequence", "units", sequence.units());
        };
    }

    private static List<String> limits(List<QosLimit> limits) {
        return limits.stream().map(QosLimit::toString).toList();
    }

    private static Object operation(OperationDefinition operation) {
        return node(
                "name", operation.name(),
                "description", operation.description(),
                "timeout", text(operation.timeout()),
                "limits", limits(operation.limits()),
                "endsUnitOnError", operation.endsUnitOnError());
    }

    private static Object unit(UnitDefinition unit) {
        return node(
                "name",
                unit.name(),
                "steps",
                unit.steps().stream().map(PlanWriter::step).toList());
    }

    private static Object step(UnitDefinition.Step step) {
        return node(
                "weights", step.weights(),
                "minTimes", step.minTimes(),
                "maxTimes", step.maxTimes(),
                "pause", distribution(step.pause()));
    }

    private static Object metric(MetricDefinition metric) {
        return node(
                "name", metric.name(),
                "unit", metric.unit(),
                "line", metric.line(),
                "perSeconds", metric.perSeconds());
    }

    private static Object measure(MeasureDefinition measure) {
        return node(
                "name", measure.name(),
                "kind", word(measure.kind()),
                "unit", measure.unit(),
                "description", measure.description(),
                "limits", measure.limits().isEmpty() ? null : limits(measure.limits()));
    }
}
