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
import java.util.stream.Collectors;
import org.plateaubench.app.Installation;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.study.EndedRun;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.cli.command.CommandName;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder.StudiesFolder;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.Terminal;
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
    private static final String WITH = "with";
    private static final String STUDY = "study:";

    @Parameters(
            paramLabel = "RUN",
            arity = "0..*",
            description = RunsFolder.RUN_HELP + " Two or more; or sets with the word 'with' between them. A set is"
                    + " runs with commas between, study:STUDY or study:STUDY/CELL.")
    private List<String> named = new ArrayList<>();

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Mixin
    private StudiesFolder studies = new StudiesFolder();

    @Option(names = "--all", description = "Show every figure, and minor differences of plan and environment.")
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
        Comparison comparison = Installation.compare(sets());
        Terminal terminal = Terminal.detect();
        System.out.print(
                json
                        ? Documents.text(comparison)
                        : ComparisonText.of(comparison, terminal.columns(), terminal.style(), all));
        if (!check) {
            return ExitCode.PASS.code();
        }
        BaselineCheck result = BaselineCheck.of(comparison, tolerancePercent);
        result.sentences().forEach(CommandName::report);
        return ExitCode.of(result.verdict()).code();
    }

    /** The runs of each set; without the word 'with', each run is a set. */
    private List<List<Path>> sets() throws IOException {
        List<List<String>> words = new ArrayList<>();
        if (named.contains(WITH)) {
            words.add(new ArrayList<>());
            named.forEach(word -> {
                if (word.equals(WITH)) {
                    words.add(new ArrayList<>());
                } else {
                    words.getLast().add(word);
                }
            });
        } else {
            named.forEach(word -> words.add(List.of(word)));
        }
        if (words.size() < 2) {
            throw new UsageError(
                    "compare needs two runs or more, as in './plateau compare 4f2a1c last'; ./plateau runs lists"
                            + " them.");
        }
        Set<Path> all = new HashSet<>();
        List<List<Path>> sets = new ArrayList<>();
        for (List<String> set : words) {
            List<Path> found = new ArrayList<>();
            for (String word : set) {
                found.addAll(word.startsWith(STUDY) ? trials(word.substring(STUDY.length())) : runs(word));
            }
            if (found.isEmpty()) {
                throw new UsageError(
                        "a set of runs is missing, as in './plateau compare 4f2a1c,81d0e2 with 77aa01,90bb12'.");
            }
            for (Path folder : found) {
                if (!all.add(folder)) {
                    throw new UsageError("the run " + folder.getFileName() + " is named already: name each run once.");
                }
            }
            sets.add(found);
        }
        return sets;
    }

    private List<Path> runs(String word) throws IOException {
        List<Path> found = new ArrayList<>();
        for (String part : word.split(",", -1)) {
            if (part.isBlank()) {
                throw new UsageError("a run is missing beside a comma.");
            }
            found.add(runs.findEnded(part.strip()));
        }
        return found;
    }

    private List<Path> trials(String name) throws IOException {
        int slash = name.indexOf('/');
        String study = slash < 0 ? name : name.substring(0, slash);
        StudyFolder folder = studies.findIfAny(study)
                .orElseThrow(() -> new UsageError("no study '" + study + "' in "
                        + studies.path().toAbsolutePath() + "; its folders have those names."));
        List<EndedRun> all =
                folder.ended().stream().filter(run -> !run.runId().isEmpty()).toList();
        Set<String> cells = new LinkedHashSet<>();
        all.forEach(run -> cells.add(run.step().cell()));
        String cell = slash >= 0
                ? name.substring(slash + 1)
                : cells.size() == 1 ? cells.iterator().next() : null;
        List<Path> paths = new ArrayList<>();
        for (EndedRun run : all) {
            if (run.step().cell().equals(cell)) {
                paths.add(RunFolder.of(RunsFolder.find(Path.of(folder.request().runs()), run.runId()))
                        .path());
            }
        }
        if (paths.isEmpty()) {
            String choices = cells.stream()
                    .map(one -> "'" + STUDY + study + "/" + one + "'")
                    .collect(Collectors.joining("; "));
            throw new UsageError("the study " + folder.id()
                    + (cells.isEmpty() ? " has no runs." : " has several cells; name one of: " + choices + "."));
        }
        return paths;
    }
}
