// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.app.study.StudyCells.LoadPaths;
import org.plateaubench.app.study.StudyPlan.Cell;
import org.plateaubench.app.study.StudyPlan.StudyRequest;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.SearchSpec;
import org.plateaubench.engine.config.StudyFileReader;
import org.plateaubench.engine.config.StudySpec;
import org.plateaubench.engine.config.StudySpec.Setting;
import org.plateaubench.engine.config.TrialsSpec;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.Sha256;

/**
 * Plans sequences of runs with all their runs, so that all problems are found before anything starts. Not thread-safe.
 */
public final class StudyPlanner {
    private final RunApplication application;

    public StudyPlanner(RunApplication application) {
        this.application = application;
    }

    /** Plans an earlier request again; fails if the files have changed since. */
    public StudyPlan planAgain(StudyRequest request) throws WrongConfiguration {
        Path file = Path.of(request.file());
        RunSource source = RunSource.of(file);
        StudyPlan plan = StudyFileReader.isStudy(source.text())
                ? study(source, request.settings(), request.scale())
                : sequence(source, request.settings());
        if (!plan.request().digest().equals(request.digest())) {
            throw new WrongConfiguration(List.of(Problem.at(
                    Location.of(request.file()),
                    "",
                    "this file, or the run file that it names, has changed since the study began: restore it, or begin"
                            + " a new study")));
        }
        return plan;
    }

    /** Checks that every secret of every cell can be read; the values are not kept. */
    public void requireSecrets(StudyPlan plan) throws WrongConfiguration {
        Set<Problem> missing = new LinkedHashSet<>();
        List<List<String>> settings = plan.cells().isEmpty()
                ? List.of(List.of())
                : plan.cells().stream().map(Cell::settings).toList();
        for (List<String> each : settings) {
            try {
                application.requireSecrets(application.plan(plan.source(), joined(plan.settings(), each)));
            } catch (WrongConfiguration e) {
                missing.addAll(e.problems());
            }
        }
        if (!missing.isEmpty()) {
            throw new WrongConfiguration(List.copyOf(missing));
        }
    }

    public StudyPlan sequence(RunSource source, List<String> settings) throws WrongConfiguration {
        PlannedRun planned = application.plan(source, settings);
        Sequence sequence = sequence(planned, source, settings);
        boolean isSearch = sequence instanceof SearchSequence;
        return new StudyPlan(
                request(planned.plan().name(), source.name(), settings, "", List.of(source.text())),
                isSearch ? StudyPlan.Kind.SEARCH : StudyPlan.Kind.TRIALS,
                planned.plan().description(),
                source,
                settings,
                sequence instanceof CellSequence trials ? trials.cells() : List.of(),
                sequence,
                isSearch ? Duration.ZERO : planned.file().spec().trials().coolDown(),
                planned,
                planned.file().referencedFiles());
    }

    /** The trials or the search that a planned run file requests; its variations are planned once. */
    public Sequence sequence(PlannedRun planned, RunSource source, List<String> settings) throws WrongConfiguration {
        SearchSpec spec = planned.file().spec().search();
        Duration length = length(planned.plan());
        if (spec != null) {
            SearchSequence search = search(planned, spec, length);
            application.plan(source, joined(settings, search.settings().apply(spec.from())));
            application.plan(source, joined(settings, search.settings().apply(spec.to())));
            return search;
        }
        TrialsSpec trials = planned.file().spec().trials();
        List<String> data = betweenTrials(trials, planned.file());
        application.plan(source, joined(settings, data));
        List<Cell> cells = List.of(new Cell("", Map.of(), data, null, ""));
        return new CellSequence(cells, trials, length);
    }

    private static SearchSequence search(PlannedRun planned, SearchSpec search, Duration length)
            throws WrongConfiguration {
        String quantity = Documents.word(search.maximise());
        List<String> paths = LoadPaths.of(planned.file(), quantity, search.workload());
        if (paths.isEmpty()) {
            throw wrong(planned.file()
                    .source()
                    .atValue(
                            RunFileKeys.SEARCH.name(),
                            "finds no workload " + (search.workload().isEmpty() ? "" : "'" + search.workload() + "' ")
                                    + "whose load is "
                                    + (search.maximise() == SearchSpec.Quantity.USERS
                                            ? "a number of users"
                                            : "a rate")));
        }
        return new SearchSequence(
                search,
                load -> paths.stream()
                        .map(path -> path + "=" + SearchSequence.setting(search.maximise(), load))
                        .toList(),
                length);
    }

