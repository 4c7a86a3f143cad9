// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.StudyPlan.Cell;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.RunSpec.WorkloadSpec;
import org.plateaubench.engine.config.StudyFileReader.StudyFile;
import org.plateaubench.engine.config.StudySpec;
import org.plateaubench.engine.config.StudySpec.Factor;
import org.plateaubench.engine.config.StudySpec.ScenarioSpec;
import org.plateaubench.engine.config.StudySpec.Setting;
import org.plateaubench.engine.config.TilesSpec;
import org.plateaubench.engine.config.key.LoadKeys;
import org.plateaubench.engine.config.key.LoadSpec;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;

/** Every combination of the levels of a study's factors. */
final class StudyCells {
    private static final String SET = "--set ";
    private static final String WORKLOAD_SEPARATOR = " \\+ ";
    private static final int MAX_CELLS = 1_000;
    /** Keys that repeat a run, which have no effect in a study. */
    private static final Set<String> REPEATING_KEYS = Set.of(RunFileKeys.TRIALS.name(), RunFileKeys.SEARCH.name());

    private final StudySpec spec;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, Map<String, Location>> places = new HashMap<>();

    private final List<Cell> cells = new ArrayList<>();

    StudyCells(StudyFile file, RunFile run, List<String> given, List<String> common) {
        this.spec = file.spec();
        List<List<Level>> axes = new ArrayList<>();
        if (!spec.scenarios().isEmpty()) {
            axes.add(spec.scenarios().stream()
                    .map(each -> new Level(StudySpec.SCENARIO, each.name(), each.settings(), each))
                    .toList());
        }
        spec.factors().forEach(factor -> axes.add(selectsWorkloads(factor) ? sets(factor, run) : levels(factor, run)));
        if (spec.factors().stream().anyMatch(StudyCells::selectsWorkloads) && axes.size() > 1) {
            problems.add(Problem.at(
                    spec.factors().getFirst().location(), "factors", "has workloads, which must be the only factor"));
        }
        boolean isValid = Stream.of("factors", "scenarios").noneMatch(file::isWrong);
        if (axes.isEmpty() && isValid) {
            problems.add(Problem.at(
                    spec.runLocation(),
                    "",
                    "a study needs factors or scenarios; trials alone are a key of the run file"));
        }
        checkRepetition(given);
        checkOverlaps(axes);
        if (isBounded(axes)) {
            combine(axes, 0, List.of(), common);
            if (isValid && !axes.isEmpty()) {
                checkBaseline();
            }
        }
    }

    /** A few lines of a file may define more combinations than fit in memory. */
    private boolean isBounded(List<List<Level>> axes) {
        double count = axes.stream().mapToDouble(List::size).reduce(1, (product, size) -> product * size);
        if (count > MAX_CELLS) {
            boolean usesScenarios = spec.factors().isEmpty();
            problems.add(Problem.at(
                    usesScenarios
                            ? spec.scenarios().getFirst().location()
                            : spec.factors().getFirst().location(),
                    usesScenarios ? "scenarios" : "factors",
                    "make more than " + MAX_CELLS + " cells"));
        }
        return count <= MAX_CELLS;
    }

    /** If two factors set one value, the first would have no effect, and its cells would be the same. */
    private void checkOverlaps(List<List<Level>> axes) {
        Map<String, String> setters = new LinkedHashMap<>();
        for (List<Level> axis : axes) {
            String factor = axis.getFirst().factor();
            Map<String, Setting> own = new LinkedHashMap<>();
            axis.forEach(level -> level.settings().forEach(setting -> own.putIfAbsent(setting.path(), setting)));
            for (Setting setting : own.values()) {
                setters.keySet().stream()
                        .filter(path -> (path + ".").startsWith(setting.path() + ".")
                                || (setting.path() + ".").startsWith(path + "."))
                        .findFirst()
                        .ifPresent(path -> problems.add(Problem.at(
                                setting.location(),
                                "factors." + factor,
                                "sets " + setting.path() + ", and " + setters.get(path) + " sets " + path
                                        + ": one of the two would have no effect")));
            }
            own.keySet()
                    .forEach(path -> setters.putIfAbsent(
                            path, factor.equals(StudySpec.SCENARIO) ? "a scenario" : "factor " + factor));
        }
    }

