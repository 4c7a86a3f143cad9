// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.check.CheckOptions;
import org.plateaubench.app.check.ForeignCommands;
import org.plateaubench.app.check.PluginChecker;
import org.plateaubench.app.plugin.RefusedPlugin;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.testkit.CheckReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "check",
        description = {
            "Checks a packaged plugin against the whole contract: it is loaded as it will be, its services are"
                    + " started, killed and cleared, its data is prepared and reconciled, and its users run in every"
                    + " execution, also against a SUT that falls silent.",
            "Its code runs with the rights of this user. docs/plugin-check.md explains each rule. Ends with 0 when no rule is broken, 1 when one is, 4 when there is nothing to check."
        },
        footer = {
            "",
            "Example:",
            "  ./plateau plugin check acme-kv/target/acme-kv-1.0.plateau-plugin.zip",
            "  ./plateau plugin check plugins/shop --sut postgresql --set size=small --docs docs/shop.md"
        },
        mixinStandardHelpOptions = true)
final class PluginCheckCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "FILE",
            description = "Archive, a zip file of one folder, named as the plugin's id, with its jars; or that folder.")
    private Path archive = Path.of("");

    @Option(
            names = "--sut",
            paramLabel = "SERVICE",
            description = "SUT service for the workloads, of this or an installed plugin (default: the first service of"
                    + " this plugin).")
    private @Nullable String service;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "A parameter of the workloads; may be repeated.")
    private Map<String, String> parameters = new TreeMap<>();

    @Option(names = "--sut-set", paramLabel = "KEY=VALUE", description = "A parameter of the SUT; may be repeated.")
    private Map<String, String> serviceParameters = new TreeMap<>();

    @Option(
            names = "--operations",
            paramLabel = "NUMBER",
            description = "Operations of each long run, which is to reveal leaks (default: ${DEFAULT-VALUE}).",
            defaultValue = "" + CheckOptions.OPERATIONS)
    private long operations = CheckOptions.OPERATIONS;

    @Option(
            names = "--docs",
            paramLabel = "PATH",
            description = "A page of the plugin's documentation, or a folder of pages, beside those in the archive.")
    private List<Path> pages = new ArrayList<>();

    @Option(
            names = "--foreign-store",
            paramLabel = "COMMAND",
            description = "Shell command that stores data in the SUT that does not belong to the plugin. Its"
                    + " environment has the properties of the SUT's address, such as SUT_PORT.")
    private @Nullable String foreignStore;

    @Option(names = "--foreign-read", paramLabel = "COMMAND", description = "Shell command that prints that data.")
    private @Nullable String foreignRead;

    @Option(
            names = "--allow-undriven",
            description = "Accept that no workload is driven, as where its SUT is not on this host.")
    private boolean allowUndriven;

    @Option(names = "--json", description = "Print the results as JSON, and nothing else.")
    private boolean json;

    @Override
    public Integer call() throws IOException, InterruptedException, UsageError {
        CheckOptions options = options();
        try (Installation installation = Installation.open()) {
            CheckReport report = new PluginChecker(
                            options,
                            installation,
                            finding -> {
                                if (!json) {
                                    System.out.println(finding);
                                }
                            },
                            new ActivityLog())
                    .check();
            System.out.println(
                    json ? Documents.text(Map.of("results", report.all())).strip() : summary(report));
            return report.broken().isEmpty() ? ExitCode.PASS.code() : ExitCode.FAIL.code();
        } catch (RefusedPlugin e) {
            throw new UsageError(String.valueOf(e.getMessage()));
        }
    }

    private static String summary(CheckReport report) {
        long kept = report.all().stream()
                .filter(finding -> finding.state() == CheckReport.State.KEPT)
                .count();
        int broken = report.broken().size();
        return kept + " checks passed, " + broken + " found something, "
                + (report.all().size() - kept - broken) + " were not made.";
    }

    private CheckOptions options() throws UsageError {
        if (!Files.exists(archive)) {
            throw new UsageError("There is no file or folder " + archive + ".");
        }
        if (operations < 1) {
            throw new UsageError("--operations must be 1 or more, found " + operations + ".");
        }
        if ((foreignStore == null) != (foreignRead == null)) {
            throw new UsageError("--foreign-store and --foreign-read go together.");
        }
        for (Path page : pages) {
            if (!Files.exists(page)) {
                throw new UsageError("There is no page " + page + "; --docs names a file or a folder.");
            }
        }
        return new CheckOptions(
                archive,
                Optional.ofNullable(service),
                parameters,
                serviceParameters,
                operations,
                CheckOptions.LONGEST_RUN,
                pages,
                foreignStore == null || foreignRead == null
                        ? Optional.empty()
                        : Optional.of(new ForeignCommands(foreignStore, foreignRead)),
                allowUndriven);
    }
}
