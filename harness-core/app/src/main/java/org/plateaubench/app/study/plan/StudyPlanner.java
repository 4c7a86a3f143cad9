// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.engine.config.RunFile;
import org.plateaubench.engine.config.WorkloadSpec;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.engine.config.study.StudyFileReader;
import org.plateaubench.engine.config.study.StudySpec;
import org.plateaubench.engine.config.study.StudySpec.Setting;
import org.plateaubench.engine.config.text.Location;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.loader.Sha256;

/**
 * Plans sequences of runs with all their runs, so that all problems are found before anything starts. Not thread-safe.
 */
public final class StudyPlanner {
    private final RunApplication application;
    private final Path runs;

    public StudyPlanner(RunApplication application, Path runs) {
        this.application = application;
        this.runs = runs;
    }

    /**
     * Plans an earlier request again.
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
                    "this file, or the run file that it names, has changed since the study began: restore it, or begin"
                            + " a new study")));
        }
        return plan;
    }

    /** Checks that every secret of every cell can be read; the values are not kept. */
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

    /** Plans the trials or the search of a run file. */
    public StudyPlan sequence(Path file, List<String> settings) throws WrongConfiguration, IOException {
        PlannedRun planned = application.plan(file, settings);
        RunFileSequence sequence =
                RunFileSequence.of(planned, further -> application.plan(file, joined(settings, further)));
        return new StudyPlan(
                request(planned.plan().name(), file, settings, "", List.of(file)),
                sequence.kind(),
                planned.plan().name(),
                planned.plan().description(),
                file,
                settings,
                sequence.cells(),
                sequence.baselines(),
                sequence.sequence(),
                sequence.coolDown(),
                planned,
                planned.file().beside(),
                sequence.expectedRun());
    }

    public StudyPlan study(Path file, List<String> settings, String scale) throws WrongConfiguration, IOException {
        return study(StudyFileReader.read(file, scale), file, settings, scale);
    }

    /** Plans the study of a study file that was read. */
    public StudyPlan study(StudyFileReader.StudyFile given, Path file, List<String> settings, String scale)
            throws WrongConfiguration, IOException {
        StudySpec spec = given.spec();
        Path runFile = runFile(file, spec);
        List<Problem> problems = new ArrayList<>(given.problems());
        problems.addAll(commands(spec));
        if (!Files.isRegularFile(runFile)) {
            problems.add(Problem.at(
                    spec.runLocation(),
                    "run",
                    Files.exists(runFile)
                            ? "names " + runFile + ", which is not a file"
                            : "there is no run file " + runFile));
            throw new WrongConfiguration(problems.stream().sorted(Problem.ORDER).toList());
        }
        List<String> base = joined(spec.settings().stream().map(Setting::text).toList(), settings);
        RunFile read = read(runFile, base, problems);
        List<String> data = new ArrayList<>();
        try {
            data.addAll(RunFileSequence.between(spec.trials(), read));
        } catch (WrongConfiguration e) {
            problems.addAll(e.problems());
        }
        StudyCells cells = new StudyCells(
                given,
                new StudyCells.Paths(
                        RunFileSequence.tilesPath(read),
                        RunFileSequence.loads(read, true, ""),
                        RunFileSequence.loads(read, false, ""),
                        read.spec().workloads().stream().map(WorkloadSpec::name).toList()),
                settings,
                data);
        problems.addAll(cells.problems());
        PlannedCells planned = planned(cells, runFile, base, problems);
        PlannedRun first = planned.first();
        Duration longest = planned.longest();
        Duration budget = spec.budget();
        if (first != null && budget != null && budget.compareTo(longest) < 0) {
            problems.add(Problem.at(spec.budgetLocation(), "budget", RunFileSequence.tooSmall(budget, longest)));
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
                sequence(spec, cells, longest),
                spec.trials().coolDown(),
                first,
                planned.beside(),
                longest);
    }

    private static CellSequence sequence(StudySpec spec, StudyCells cells, Duration longest) {
        return new CellSequence(
                cells.cells(),
                spec.trials(),
                CellSequence.Order.valueOf(spec.order().name()),
                spec.seed(),
                spec.budget(),
                longest,
                spec.onFailure() == StudySpec.OnFailure.STOP);
    }

    public static Path runFile(Path file, StudySpec spec) {
        Path folder = file.toAbsolutePath().normalize().getParent();
        return (folder == null ? Path.of(spec.run()) : folder.resolve(spec.run())).normalize();
    }

    /** The problems of commands in scenarios, which are never executed for a user without a shell on this host. */
    private List<Problem> commands(StudySpec spec) {
        return application.isForOutside()
                ? spec.scenarios().stream()
                        .filter(each ->
                                !each.before().isEmpty() || !each.after().isEmpty())
                        .map(each -> Problem.at(
                                each.location(),
                                "scenarios." + each.name(),
                                "has commands, before or after its runs: they are executed for studies of this host's"
                                        + " shell only, and never through the console"))
                        .toList()
                : List.of();
    }

    /** Reads a run file; if it cannot be read, the problems of the study file precede its own. */
    private RunFile read(Path runFile, List<String> settings, List<Problem> problems) throws WrongConfiguration {
        try {
            return application.read(runFile, settings);
        } catch (WrongConfiguration e) {
            problems.addAll(e.problems());
            throw new WrongConfiguration(problems);
        }
    }

    /**
     * The run of the first cell (null when no cell can be planned), the files that the runs of all cells name, and the
     * length of the longest run.
     */
    private record PlannedCells(@Nullable PlannedRun first, Map<String, String> beside, Duration longest) {}

    private PlannedCells planned(StudyCells cells, Path runFile, List<String> base, List<Problem> problems)
            throws IOException {
        PlannedRun first = null;
        Cell firstCell = null;
        Map<String, String> beside = new HashMap<>();
        Duration longest = Duration.ZERO;
        Set<Problem> found = new LinkedHashSet<>();
        for (Cell cell : cells.cells()) {
            try {
                PlannedRun run = application.plan(runFile, joined(base, cell.settings()));
                if (first == null || firstCell == null) {
                    first = run;
                    firstCell = cell;
                }
                if (!isOfOneRig(first, run)) {
                    found.add(cells.ofOtherRig(firstCell, cell));
                }
                beside.putAll(run.file().beside());
                Duration length = RunFileSequence.length(run.plan());
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

    /**
     * Whether two runs have the same agents of a broker, which are chosen once for all cells; the number of processes
     * on this host may differ.
     */
    private static boolean isOfOneRig(PlannedRun one, PlannedRun other) {
        RigSpec rig = one.file().spec().rig();
        RigSpec another = other.file().spec().rig();
        boolean isOfBroker = (rig != null && rig.isOfBroker()) || (another != null && another.isOfBroker());
        return !isOfBroker || Objects.equals(rig, another);
    }

    public static List<String> joined(List<String> one, List<String> other) {
        List<String> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }

    private StudyFolder.Request request(String name, Path file, List<String> settings, String scale, List<Path> files)
            throws IOException {
        MessageDigest digest = Sha256.begun();
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
    }
}
