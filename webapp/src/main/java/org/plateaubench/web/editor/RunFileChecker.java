// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.engine.config.RunFile;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.web.editor.RunFileChecker.FoundProblem.Severity;

/** Checks the texts of run files, which are untrusted, as {@code plateau validate} does. Any thread. */
final class RunFileChecker {
    private final Installation installation;

    RunFileChecker(Installation installation) {
        this.installation = installation;
    }

    /**
     * The result of a check.
     *
     * @param problems all problems, in the order of the text
     */
    record Checked(List<FoundProblem> problems, @Nullable PlanSummary plan) {}

    Checked check(String text, RunOrigin origin) {
        try {
            RunFile file = RunFileReader.read("", text, origin.folder(), origin.within(), List.of());
            RunPlan plan = new Planner(installation.catalog(), origin.rules()).plan(file);
            return new Checked(missingSecrets(file, plan, origin), PlanSummary.of(plan));
        } catch (WrongConfiguration e) {
            return new Checked(found(e.problems(), Severity.ERROR), null);
        }
    }

    /** The secrets that are missing on this host; they may exist on the host of the run. */
    private static List<FoundProblem> missingSecrets(RunFile file, RunPlan plan, RunOrigin origin) {
        try {
            origin.requireSecrets(file, plan);
            return List.of();
        } catch (WrongConfiguration e) {
            return found(e.problems(), Severity.WARNING);
        }
    }

    private static List<FoundProblem> found(List<Problem> problems, Severity severity) {
        return problems.stream()
                .map(problem -> new FoundProblem(problem, severity))
                .toList();
    }

    /** A problem of a text, with its place. */
    record FoundProblem(
            @JsonUnwrapped @JsonIgnoreProperties("file") Problem problem, Severity severity) {
        /** Whether a problem keeps a run from being planned. */
        enum Severity {
            ERROR,
            WARNING
        }
    }
}
