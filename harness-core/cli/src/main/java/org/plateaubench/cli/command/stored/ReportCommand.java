// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.stored;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunReports;
import org.plateaubench.cli.command.Browser;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.UsageError;
import org.plateaubench.cli.command.Verdicts;
import org.plateaubench.cli.display.CommandName;
import org.plateaubench.cli.display.Terminal;
import org.plateaubench.engine.report.TextSummary;
import org.plateaubench.engine.store.StoredFile;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows a stored run. */
@Command(
        name = "report",
        description = "Shows a stored run: as text, or in another form. The exit code corresponds to the verdict.",
        footer = {
            "",
            RunsFolder.VERDICT_HELP,
            "",
            "Examples:",
            "  ./plateau report last",
            "  ./plateau report last --open",
            "  ./plateau report 4f2a1c --json"
        },
        mixinStandardHelpOptions = true)
public final class ReportCommand implements Callable<Integer> {
    @Parameters(index = "0", paramLabel = "RUN", description = RunsFolder.RUN_HELP)
    private String run = "";

    @Mixin
    private RunsFolder runs = new RunsFolder();

    @ArgGroup
    private Form form = new Form();

    /** The choice of one format. */
    static final class Form {
        @Option(names = "--open", description = "Open report.html in the browser.")
        private boolean open;

        @Option(names = "--json", description = "Print result.json.")
        private boolean json;

        @Option(names = "--junit", description = "Print the JUnit report.")
        private boolean junit;
    }

    @Override
    public Integer call() throws IOException, UsageError {
        Path folder = runs.findEnded(run);
        try (Installation installation = Installation.open()) {
            RunReports reports = installation.reports(folder);
            if (form.open) {
                URI page = StoredFile.REPORT.in(folder).toUri();
                System.out.println(page);
                Browser.open(page.toString());
            } else if (form.json) {
                System.out.print(reports.json());
            } else if (form.junit) {
                System.out.print(reports.junit());
            } else {
                System.out.print(CommandName.in(
                        TextSummary.of(reports.judgement(), folder.toString(), Verdicts.style(Terminal.detect()))));
            }
            return Verdicts.exitCode(reports.judgement().verdict()).code();
        }
    }
}
