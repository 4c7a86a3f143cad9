// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.engine.config.RunFile;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.SearchSpec;
import org.plateaubench.engine.config.TrialsSpec;
import org.plateaubench.engine.config.WorkloadSpec;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.load.LoadSpec;
import org.plateaubench.engine.config.study.StudyFileReader;
import org.plateaubench.engine.config.study.StudySpec;
import org.plateaubench.engine.config.study.StudySpec.Setting;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.spi.SutContext;

/** Plans sequences of runs, and every run of them, so that all problems show before anything starts. */
public final class StudyPlanner {
    private static final int MOST_CELLS = 1_000;
    private static final String TILES = "tiles";

    private final RunApplication application;
    private final Path runs;

    /**
     * A planner.
     *
     * @param runs folder of all runs
     */
    public StudyPlanner(RunApplication application, Path runs) {
        this.application = application;
        this.runs = runs;
    }

    /**
     * Plans what a request asks for, which was made before.
     *
     * @throws WrongConfiguration also when the files have changed since the request was made
     */
    public StudyPlan again(StudyFolder.Request request) throws WrongConfiguration, IOException {
        Path file = Path.of(request.file());
        StudyPlan plan = StudyFileReader.isStudy(file)
                ? study(file, request.settings(), request.scale())
                : sequence(file, request.settings());
        if (!plan.request().digest().equals(request.digest())) {
            throw new WrongConfiguration(List.of(Problem.at(
                    Location.of(request.file()),
                    "",
                    "this file, or the run file that it names, has changed since the study began: restore it, or begin a"
                            + " new study")));
        }
        return plan;
    }

    /**
     * Checks that every secret of every cell can be read; the values are not kept.
     *
     * @throws WrongConfiguration with every missing secret
     */
    public void requireSecrets(StudyPlan plan) throws WrongConfiguration, IOException {
        Set<Problem> missing = new LinkedHashSet<>();
        List<List<String>> settings = plan.cells().isEmpty()
                ? List.of(List.of())
                : plan.cells().stream().map(Cell::settings).toList();
        for (List<String> each : settings) {
            try {
                application.requireSecrets(application.plan(plan.runFile(), joined(plan.settings(), each)));
            } catch (WrongConfiguration e) {
                missing.addAll(e.problems());
            }
        }
        if (!missing.isEmpty()) {
            throw new WrongConfiguration(List.copyOf(missing));
        }
    }

    /** Plans trials or the search that a run file asks for. */
    public StudyPlan sequence(Path file, List<String> settings) throws WrongConfiguration, IOException {
        PlannedRun planned = application.plan(file, settings);
        SearchSpec search = planned.file().spec().search();
        TrialsSpec trials = planned.file().spec().trials();
        Duration length = length(planned.plan());
        StudyFolder.Request request = request(planned.plan().name(), file, settings, "", List.of(file));
        if (search != null) {
            return search(file, settings, planned, search, request);
        }
        List<String> data = between(trials, planned.file());
        application.plan(file, joined(settings, data));
        Cell cell = new Cell("", Map.of(), data, Cell.Scenario.USUAL);
        return new StudyPlan(
                request,
                StudyPlan.Kind.TRIALS,
                planned.plan().name(),
                planned.plan().description(),
                file,
                settings,
                List.of(cell),
                Map.of("", ""),
                new CellSequence(List.of(cell), trials, CellSequence.Order.GIVEN, 1, null, length, false),
                trials.coolDown(),
                planned,
                planned.file().beside(),
                length);
    }

    private StudyPlan search(
            Path file, List<String> settings, PlannedRun planned, SearchSpec search, StudyFolder.Request request)
            throws WrongConfiguration, IOException {
        Duration length = length(planned.plan());
        List<String> paths = paths(planned.file(), search);
        Duration budget = search.budget();
        if (budget != null && budget.compareTo(length) < 0) {
            throw wrong(planned.file().source().atValue("search.budget", tooSmall(budget, length)));
        }
        SearchSequence sequence = new SearchSequence(search, load -> settings(paths, search, load), length);
        for (double load : new double[] {search.from(), search.to()}) {
            application.plan(file, joined(settings, sequence.settings().apply(load)));
        }
        return new StudyPlan(
                request,
                StudyPlan.Kind.SEARCH,
                planned.plan().name(),
                planned.plan().description(),
                file,
                settings,
                List.of(),
                Map.of(),
                sequence,
                Duration.ZERO,
                planned,
                planned.file().beside(),
                length);
    }

