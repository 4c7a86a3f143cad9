// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.store.RunFolder;

/**
 * Checks whether the ended runs of a sequence are comparable with those that would follow: made by the same program,
 * with the same plugins and the same plan. This is read from the run directories. Stateless; any thread.
 */
public final class ComparableRuns {
    private static final int NAMED_RUNS = 3;

    private ComparableRuns() {}

    private record Difference(String cell, String sentence) {}

    /**
     * Checks that the runs so far that are in the figures of a sequence are comparable with those that would follow. A
     * sequence without remaining runs is never refused.
     *
     * @throws WrongConfiguration with each plugin, version and place of the plan that has changed, and its cell
     */
    public static void require(RunApplication application, StudyPlan plan, StudyFolder folder)
            throws WrongConfiguration, IOException {
        List<EndedRun> ended = folder.ended();
        if (!(plan.sequence().next(ended) instanceof Step)) {
            return;
        }
        List<Problem> problems = problems(
                plan, ended.stream().filter(run -> run.outcome().isEvidence()).toList(), application);
        if (!problems.isEmpty()) {
            throw new WrongConfiguration(problems);
        }
    }

    private static List<Problem> problems(StudyPlan plan, List<EndedRun> ended, RunApplication application)
            throws IOException, WrongConfiguration {
        Path runs = Path.of(plan.request().runs());
        Map<List<String>, PlannedRun> planned = new HashMap<>();
        Map<Difference, List<String>> found = new LinkedHashMap<>();
        for (EndedRun run : ended) {
            List<String> settings = run.step().settings();
            PlannedRun now = planned.get(settings);
            if (now == null) {
                now = application.plan(plan.runFile(), StudyPlanner.joined(plan.settings(), settings));
                planned.put(settings, now);
            }
            for (String sentence : differences(runs.resolve(run.runId()), now, application)) {
                found.computeIfAbsent(new Difference(run.step().cell(), sentence), key -> new ArrayList<>())
                        .add(run.runId());
            }
        }
        List<Problem> problems = new ArrayList<>();
        Location file = Location.of(plan.request().file());
        found.forEach((difference, ids) -> problems.add(Problem.at(
                file,
                difference.cell().isEmpty() ? "trials" : "cell '" + difference.cell() + "'",
                difference.sentence() + " (" + named(ids) + ")")));
        if (!problems.isEmpty()) {
            problems.add(Problem.at(
                    file,
                    "",
                    "runs that were made with something else are not comparable with these: restore what these were"
                            + " made with, begin again, or add --mixed, with which the results have a warning"));
        }
        return problems;
    }

    private static List<String> differences(Path folder, PlannedRun now, RunApplication application)
            throws IOException {
        return Files.isDirectory(folder)
                ? application.differences(RunFolder.of(folder), now)
                : List.of("It is not known with what the run was made, since its folder no longer exists.");
    }

    private static String named(List<String> ids) {
        String names = String.join(", ", ids.stream().limit(NAMED_RUNS).toList());
        return (ids.size() == 1 ? "run " : "runs ")
                + names
                + (ids.size() > NAMED_RUNS ? " and " + (ids.size() - NAMED_RUNS) + " more" : "");
    }
}
