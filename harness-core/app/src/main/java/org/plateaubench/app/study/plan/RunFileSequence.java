// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.plan;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Durations;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.engine.config.RunFile;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.WorkloadSpec;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.config.key.LoadSpec;
import org.plateaubench.engine.config.repetition.SearchSpec;
import org.plateaubench.engine.config.repetition.SearchType;
import org.plateaubench.engine.config.repetition.TilesType;
import org.plateaubench.engine.config.repetition.TrialsSpec;
import org.plateaubench.engine.config.repetition.TrialsType;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.spi.SutContext;

/**
 * The trials or the search that a run file requests. Immutable.
 *
 * @param cells the single cell of trials; empty for a search
 * @param expectedRun expected length of one run without its preparation
 */
public record RunFileSequence(
        StudyPlan.Kind kind, List<Cell> cells, Sequence sequence, Duration coolDown, Duration expectedRun) {
    /** Plans a run file again with additional settings. */
    @FunctionalInterface
    public interface Planning {
        /** Plans the run with additional settings. */
        PlannedRun with(List<String> settings) throws WrongConfiguration, IOException;
    }

    /** Creates the sequence of a run file and plans its variations once. */
    public static RunFileSequence of(PlannedRun planned, Planning planning) throws WrongConfiguration, IOException {
        SearchSpec search = planned.file().spec().search();
        return search == null
                ? trials(planned, planned.file().spec().trials(), planning)
                : search(planned, search, planning);
    }

    /** The baselines; each cell is its own baseline. */
    Map<String, String> baselines() {
        return cells.isEmpty() ? Map.of() : Map.of("", "");
    }

    private static RunFileSequence trials(PlannedRun planned, TrialsSpec trials, Planning planning)
            throws WrongConfiguration, IOException {
        Duration length = length(planned.plan());
        List<String> data = between(trials, planned.file());
        planning.with(data);
        Cell cell = new Cell("", Map.of(), data, Cell.Scenario.USUAL);
        return new RunFileSequence(
                StudyPlan.Kind.TRIALS,
                List.of(cell),
                new CellSequence(List.of(cell), trials, CellSequence.Order.GIVEN, 1, null, length, false),
                trials.coolDown(),
                length);
    }

    private static RunFileSequence search(PlannedRun planned, SearchSpec search, Planning planning)
            throws WrongConfiguration, IOException {
        Duration length = length(planned.plan());
        List<String> paths = paths(planned.file(), search);
        Duration budget = search.budget();
        if (budget != null && budget.compareTo(length) < 0) {
            String path = SearchType.BUDGET.within(RunFileKeys.SEARCH.name());
            throw wrong(planned.file().source().atValue(path, tooSmall(budget, length)));
        }
        SearchSequence sequence = new SearchSequence(search, load -> settings(paths, search, load), length);
        for (double load : new double[] {search.from(), search.to()}) {
            planning.with(sequence.settings().apply(load));
        }
        return new RunFileSequence(StudyPlan.Kind.SEARCH, List.of(), sequence, Duration.ZERO, length);
    }

    private static List<String> settings(List<String> paths, SearchSpec search, double load) {
        String value = SearchSequence.written(search.maximise(), load);
        return paths.stream().map(path -> path + "=" + value).toList();
    }

    private static List<String> paths(RunFile file, SearchSpec search) throws WrongConfiguration {
        List<String> paths = switch (search.maximise()) {
            case TILES -> List.of(tilesPath(file));
            case USERS -> loads(file, true, search.workload());
            case RATE -> loads(file, false, search.workload());
        };
        if (paths.isEmpty()) {
            throw wrong(file.source()
                    .atValue(
                            RunFileKeys.SEARCH.name(),
                            "finds no workload " + (search.workload().isEmpty() ? "" : "'" + search.workload() + "' ")
                                    + "whose load is "
                                    + (search.maximise() == SearchSpec.Quantity.USERS
                                            ? "a number of users"
                                            : "a rate")));
        }
        return paths;
    }

    static String tilesPath(RunFile file) {
        String tiles = RunFileKeys.TILES.name();
        String count = TilesType.COUNT.within(tiles);
        return file.source().has(count) ? count : tiles;
    }

    /** The paths of the levels of all loads of a kind that have no schedule. */
    static List<String> loads(RunFile file, boolean closed, String workload) {
        List<String> paths = new ArrayList<>();
        for (WorkloadSpec each : file.spec().workloads()) {
            LoadSpec load = each.get(RunFileKeys.LOAD);
            if (load != null
                    && load.isClosed() == closed
                    && load.steps().isEmpty()
                    && (workload.isEmpty() || workload.equals(each.name()))) {
                String path = RunFileKeys.LOAD.within(RunFileKeys.WORKLOADS.entry(each.name()));
                paths.add((closed ? LoadKeys.USERS : LoadKeys.RATE).within(path));
            }
        }
        return paths;
    }

    /** The settings that restore or reload the data before each trial. */
    static List<String> between(TrialsSpec trials, RunFile file) throws WrongConfiguration {
        DataPolicy policy = switch (trials.between()) {
            case RESET -> DataPolicy.RESET;
            case CLEAR -> DataPolicy.RELOAD;
            case NOTHING, RESTART -> null;
        };
        if (trials.between() == TrialsSpec.Between.RESTART
                && file.spec().suts().stream().anyMatch(sut -> sut.mode() == SutContext.Mode.EXTERNAL)) {
            throw wrong(file.source()
                    .atValue(
                            TrialsType.BETWEEN.within(RunFileKeys.TRIALS.name()),
                            "restart is for SUTs that the harness starts; for external ones a scenario of a study has"
                                    + " commands before and after each run"));
        }
        if (policy == null) {
            return List.of();
        }
        String value = "=" + Documents.word(policy);
        return file.spec().workloads().stream()
                .map(workload -> RunFileKeys.DATA.within(RunFileKeys.WORKLOADS.entry(workload.name())) + value)
                .toList();
    }

    static String tooSmall(Duration budget, Duration length) {
        return "is too small for one run: " + Durations.format(budget) + " against " + Durations.format(length);
    }

    /** The length of a run without its preparation. */
    static Duration length(RunPlan plan) {
        return plan.phases()
                .rampUp()
                .plus(plan.phases().steady())
                .plus(plan.phases().rampDown());
    }

    private static WrongConfiguration wrong(Problem problem) {
        return new WrongConfiguration(List.of(problem));
    }
}
