// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
import org.plateaubench.engine.report.comparison.SetComparison;
import org.plateaubench.engine.report.comparison.text.ComparisonText;
import org.plateaubench.engine.report.comparison.text.SetComparisonText;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares stored runs, or two sets of them. */
@Command(
        name = "compare",
        description = {
            "Compares stored runs with the first one named, or the set of runs after 'with' with the set before it.",
            "Prints reasons against the comparison, differences of plan and environment, then every figure. For two"
                    + " sets it reports for each figure whether it is better, worse, or no difference is shown.",
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
    private static final int MOST_RUNS = 26;
    private static final int MOST_OF_A_SET = 100;

    @Parameters(
            paramLabel = "RUN",
            arity = "0..*",
            description = RunsFolder.RUN_HELP + " Two or more; or two sets with the word 'with' between them. "
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

    @Option(
            names = "--json",
            description =
                    "Print the comparison as JSON, schema " + Comparison.SCHEMA + " or " + SetComparison.SCHEMA + ".")
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
        int with = named.indexOf(RunSets.WITH);
        return with < 0 ? runs(folders()) : sets(named.subList(0, with), named.subList(with + 1, named.size()));
    }

    private int runs(List<Path> folders) throws IOException {
        Comparison comparison = Installation.compare(folders);
        Terminal terminal = Terminal.detect();
        System.out.print(
                json
                        ? Documents.text(comparison)
                        : ComparisonText.of(comparison, terminal.columns(), Verdicts.style(terminal), all));
        return check ? checked(BaselineCheck.of(comparison, tolerancePercent)) : ExitCode.PASS.code();
    }

    /** Compares two sets. If each has one run, the runs are compared. */
    private int sets(List<String> before, List<String> after) throws IOException, UsageError {
        RunSets sets = new RunSets(runs, studies);
        List<Path> first = sets.find(before);
        List<Path> second = sets.find(after);
        if (first.stream().anyMatch(second::contains)) {
            throw new UsageError("a run is in both sets: name each run once.");
        }
        if (first.size() > MOST_OF_A_SET || second.size() > MOST_OF_A_SET) {
            throw new UsageError("a set has at most " + MOST_OF_A_SET + " runs, " + first.size() + " and "
                    + second.size() + " are named.");
        }
        if (first.size() == 1 && second.size() == 1) {
            return runs(List.of(first.getFirst(), second.getFirst()));
        }
        SetComparison comparison = Installation.compare(first, second);
        Terminal terminal = Terminal.detect();
        System.out.print(
                json
                        ? Documents.text(comparison)
                        : SetComparisonText.of(comparison, terminal.columns(), Verdicts.style(terminal), all));
        return check ? checked(BaselineCheck.of(comparison, tolerancePercent)) : ExitCode.PASS.code();
    }

    private static int checked(BaselineCheck result) {
        result.sentences().forEach(CommandName::report);
        return Verdicts.exitCode(result.verdict()).code();
    }

    private List<Path> folders() throws IOException, UsageError {
        if (named.size() < 2) {
            throw new UsageError(
                    "compare needs two runs or more, as in './plateau compare 4f2a1c last'; ./plateau runs lists"
                            + " them.");
        }
        if (named.size() > MOST_RUNS) {
            throw new UsageError("compare takes at most " + MOST_RUNS + " runs, " + named.size() + " are named.");
        }
        List<Path> folders = new ArrayList<>();
        for (String name : named) {
            Path folder = runs.findEnded(name);
            if (folders.contains(folder)) {
                throw new UsageError("'" + name + "' names the run " + folder.getFileName()
                        + ", which is named already: name each run once.");
            }
            folders.add(folder);
        }
        return folders;
    }
}
