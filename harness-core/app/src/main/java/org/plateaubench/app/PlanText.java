// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.plateaubench.api.Durations;
import org.plateaubench.api.Load;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.WorkloadResult.LoadResult;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.ExpectedRate;
import org.plateaubench.engine.plan.GapText;
import org.plateaubench.engine.plan.MixShares;
import org.plateaubench.engine.plan.PlannedScore;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.StepText;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.loader.Sha256;

/** A summary of a plan; the complete plan is its JSON. */
public final class PlanText {
    private PlanText() {}

    public static List<String> lines(RunPlan plan) {
        List<String> lines = new ArrayList<>();
        lines.add(header(plan));
        plan.classReasons()
                .forEach(reason -> lines.add("  class " + plan.runClass().label() + ": " + reason));
        plan.notes().forEach(note -> lines.add("  note: " + note));
        lines.add("tiles: " + plan.tiles()
                + (plan.stagger().isZero()
                        ? ""
                        : ", each starts " + Durations.format(plan.stagger()) + " after the one before it"));
        PhaseTimes phases = plan.phases();
        lines.add("phases: ramp-up " + Durations.format(phases.rampUp()) + ", steady "
                + Durations.format(phases.steady()) + ", ramp-down " + Durations.format(phases.rampDown())
                + ", drain at most " + Durations.format(phases.drain()));
        if (!plan.periods().isEmpty()) {
            lines.add("scored periods: "
                    + plan.periods().stream()
                            .map(period -> period.name() + " "
                                    + Durations.format(period.end().minus(period.start())))
                            .collect(Collectors.joining(", ")));
        }
        PlannedScore score = plan.score();
        if (score != null) {
            lines.add("score: against " + score.reference() + " (" + Sha256.shown(score.digest()) + ")"
                    + (plan.runClass() == RunClass.DEV ? "; a run of class dev is never scored" : ""));
        }
        plan.suts().forEach(sut -> lines.add(sut(sut)));
        Set<String> idle = new LinkedHashSet<>(plan.agents());
        idle.removeAll(plan.drivingAgents());
        idle.forEach(agent -> lines.add("agent " + agent + ": drives nothing, and reports what its host does"));
        plan.workloads().forEach(workload -> workload(workload, lines));
        return lines;
    }

    public static String header(RunPlan plan) {
        return plan.name() + "  plan " + plan.id() + "  seed " + plan.seed() + "  class "
                + plan.runClass().label();
    }

    private static String sut(PlannedSut sut) {
        return "SUT " + sut.tile() + "/" + sut.name() + ": " + sut.service() + ", " + sut.modeLabel();
    }

    private static void workload(PlannedWorkload workload, List<String> lines) {
        lines.add("workload " + workload.scope() + ": " + workload.reference()
                + (workload.sut() == null ? "" : " on " + workload.sut()) + ", " + load(workload) + ", "
                + workload.execution().name().toLowerCase(Locale.ROOT).replace('_', ' '));
        if (!workload.label().isEmpty()) {
            lines.add("  " + workload.label());
        }
        List<LoadStep> steps = workload.load().steps();
        for (int i = 0; i < steps.size(); i++) {
            lines.add("  step " + (i + 1) + ": " + StepText.of(workload.load(), steps.get(i)));
        }
        Map<String, String> gaps = new LinkedHashMap<>();
        workload.pacing().forEach((unit, pacing) -> gaps.put("unit " + unit, LoadResult.pacing(pacing)));
        GapText.byUnit(gaps).forEach((unit, gap) -> lines.add("  " + unit + ": " + gap));
        lines.addAll(rate(workload));
        lines.addAll(agents(workload));
        for (OperationDefinition operation : workload.operations()) {
            lines.add("  operation " + operation.name() + ": timeout " + Durations.format(operation.timeout())
                    + limits(operation.limits()));
        }
        workload.parameters().forEach((name, value) -> lines.add("  parameter " + name + ": " + Documents.line(value)));
    }

    private static List<String> agents(PlannedWorkload workload) {
        List<AgentShare> shares = workload.shares();
        return shares.size() == 1 && shares.getFirst().agent().equals(Planner.LOCAL_AGENT)
                ? List.of()
                : List.of("  driven by: "
                        + workload.drivingShares().stream()
                                .map(share -> share.agent() + " (" + share.users()
                                        + (share.users() == 1 ? " user)" : " users)"))
                                .collect(Collectors.joining(", ")));
    }

    private static List<String> rate(PlannedWorkload workload) {
        List<String> lines = new ArrayList<>();
        ExpectedRate rate = ExpectedRate.of(workload);
        if (rate != null) {
            String details = rate.users() == 0
                    ? ""
                    : String.format(
                            Locale.ROOT,
                            ": %d users, one %s every %s s on average%s",
                            rate.users(),
                            workload.load().depth() > 1
                                    ? "batch of " + workload.load().depth()
                                    : "unit",
                            BigDecimal.valueOf(rate.meanGapSeconds())
                                    .round(new MathContext(4))
                                    .stripTrailingZeros()
                                    .toPlainString(),
                            rate.isBound() ? ", without the time that the SUT takes" : "");
            lines.add(String.format(
                    Locale.ROOT,
                    "  expected: %s%.1f operations/s%s",
                    rate.isBound() ? "at most " : "",
                    rate.operationsPerSecond(),
                    details));
        }
        Map<String, Double> shares = MixShares.ofOperations(workload);
        if (shares.size() > 1 && workload.units().stream().noneMatch(UnitDefinition::isConditional)) {
            lines.add("  target mix: "
                    + shares.entrySet().stream()
                            .map(share ->
                                    String.format(Locale.ROOT, "%s %.2f %%", share.getKey(), 100 * share.getValue()))
                            .collect(Collectors.joining(", ")));
        }
        return lines;
    }

    private static String limits(List<QosLimit> limits) {
        return limits.isEmpty()
                ? ""
                : ", " + limits.stream().map(QosLimit::toString).collect(Collectors.joining(", "));
    }

    private static String load(PlannedWorkload workload) {
        return switch (workload.load()) {
            case Load.Closed closed -> upTo(workload) + closed.users() + " users";
            case Load.Open open ->
                String.format(
                        Locale.ROOT,
                        "%s%s/s %s, at most %d users, %d lanes, queue of %d",
                        upTo(workload),
                        open.ratePerSecond(),
                        open.arrival().name().toLowerCase(Locale.ROOT),
                        open.users(),
                        open.lanes(),
                        open.queueBound());
        };
    }

    private static String upTo(PlannedWorkload workload) {
        return workload.load().steps().isEmpty() ? "" : "up to ";
    }
}
