// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunSoftware;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.document.Documents;

/**
 * Checks whether the ended runs of a sequence are comparable with those that would follow: made by the same program,
 * with the same plugins and the same plan. Stateless; any thread.
 */
public final class ComparableRuns {
    private ComparableRuns() {}

    /**
     * Checks that the runs so far that are in the figures of a sequence are comparable with those that would follow. A
     * sequence without remaining runs is never refused.
     *
     * @throws WrongConfiguration with what has changed, and its cell
     */
    public static void require(RunApplication application, StudyPlan plan, StudyFolder folder)
            throws WrongConfiguration, IOException {
        List<EndedRun> ended = folder.ended();
        if (!(plan.sequence().next(ended) instanceof Step)) {
            return;
        }
        Location file = Location.of(plan.request().file());
        Set<Problem> problems = new LinkedHashSet<>();
        for (EndedRun run : ended) {
            Map<String, String> then = run.software();
            if (run.outcome().isEvidence() && then != null) {
                PlannedRun now = application.plan(
                        plan.runFile(),
                        StudyPlanner.joined(plan.settings(), run.step().settings()));
                @Nullable Map<String, String> here = RunSoftware.of(
                        Documents.parse(Documents.text(application.environment(now.plan()))),
                        Documents.parse(now.plan().canonicalText()));
                for (String difference : RunSoftware.changes(then, here == null ? Map.of() : here)) {
                    String cell = run.step().cell();
                    problems.add(Problem.at(file, cell.isEmpty() ? "trials" : "cell '" + cell + "'", difference));
                }
            }
        }
        if (!problems.isEmpty()) {
            problems.add(Problem.at(
                    file,
                    "",
                    "runs that were made with something else are not comparable with these: restore what these were"
                            + " made with, begin again, or add --mixed, with which the results have a warning"));
            throw new WrongConfiguration(List.copyOf(problems));
        }
    }
}
