// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.cli.display.CommandName;
import org.plateaubench.cli.display.Terminal;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.comparison.BaselineCheck;
import org.plateaubench.engine.report.comparison.Comparison;
import org.plateaubench.engine.report.comparison.ComparisonText;
import org.plateaubench.engine.store.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares stored runs. */
@Command(
        name = "compare",
        description = {
            "Compares stored runs with the first one named.",
            "Prints reasons against the comparison, differences of plan and environment, then every figure.",
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau compare 4f2a1c last",
            "  ./plateau compare 4f2a1c 81d0e2 last --all",
            "  ./plateau compare 4f2a1c last --json",
            "  ./plateau compare baseline/4f2a1c last --check --tolerance 10"
        },
        mixinStandardHelpOptions = true)
public final class CompareCommand implements Callable<Integer> {
    private static final int MOST_RUNS = 26;

    @Parameters(paramLabel = "RUN", arity = "0..*", description = RunsFolder.RUN_HELP + " Two or more.")
    private List<String> named = new ArrayList<>();

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @Option(
            names = "--all",
            description = "Show every figure, every tile by itself, and minor differences of plan and environment.")
    private boolean all;

    @Option(names = "--json", description = "Print the comparison as JSON, schema " + Comparison.SCHEMA + ".")
    private boolean json;

    @Option(
            names = "--check",
            description =
                    "Exit with 1 if a run is worse than the first, with 2 if%nthat cannot be decided, and say why on"
                            + " standard error.")
    private boolean check;

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            description = "Change for the worse that --check accepts (default: ${DEFAULT-VALUE}).",
            defaultValue = "5")
    private double tolerancePercent = 5;

    @Override
    public Integer call() throws IOException, UsageError {
        if (!(tolerancePercent >= 0)) {
            throw new UsageError("--tolerance is a change in percent, 0 or more, and not " + tolerancePercent + ".");
        }
        Comparison comparison = Installation.compare(folders());
        Terminal terminal = Terminal.detect();
        System.out.print(
                json
                        ? Documents.text(comparison)
                        : ComparisonText.of(comparison, terminal.columns(), Verdicts.style(terminal), all));
        return (check ? checked(comparison) : ExitCode.PASS).code();
    }

    private ExitCode checked(Comparison comparison) {
        BaselineCheck result = BaselineCheck.of(comparison, tolerancePercent);
        result.sentences().forEach(CommandName::tell);
        return Verdicts.exitCode(result.verdict());
    }

    private List<Path> folders() throws IOException, UsageError {
        if (named.size() < 2) {
            throw new UsageError(
                    "compare needs two runs or more, as in './plateau compare 4f2a1c last'; ./plateau runs lists them.");
        }
        if (named.size() > MOST_RUNS) {
            throw new UsageError("compare takes at most " + MOST_RUNS + " runs, " + named.size() + " are named.");
        }
        List<Path> folders = new ArrayList<>();
        for (String name : named) {
            Path folder = RunFolder.of(runs.find(name)).path();
            if (folders.contains(folder)) {
                throw new UsageError("'" + name + "' names the run " + folder.getFileName()
                        + ", which is named already: name each run once.");
            }
            if (RunFolder.of(folder).state() == RunFolder.State.RUNNING) {
                throw new UsageError(
                        "the run " + folder.getFileName() + " is still running; compare it when it has ended.");
            }
            folders.add(folder);
        }
        return folders;
    }
}
