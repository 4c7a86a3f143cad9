// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.cli.command.ExitCode;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.StudiesFolder;
import org.plateaubench.cli.command.UsageError;
import org.plateaubench.cli.command.Verdicts;
import org.plateaubench.cli.display.CommandName;
import org.plateaubench.cli.display.Terminal;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.comparison.BaselineCheck;
import org.plateaubench.engine.report.comparison.Comparison;
import org.plateaubench.engine.report.comparison.ComparisonText;
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
            "  ./plateau compare tag:before with name:shop",
            "  ./plateau compare study:9c1f/users=8 with study:9c1f/users=16"
        },
        mixinStandardHelpOptions = true)
public final class CompareCommand implements Callable<Integer> {
    private static final int MOST_SETS = 26;
    private static final int MOST_OF_A_SET = 100;

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
    public Integer call() throws IOException, UsageError {
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

    private List<List<Path>> runs() throws IOException, UsageError {
        if (named.size() < 2) {
            throw new UsageError(
                    "compare needs two runs or more, as in './plateau compare 4f2a1c last'; ./plateau runs lists"
                            + " them.");
        }
        if (named.size() > MOST_SETS) {
            throw new UsageError("compare takes at most " + MOST_SETS + " runs, " + named.size() + " are named.");
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

    private List<List<Path>> sets() throws IOException, UsageError {
        List<List<String>> words = new ArrayList<>(List.of(new ArrayList<>()));
        for (String word : named) {
            if (word.equals(RunSets.WITH)) {
                words.add(new ArrayList<>());
            } else {
                words.getLast().add(word);
            }
        }
        if (words.size() > MOST_SETS) {
            throw new UsageError("compare takes at most " + MOST_SETS + " sets, " + words.size() + " are named.");
        }
        RunSets sets = new RunSets(runs, studies);
        List<List<Path>> folders = new ArrayList<>();
        Set<Path> all = new HashSet<>();
        for (List<String> set : words) {
            List<Path> found = sets.find(set);
            if (found.stream().anyMatch(folder -> !all.add(folder))) {
                throw new UsageError("a run is in two sets: name each run once.");
            }
            if (found.size() > MOST_OF_A_SET) {
                throw new UsageError("a set has at most " + MOST_OF_A_SET + " runs, and not " + found.size() + ".");
            }
            folders.add(found);
        }
        return folders;
    }
}