    private static List<String> settings(List<String> paths, SearchSpec search, double load) {
        String value = SearchSequence.name(load) + (search.maximise() == SearchSpec.Quantity.RATE ? "/s" : "");
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
                            "search",
                            "finds no workload " + (search.workload().isEmpty() ? "" : "'" + search.workload() + "' ")
                                    + "whose load is "
                                    + (search.maximise() == SearchSpec.Quantity.USERS
                                            ? "a number of users"
                                            : "a rate")));
        }
        return paths;
    }

    private static String tilesPath(RunFile file) {
        return file.source().has(TILES + ".count") ? TILES + ".count" : TILES;
    }

    /** The paths of the levels of all loads of a kind that no schedule changes. */
    private static List<String> loads(RunFile file, boolean closed, String workload) {
        List<String> paths = new ArrayList<>();
        for (WorkloadSpec each : file.spec().workloads()) {
            LoadSpec load = each.get(RunFileKeys.LOAD);
            if (load != null
                    && load.isClosed() == closed
                    && load.steps().isEmpty()
                    && (workload.isEmpty() || workload.equals(each.name()))) {
                paths.add("workloads." + each.name() + ".load." + (closed ? "users" : "rate"));
            }
        }
        return paths;
    }

    /** The settings that restore or reload the data before each trial. */
    private static List<String> between(TrialsSpec trials, RunFile file) throws WrongConfiguration {
        String policy = switch (trials.between()) {
            case RESET -> "reset";
            case CLEAR -> "reload";
            case NOTHING, RESTART -> "";
        };
        if (trials.between() == TrialsSpec.Between.RESTART
                && file.spec().suts().stream().anyMatch(sut -> sut.mode() == SutContext.Mode.EXTERNAL)) {
            throw wrong(file.source()
                    .atValue(
                            "trials.between",
                            "restart is for SUTs that the harness starts; for external ones a scenario of a study has"
                                    + " commands before and after each run"));
        }
        return policy.isEmpty()
                ? List.of()
                : file.spec().workloads().stream()
                        .map(workload -> "workloads." + workload.name() + ".data=" + policy)
                        .toList();
    }

    /** Plans the study of a study file. */
    public StudyPlan study(Path file, List<String> settings, String scale) throws WrongConfiguration, IOException {
        return study(StudyFileReader.read(file, scale), file, settings, scale);
    }

    /**
     * Plans the study of a study file that was read.
     *
     * @param file where it was read
     */
    public StudyPlan study(StudyFileReader.StudyFile given, Path file, List<String> settings, String scale)
            throws WrongConfiguration, IOException {
        StudySpec spec = given.spec();
        Path runFile = runFile(file, spec);
        List<Problem> problems = new ArrayList<>(given.problems());
        problems.addAll(commands(spec));
        if (!Files.isRegularFile(runFile)) {
            problems.add(Problem.at(spec.runLocation(), "run", "there is no run file " + runFile));
            throw new WrongConfiguration(problems.stream().sorted(Problem.ORDER).toList());
        }
        List<String> base = joined(spec.settings().stream().map(Setting::text).toList(), settings);
        RunFile read = read(runFile, base, problems);
        List<String> data = new ArrayList<>();
        try {
            data.addAll(between(spec.trials(), read));
        } catch (WrongConfiguration e) {
            problems.addAll(e.problems());
        }
        StudyCells cells = new StudyCells(
                given,
                new StudyCells.Paths(
                        tilesPath(read),
                        loads(read, true, ""),
                        loads(read, false, ""),
                        read.spec().workloads().stream().map(WorkloadSpec::name).toList()),
                data);
        problems.addAll(cells.problems());
        PlannedCells planned = planned(cells, file, runFile, base, problems);
        PlannedRun first = planned.first();
        Duration longest = planned.longest();
        Duration budget = spec.budget();
        if (first != null && budget != null && budget.compareTo(longest) < 0) {
            problems.add(Problem.at(spec.budgetLocation(), "budget", tooSmall(budget, longest)));
        }
        if (!problems.isEmpty() || first == null) {
            throw new WrongConfiguration(
                    problems.stream().distinct().sorted(Problem.ORDER).toList());
        }
        return new StudyPlan(
                request(spec.name(), file, settings, scale, List.of(file, runFile)),
                spec.type() == StudySpec.Type.INTERFERENCE ? StudyPlan.Kind.INTERFERENCE : StudyPlan.Kind.STUDY,
                spec.name(),
                spec.description(),
                runFile,
                base,
                cells.cells(),
                cells.baselines(),
                new CellSequence(
                        cells.cells(),
                        spec.trials(),
                        CellSequence.Order.valueOf(spec.order().name()),
                        spec.seed(),
                        budget,
                        longest,
                        spec.onFailure() == StudySpec.OnFailure.STOP),
                spec.trials().coolDown(),
                first,
                planned.beside(),
                longest);
    }

    /** The run file of a study file. */
    public static Path runFile(Path file, StudySpec spec) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        return (folder == null ? Path.of(spec.run()) : folder.resolve(spec.run())).normalize();
    }

    /** A user without a shell on this host has no command there executed. */
    private List<Problem> commands(StudySpec spec) {
        return application.isForOutside()
                ? spec.scenarios().stream()
                        .filter(each ->
                                !each.before().isEmpty() || !each.after().isEmpty())
                        .map(each -> Problem.at(
                                each.location(),
                                "scenarios." + each.name(),
                                "has commands, before or after its runs: they are executed for studies of this host's shell"
                                        + " only, and never through the console"))
                        .toList()
                : List.of();
    }

    /** Reads a run file; the problems of the study file before those of a run file that cannot be read. */
    private RunFile read(Path runFile, List<String> settings, List<Problem> problems) throws WrongConfiguration {
        try {
            return application.read(runFile, settings);
        } catch (WrongConfiguration e) {
            problems.addAll(e.problems());
            throw new WrongConfiguration(problems);
        }
    }

    /** The run of the first cell, null when no cell can be planned, what all name beside them, and how long the longest run of all cells takes. */
    private record PlannedCells(@Nullable PlannedRun first, Map<String, String> beside, Duration longest) {}

    private PlannedCells planned(StudyCells cells, Path file, Path runFile, List<String> base, List<Problem> problems)
            throws IOException {
        if (cells.cells().size() > MOST_CELLS) {
            problems.add(Problem.at(
                    Location.of(file.toString()),
                    "factors",
                    "make " + cells.cells().size() + " cells, more than " + MOST_CELLS));
            return new PlannedCells(null, Map.of(), Duration.ZERO);
        }
        PlannedRun first = null;
        Map<String, String> beside = new HashMap<>();
        Duration longest = Duration.ZERO;
        Set<Problem> found = new LinkedHashSet<>();
        for (Cell cell : cells.cells()) {
            try {
                PlannedRun run = application.plan(runFile, joined(base, cell.settings()));
                first = first == null ? run : first;
                beside.putAll(run.file().beside());
                Duration length = length(run.plan());
                longest = length.compareTo(longest) > 0 ? length : longest;
            } catch (WrongConfiguration e) {
                e.problems().stream()
                        .map(problem -> cells.located(cell, problem))
                        .forEach(found::add);
            }
        }
        problems.addAll(found);
        return new PlannedCells(first, beside, longest);
    }

    private static String tooSmall(Duration budget, Duration length) {
        return "is too small for one run: " + Durations.format(budget) + " against " + Durations.format(length);
    }

    private static Duration length(RunPlan plan) {
        return plan.phases()
                .rampUp()
                .plus(plan.phases().steady())
                .plus(plan.phases().rampDown());
    }

    static List<String> joined(List<String> one, List<String> other) {
        List<String> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }

    private static WrongConfiguration wrong(Problem problem) {
        return new WrongConfiguration(List.of(problem));
    }

    private StudyFolder.Request request(String name, Path file, List<String> settings, String scale, List<Path> files)
            throws IOException {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path each : files) {
                digest.update(Files.readString(each, StandardCharsets.UTF_8).getBytes(StandardCharsets.UTF_8));
                digest.update((byte) 0);
            }
            return new StudyFolder.Request(
                    name,
                    file.toAbsolutePath().normalize().toString(),
                    HexFormat.of().formatHex(digest.digest()),
                    settings,
                    scale,
                    runs.toAbsolutePath().normalize().toString());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
