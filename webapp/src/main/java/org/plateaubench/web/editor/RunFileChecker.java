// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Load;
import org.plateaubench.app.Installation;
import org.plateaubench.app.PlanText;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.plan.ExpectedRate;
import org.plateaubench.engine.plan.MixShares;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.web.editor.RunFileChecker.FoundProblem.Severity;

/** Checks the texts of run files, which are untrusted, as {@code plateau validate} does. Thread-safe. */
final class RunFileChecker {
    private final Installation installation;

    RunFileChecker(Installation installation) {
        this.installation = installation;
    }

    /** The result of a check, with all problems in the order of the text. */
    record Checked(List<FoundProblem> problems, @Nullable PlanSummary plan) {}

    Checked check(String text, RunOrigin origin) {
        try {
            RunFile file = RunFileReader.read("", text, origin.folder(), origin.within(), List.of());
            RunPlan plan = new Planner(installation.catalog(), List.of(Planner.LOCAL_AGENT), origin.rules()).plan(file);
            return new Checked(missingSecrets(file, plan, origin), PlanSummary.of(plan));
        } catch (WrongConfiguration e) {
            return new Checked(withSeverity(e.problems(), Severity.ERROR), null);
        }
    }

    /** The secrets that are missing on this host; they may exist on the host of the run. */
    private static List<FoundProblem> missingSecrets(RunFile file, RunPlan plan, RunOrigin origin) {
        try {
            origin.requireSecrets(file, plan);
            return List.of();
        } catch (WrongConfiguration e) {
            return withSeverity(e.problems(), Severity.WARNING);
        }
    }

    private static List<FoundProblem> withSeverity(List<Problem> problems, Severity severity) {
        return problems.stream()
                .map(problem -> new FoundProblem(problem, severity))
                .toList();
    }

    /** A problem of a text, with its place. */
    record FoundProblem(
            @JsonUnwrapped @JsonIgnoreProperties("file") Problem problem, Severity severity) {
        /** Whether a problem prevents a run. */
        enum Severity {
            ERROR,
            WARNING
        }
    }

    /**
     * A summary of a plan before its execution. Immutable.
     *
     * @param seconds ramp-up, steady and ramp-down together, without the set-up of data and the drain
     * @param workloads workloads of tile 1; every tile has the same
     */
    record PlanSummary(
            String id,

            @JsonUnwrapped @JsonIncludeProperties({"name", "class", "classReasons", "notes", "tiles"})
            RunPlan plan,

            double seconds,
            List<PhaseLength> phases,
            List<WorkloadSummary> workloads,
            List<String> text) {
        record PhaseLength(String name, double seconds) {}

        /**
         * The load of a workload.
         *
         * @param users maximum number of concurrent users; for an open load, of arrivals in service
         * @param ratePerSecond highest rate of arrivals, null for closed load
         * @param operationsPerSecond expected operations per second, null when users do not pause, so that the SUT
         *     alone decides
         * @param isBound whether the expected rate is an upper bound, because the time of the SUT is added
         */
        record WorkloadSummary(
                String name,
                String plugin,
                int users,
                @Nullable Double ratePerSecond,
                @Nullable Double operationsPerSecond,
                boolean isBound,
                List<String> mix) {}

        static PlanSummary of(RunPlan plan) {
            List<PhaseLength> phases = List.of(
                    phase("ramp-up", plan.phases().rampUp()),
                    phase("steady", plan.phases().steady()),
                    phase("ramp-down", plan.phases().rampDown()));
            return new PlanSummary(
                    plan.id(),
                    plan,
                    phases.stream().mapToDouble(PhaseLength::seconds).sum(),
                    phases,
                    plan.workloads().stream()
                            .filter(workload -> workload.tile() == 1)
                            .map(PlanSummary::workload)
                            .toList(),
                    PlanText.lines(plan));
        }

        private static PhaseLength phase(String name, Duration length) {
            return new PhaseLength(name, length.toNanos() / Nanos.PER_SECOND);
        }

        private static WorkloadSummary workload(PlannedWorkload workload) {
            ExpectedRate rate = ExpectedRate.of(workload);
            return new WorkloadSummary(
                    workload.name(),
                    workload.reference(),
                    workload.load().users(),
                    workload.load() instanceof Load.Open open ? Double.valueOf(open.ratePerSecond()) : null,
                    rate == null ? null : Double.valueOf(rate.operationsPerSecond()),
                    rate != null && rate.isBound(),
                    MixShares.ofOperations(workload).entrySet().stream()
                            .filter(share -> share.getValue() > 0)
                            .map(Map.Entry::getKey)
                            .toList());
        }
    }
}
