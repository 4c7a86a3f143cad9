// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.study.EndedRun;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.StudiesFolder;
import org.plateaubench.cli.command.Terminal;
import org.plateaubench.cli.command.Verdicts;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.comparison.BaselineCheck;
import org.plateaubench.engine.report.comparison.Comparison;
import org.plateaubench.engine.report.comparison.ComparisonText;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "compare",
        description = {
            "Compares stored runs with the first one named, or each set of runs after the word 'with' with the first"
                    + " set.",
            "Prints reasons against the comparison, differences of plan and environment, then every figure with its"
                    + " change and whether chance explains it.",
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau compare 4f2a1c last",
            "  ./plateau compare 4f2a1c 81d0e2 last --all",
            "  ./plateau compare 4f2a1c last --json",
            "  ./plateau compare baseline/4f2a1c last --check --tolerance 10",
            "  ./plateau compare 4f2a1c,81d0e2,77aa01 with 90bb12,0c3d4e,last",
            "  ./plateau compare study:9c1f/users=8 with study:9c1f/users=16"
        })
public final class CompareCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "RUN",
            arity = "0..*",
            description = RunsFolder.RUN_HELP + " Two or more; or sets with the word 'with' between them. "
                    + RunSets.SET_HELP)
    private List<String> named = new ArrayList<>();

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Mixin
    private StudiesFolder studies = new StudiesFolder();

    @Option(
            names = "--all",
            description = "Show every figure, every tile by itself, and minor differences of plan and environment.")
    private boolean all;

    @Option(names = "--json", description = "Print the comparison as JSON, schema " + Comparison.SCHEMA + ".")
    private boolean json;

    @Option(
            names = "--check",
            description =
                    "Exit with 1 if a run or set is worse than the first, with 2 if that cannot be decided, and print"
                            + " the reason on standard error.")
    private boolean check;

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            description = "Greatest change for the worse that --check accepts (default: ${DEFAULT-VALUE}).",
            defaultValue = "5")
    private double tolerancePercent = 5;

    @Override
    public Integer call() throws IOException {
        if (!(tolerancePercent >= 0)) {
            throw new UsageError("--tolerance is a change in percent, 0 or more, and not " + tolerancePercent + ".");
        }
        Comparison comparison = Installation.compare(named.contains(RunSets.WITH) ? sets() : runs());
        Terminal terminal = Terminal.detect();
        System.out.print(
                json
                        ? Documents.text(comparison)
                        : ComparisonText.of(comparison, terminal.columns(), Verdicts.style(terminal), all));
        if (!check) {
            return ExitCode.PASS.code();
        }
        BaselineCheck result = BaselineCheck.of(comparison, tolerancePercent);
        result.sentences().forEach(CommandName::report);
        return Verdicts.exitCode(result.verdict()).code();
    }

    private List<List<Path>> runs() throws IOException {
        if (named.size() < 2) {
            throw new UsageError(
                    "compare needs two runs or more, as in './plateau compare 4f2a1c last'; ./plateau runs lists"
                            + " them.");
        }
        List<List<Path>> folders = new ArrayList<>();
        for (String name : named) {
            List<Path> folder = List.of(runs.findEnded(name));
            if (folders.contains(folder)) {
                throw new UsageError("'" + name + "' names the run "
                        + folder.getFirst().getFileName() + ", which is named already: name each run once.");
            }
            folders.add(folder);
        }
        return folders;
    }

    private List<List<Path>> sets() throws IOException {
        List<List<String>> words = new ArrayList<>(List.of(new ArrayList<>()));
        for (String word : named) {
            if (word.equals(RunSets.WITH)) {
                words.add(new ArrayList<>());
            } else {
                words.getLast().add(word);
            }
        }
        RunSets sets = new RunSets(runs, studies);
        List<List<Path>> folders = new ArrayList<>();
        Set<Path> all = new HashSet<>();
        for (List<String> set : words) {
            List<Path> found = sets.find(set);
            if (found.stream().anyMatch(folder -> !all.add(folder))) {
                throw new UsageError("a run is in two sets: name each run once.");
            }
            folders.add(found);
        }
        return folders;
    }

    /**
     * Finds sets of runs that are given on the command line: single runs, all runs with a name or a tag, or the trials of a
     * cell. Immutable.
     */
    record RunSets(RunsFolder runs, StudiesFolder studies) {
        static final String WITH = "with";

        static final String SET_HELP = "A set is runs with commas between, study:STUDY or study:STUDY/CELL.";

        private static final String STUDY = "study:";

        /** The folders of the runs in a set. Separate words have the same meaning as with commas between them. */
        List<Path> find(List<String> words) throws IOException {
            Set<Path> found = new LinkedHashSet<>();
            for (String word : words) {
                // The name of a cell may contain commas.
                List<String> parts = word.startsWith(STUDY) ? List.of(word) : List.of(word.split(",", -1));
                for (String part : parts) {
                    for (Path folder : one(part.strip())) {
                        if (!found.add(folder)) {
                            throw new UsageError("'" + part + "' names the run " + folder.getFileName()
                                    + ", which is named already: name each run once.");
                        }
                    }
                }
            }
            if (found.isEmpty()) {
                throw new UsageError(
                        "a set of runs is missing, as in './plateau compare 4f2a1c,81d0e2 with 77aa01,90bb12'.");
            }
            return List.copyOf(found);
        }

        private List<Path> one(String part) throws IOException {
            if (part.isEmpty()) {
                throw new UsageError("a run is missing beside a comma.");
            }
            if (part.startsWith(STUDY)) {
                return trials(part.substring(STUDY.length()));
            }
            return List.of(runs.findEnded(part));
        }

        private List<Path> trials(String name) throws IOException {
            int slash = name.indexOf('/');
            String study = slash < 0 ? name : name.substring(0, slash);
            StudyFolder folder = studies.findIfAny(study)
                    .orElseThrow(() -> new UsageError("no study '" + study + "' in "
                            + studies.path().toAbsolutePath() + "; its folders have those names."));
            List<EndedRun> all = folder.ended().stream()
                    .filter(run -> !run.runId().isEmpty())
                    .toList();
            Set<String> cells = new LinkedHashSet<>();
            all.forEach(run -> cells.add(run.step().cell()));
            if (slash < 0 && cells.size() > 1) {
                throw new UsageError("the study " + folder.id() + " has several cells; name one of them: "
                        + choices(study, cells) + ".");
            }
            List<EndedRun> chosen = slash < 0
                    ? all
                    : all.stream()
                            .filter(run -> run.step().cell().equals(name.substring(slash + 1)))
                            .toList();
            if (chosen.isEmpty()) {
                throw new UsageError("the study " + folder.id() + " has no runs of '" + name + "'"
                        + (cells.isEmpty() ? "." : "; there are: " + choices(study, cells) + "."));
            }
            List<Path> paths = new ArrayList<>();
            for (EndedRun run : chosen) {
                paths.add(RunFolder.of(RunsFolder.find(Path.of(folder.request().runs()), run.runId()))
                        .path());
            }
            return paths;
        }

        private static String choices(String study, Set<String> cells) {
            return String.join(
                    "; ",
                    cells.stream()
                            .map(cell -> "'" + STUDY + study + "/" + cell + "'")
                            .toList());
        }
    }
}