    private void checkRepetition(List<String> given) {
        given.stream()
                .map(setting -> setting.split("=", 2)[0])
                .forEach(path -> checkRepetition(path, "", Location.of(SET + path)));
        spec.settings()
                .forEach(setting -> checkRepetition(setting.path(), "set." + setting.path(), setting.location()));
        for (Factor factor : spec.factors()) {
            checkSetting(factor.name(), "factors." + factor.name(), factor.location());
        }
        for (ScenarioSpec scenario : spec.scenarios()) {
            scenario.settings()
                    .forEach(setting -> checkSetting(
                            setting.path(),
                            "scenarios." + scenario.name() + ".set." + setting.path(),
                            setting.location()));
        }
    }

    private void checkSetting(String path, String key, Location location) {
        checkRepetition(path, key, location);
        if (path.split("\\.", 2)[0].equals(RunFileKeys.RIG.name())) {
            problems.add(Problem.at(location, key, "must not vary: all runs of a study have the same agents"));
        }
    }

    private void checkRepetition(String path, String key, Location location) {
        if (REPEATING_KEYS.contains(path.split("\\.", 2)[0])) {
            problems.add(Problem.at(
                    location,
                    key,
                    "has no effect: each run of a study is one run; trials of the study file determine how many there"
                            + " are"));
        }
    }

    private List<Level> levels(Factor factor, RunFile run) {
        List<String> named = LoadPaths.of(run, factor.name(), "");
        if (named.isEmpty()) {
            problems.add(Problem.at(
                    factor.location(),
                    "factors." + factor.name(),
                    "names nothing: no workload of the run file has such a load"));
        }
        return factor.levels().stream()
                .map(level -> new Level(
                        factor.name(),
                        level.value(),
                        named.stream()
                                .map(path -> new Setting(path, level.value(), level.location()))
                                .toList(),
                        null))
                .toList();
    }

    private static boolean selectsWorkloads(Factor factor) {
        return factor.name().equals(StudySpec.WORKLOADS);
    }

    /** The workloads that take part, by level; the others are disabled. */
    private List<Level> sets(Factor factor, RunFile run) {
        List<String> workloads =
                run.spec().workloads().stream().map(WorkloadSpec::name).toList();
        List<Level> sets = new ArrayList<>();
        for (Setting level : factor.levels()) {
            List<String> set = List.of(level.value().split(WORKLOAD_SEPARATOR, -1));
            boolean isKnown = workloads.containsAll(set);
            if (!isKnown) {
                problems.add(Problem.at(
                        level.location(),
                        "factors." + factor.name(),
                        "must name workloads of the run file with ' + ' between them: "
                                + String.join(", ", workloads)));
            }
            sets.add(new Level(
                    StudySpec.WORKLOADS,
                    level.value(),
                    workloads.stream()
                            .filter(workload -> isKnown && !set.contains(workload))
                            .map(workload -> new Setting(enabled(workload), "false", level.location()))
                            .toList(),
                    null));
        }
        return sets;
    }

    private static String enabled(String workload) {
        return RunFileKeys.ENABLED.within(RunFileKeys.WORKLOADS.entry(workload));
    }

    private record Level(
            String factor,
            String level,
            List<Setting> settings,
            @Nullable ScenarioSpec scenario) {}