    private static List<String> betweenTrials(TrialsSpec trials, RunFile file) {
        DataPolicy policy = switch (trials.between()) {
            case RESET -> DataPolicy.RESET;
            case CLEAR -> DataPolicy.RELOAD;
            case NOTHING -> null;
        };
        return policy == null
                ? List.of()
                : file.spec().workloads().stream()
                        .map(workload -> RunFileKeys.DATA.within(RunFileKeys.WORKLOADS.entry(workload.name())) + "="
                                + Documents.word(policy))
                        .toList();
    }

    private static Duration length(RunPlan plan) {
        return plan.phases()
                .rampUp()
                .plus(plan.phases().steady())
                .plus(plan.phases().rampDown());
    }

    private static WrongConfiguration wrong(Problem problem) {
        return new WrongConfiguration(List.of(problem));
    }

    public StudyPlan study(RunSource study, List<String> settings, String scale) throws WrongConfiguration {
        StudyFileReader.StudyFile studyFile = StudyFileReader.read(study.name(), study.text(), scale);
        Path runFile = runFile(Path.of(study.name()), studyFile.spec());
        List<Problem> problems = new ArrayList<>(studyFile.problems());
        if (!Files.isRegularFile(runFile)) {
            problems.add(Problem.at(studyFile.spec().runLocation(), "run", "there is no run file " + runFile));
            throw new WrongConfiguration(problems.stream().sorted(Problem.ORDER).toList());
        }
        RunSource source;
        try {
            source = RunSource.of(runFile);
        } catch (WrongConfiguration e) {
            problems.addAll(e.problems());
            throw new WrongConfiguration(problems);
        }
        return study(studyFile, study, source, settings, scale);
    }

    public StudyPlan study(
            StudyFileReader.StudyFile studyFile, RunSource study, RunSource source, List<String> settings, String scale)
            throws WrongConfiguration {
        StudySpec spec = studyFile.spec();
        List<Problem> problems = new ArrayList<>(studyFile.problems());
        if (source.origin() != null) {
            problems.addAll(commands(spec));
        }
        List<String> base = joined(spec.settings().stream().map(Setting::text).toList(), settings);
        RunFile read;
        try {
            read = source.read(base);
        } catch (WrongConfiguration e) {
            problems.addAll(e.problems());
            throw new WrongConfiguration(problems);
        }
        StudyCells cells = new StudyCells(studyFile, read, settings, betweenTrials(spec.trials(), read));
        problems.addAll(cells.problems());
        List<Cell> all = cells.cells();
        PlannedRun first = null;
        Duration longest = Duration.ZERO;
        Map<String, String> usedFiles = new HashMap<>();
        for (Cell cell : all) {
            try {
                PlannedRun run = application.plan(source, joined(base, cell.settings()));
                first = first == null ? run : first;
                longest = Collections.max(List.of(longest, length(run.plan())));
                usedFiles.putAll(run.file().referencedFiles());
            } catch (WrongConfiguration e) {
                e.problems().forEach(problem -> problems.add(cells.located(cell, problem)));
            }
        }
        if (!problems.isEmpty() || first == null) {
            throw new WrongConfiguration(
                    problems.stream().distinct().sorted(Problem.ORDER).toList());
        }
        return new StudyPlan(
                request(spec.name(), study.name(), settings, scale, List.of(study.text(), source.text())),
                StudyPlan.Kind.STUDY,
                spec.description(),
                source,
                base,
                all,
                new CellSequence(all, spec.trials(), longest),
                spec.trials().coolDown(),
                first,
                usedFiles);
    }

    public static Path runFile(Path file, StudySpec spec) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        return (folder == null ? Path.of(spec.run()) : folder.resolve(spec.run())).normalize();
    }

    /** The problems of commands in scenarios, which are never executed for a user without a shell on this host. */
    private static List<Problem> commands(StudySpec spec) {
        return spec.scenarios().stream()
                .filter(each -> !each.before().isEmpty() || !each.after().isEmpty())
                .map(each -> Problem.at(
                        each.location(),
                        "scenarios." + each.name(),
                        "has commands, before or after its runs: they are executed for studies of this host's"
                                + " shell only, and never through the console"))
                .toList();
    }

    public static List<String> joined(List<String> first, List<String> second) {
        List<String> both = new ArrayList<>(first);
        both.addAll(second);
        return both;
    }

    private StudyRequest request(String name, String file, List<String> settings, String scale, List<String> texts) {
        return new StudyRequest(
                name,
                Path.of(file).toAbsolutePath().normalize().toString(),
                HexFormat.of().formatHex(Sha256.of(Documents.line(texts))),
                settings,
                scale,
                application.runs().toAbsolutePath().normalize().toString());
    }
}