    private void combine(List<List<Level>> axes, int axis, List<Level> chosen, List<String> common) {
        if (axis < axes.size()) {
            for (Level next : axes.get(axis)) {
                List<Level> more = new ArrayList<>(chosen);
                more.add(next);
                combine(axes, axis + 1, more, common);
            }
            return;
        }
        Map<String, String> levels = new LinkedHashMap<>();
        List<String> settings = new ArrayList<>(common);
        ScenarioSpec scenario = null;
        Map<String, Location> given = new HashMap<>();
        spec.settings().forEach(setting -> given.put(setting.path(), setting.location()));
        for (Level each : chosen) {
            levels.put(each.factor(), each.level());
            each.settings().forEach(setting -> {
                settings.add(setting.text());
                given.put(setting.path(), setting.location());
            });
            scenario = each.scenario() == null ? scenario : each.scenario();
        }
        String name = levels.entrySet().stream()
                .map(level -> level.getKey().equals(StudySpec.SCENARIO)
                                || level.getKey().equals(StudySpec.WORKLOADS)
                        ? level.getValue()
                        : lastName(level.getKey()) + "=" + level.getValue())
                .collect(Collectors.joining(", "));
        places.put(name, given);
        cells.add(new Cell(name, levels, settings, scenario, Cell.EACH_ALONE));
    }

    /** The last two names of a path, which suffice for an axis. */
    private static String lastName(String factor) {
        String[] names = factor.split("\\.", -1);
        return names.length < 3 ? factor : names[names.length - 2] + "." + names[names.length - 1];
    }

    private void checkBaseline() {
        for (Setting level : spec.baseline()) {
            boolean exists = cells.stream()
                    .anyMatch(cell -> level.value().equals(cell.levels().get(level.path())));
            if (!exists) {
                problems.add(Problem.at(
                        level.location(),
                        "baseline." + level.path(),
                        "names no level of a factor of the study, whose factors are "
                                + String.join(", ", cells.getFirst().levels().keySet())));
            }
        }
    }

    List<Cell> cells() {
        return spec.factors().stream().anyMatch(StudyCells::selectsWorkloads)
                ? cells
                : cells.stream().map(cell -> cell.withBaseline(baseline(cell))).toList();
    }

    private String baseline(Cell cell) {
        Map<String, String> baselineLevels =
                new LinkedHashMap<>(spec.baseline().isEmpty() ? cells.getFirst().levels() : cell.levels());
        spec.baseline().forEach(level -> baselineLevels.put(level.path(), level.value()));
        return cells.stream()
                .filter(other -> other.levels().equals(baselineLevels))
                .map(Cell::name)
                .findFirst()
                .orElse(cell.name());
    }

    List<Problem> problems() {
        return problems;
    }

    Problem located(Cell cell, Problem problem) {
        if (problem.line() > 0 || !problem.file().startsWith(SET)) {
            return problem;
        }
        String path = problem.file().substring(SET.length());
        Location place = places.getOrDefault(cell.name(), Map.of()).get(path);
        return place == null ? problem : Problem.at(place, path, problem.message());
    }

    /** The paths in a run file that a factor or a search sets. Pure functions. */
    static final class LoadPaths {
        private LoadPaths() {}

        /**
         * The paths of tiles, users or rate in short; any other name is a path itself. Empty if no workload, or not the
         * given one, has such a load.
         */
        static List<String> of(RunFile file, String name, String workload) {
            if (name.equals(RunFileKeys.TILES.name())) {
                String count = TilesSpec.COUNT.within(name);
                return List.of(file.source().has(count) ? count : name);
            }
            boolean isUsers = name.equals(LoadKeys.USERS.name());
            if (!isUsers && !name.equals(LoadKeys.RATE.name())) {
                return List.of(name);
            }
            List<String> paths = new ArrayList<>();
            for (WorkloadSpec each : file.spec().workloads()) {
                LoadSpec load = each.get(RunFileKeys.LOAD);
                if (load != null
                        && load.isClosed() == isUsers
                        && load.steps().isEmpty()
                        && (workload.isEmpty() || workload.equals(each.name()))) {
                    String path = RunFileKeys.LOAD.within(RunFileKeys.WORKLOADS.entry(each.name()));
                    paths.add((isUsers ? LoadKeys.USERS : LoadKeys.RATE).within(path));
                }
            }
            return paths;
        }
    }
}
