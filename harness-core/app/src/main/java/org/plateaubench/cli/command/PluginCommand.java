// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
import org.plateaubench.app.Installation;
import org.plateaubench.app.UsageError;
import org.plateaubench.app.plugin.CheckedPlugin.CheckOptions;
import org.plateaubench.app.plugin.PluginChecker;
import org.plateaubench.app.plugin.PluginStore;
import org.plateaubench.archetype.PluginProject;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.testkit.CheckReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "plugin",
        description = "Creates, checks and installs plugins; ./plateau plugins lists them.",
        footer = {
            "  ./plateau plugin new acme-kv",
            "  ./plateau plugin check acme-kv/target/acme-kv-1.0.plateau-plugin.zip",
            "  ./plateau plugin install acme-kv/target/acme-kv-1.0.plateau-plugin.zip"
        })
public final class PluginCommand {
    private static final String VERSION = "1.0";

    @Command(
            name = "install",
            description = {
                "Installs a plugin from its archive, or replaces another version of it.",
                "The plugin is loaded once, to see that it can be used: its code runs with the rights of this user, so"
                        + " install what you trust.",
                "A running console shows it at once. Do not replace a plugin while a run uses it."
            },
            footer = "  ./plateau plugin install acme-kv/target/acme-kv-1.0.plateau-plugin.zip")
    static void install(
            @Parameters(description = "Archive: a zip file of one folder, named as the plugin's id, with its jars.")
                    Path file)
            throws IOException {
        PluginStore.Installed installed =
                new PluginStore(Installation.pluginsOfUser(), Installation.pluginFolders()).install(file);
        System.out.println(installed.id() + " " + installed.version() + " is installed.");
        System.out.println("  folder: " + installed.folder());
        System.out.println("  SHA-256 of the archive: " + installed.sha256());
    }

    @Command(
            name = "new",
            description = "Creates the Maven project of a plugin that works as it is, with a run file."
                    + " docs/plugin-guide.md explains the full one step by step.",
            footer = {
                "  ./plateau plugin new acme-kv --package com.acme.kv",
                "  ./plateau plugin new acme-shop --template http"
            })
    static void create(
            @Parameters(
                            description = "Id of the plugin, and name of the project: letters, digits and hyphens, such"
                                    + " as acme-kv.")
                    String name,
            @Option(
                            names = "--package",
                            paramLabel = "<package>",
                            description = "Java package of its classes, and Maven's group (default: com.example. and"
                                    + " the name).")
                    @Nullable
                    String javaPackage,
            @Option(
                            names = "--template",
                            defaultValue = "FULL",
                            description = "minimal (one operation), http (which gets a page), jdbc (which reads a row)"
                                    + " or full (users of a key-value server, a service that starts it, data that is"
                                    + " checked after a run, tests and documentation; the default).")
                    PluginProject.Template template,
            @Option(names = "--to", paramLabel = "<folder>", description = "Folder of the project (default: the name).")
                    @Nullable
                    Path to)
            throws IOException {
        String letters = name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
        String inPackage = javaPackage == null ? "com.example." + letters : javaPackage;
        if (!Names.isValid(name)) {
            throw new UsageError("The name '" + name
                    + "' must start with a lowercase letter and contain only letters, digits and hyphens,"
                    + " such as acme-kv.");
        }
        if (!SourceVersion.isName(inPackage)) {
            throw new UsageError("'" + inPackage + "' is not a Java package; name one with --package com.acme.kv.");
        }
        Path folder = to == null ? Path.of(name) : to;
        if (Files.exists(folder) && !isEmptyFolder(folder)) {
            throw new UsageError(folder + " exists and is not an empty folder; choose another with --to FOLDER.");
        }
        List<Path> files = new PluginProject(inPackage, name, VERSION, inPackage, Installation.version(), template)
                .writeTo(folder);
        String plateau = "  " + CommandName.called();
        String archive =
                CommandName.word(folder.resolve("target").resolve(name + "-" + VERSION + ".plateau-plugin.zip"));
        String repository =
                CommandName.word(Path.of(System.getProperty("plateau.home", "")).resolve("repository"));
        System.out.println(
                folder + " has a plugin of " + files.size() + " files. To build, check, install and run it:");
        System.out.println("  mkdir -p ~/.m2 && cp -r " + repository + " ~/.m2");
        System.out.println("  mvn -q -f " + CommandName.word(folder) + " package");
        System.out.println(plateau + " plugin check " + archive);
        System.out.println(plateau + " plugin install " + archive);
        System.out.println(plateau + " run " + CommandName.word(folder.resolve("run.yaml")));
    }

    private static boolean isEmptyFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    @Command(
            name = "check",
            description = {
                "Checks a packaged plugin against the complete contract: it is loaded as in a run, its services are"
                        + " started, killed and cleared, its data is prepared and reconciled, and its users run in"
                        + " every execution, also against a SUT that stops answering.",
                "Its code runs with the rights of this user. docs/plugin-check.md explains each rule. Ends with 0 when"
                        + " no rule is broken, 1 when one is, 4 when there is nothing to check."
            },
            footer = {
                "  ./plateau plugin check acme-kv/target/acme-kv-1.0.plateau-plugin.zip",
                "  ./plateau plugin check plugins/shop --sut postgresql --set size=small"
            })
    static int check(
            @Parameters(
                            description = "Archive, a zip file of one folder, named as the plugin's id, with its jars;"
                                    + " or that folder.")
                    Path archive,
            @Option(
                            names = "--sut",
                            description = "SUT service for the workloads, of this or an installed plugin (default: the"
                                    + " first service of this plugin).")
                    @Nullable
                    String service,
            @Option(
                            names = "--set",
                            paramLabel = "<key=value>",
                            description = "A parameter of the workloads; may be repeated.")
                    @Nullable
                    Map<String, String> parameters,
            @Option(
                            names = "--sut-set",
                            paramLabel = "<key=value>",
                            description = "A parameter of the SUT; may be repeated.")
                    @Nullable
                    Map<String, String> serviceParameters,
            @Option(
                            names = "--operations",
                            defaultValue = "" + CheckOptions.OPERATIONS,
                            description =
                                    "Operations of each long run, which is to reveal leaks (default: ${DEFAULT-VALUE}).")
                    long operations,
            @Option(
                            names = "--allow-undriven",
                            description = "Accept that no workload is driven, as where its SUT is not on this host.")
                    boolean allowUndriven,
            @Option(names = "--json", description = "Print the results as JSON, and nothing else.") boolean json)
            throws IOException, InterruptedException {
        if (!Files.exists(archive)) {
            throw new UsageError("There is no file or folder " + archive + ".");
        }
        if (operations < 1) {
            throw new UsageError("--operations must be 1 or more, found " + operations + ".");
        }
        CheckOptions options = new CheckOptions(
                archive,
                Optional.ofNullable(service),
                parameters == null ? Map.of() : parameters,
                serviceParameters == null ? Map.of() : serviceParameters,
                operations,
                CheckOptions.MAX_RUN_TIME,
                allowUndriven);
        try (Installation installation = Installation.open()) {
            CheckReport report = new PluginChecker(options, installation, finding -> {
                        if (!json) {
                            System.out.println(finding);
                        }
                    })
                    .check();
            System.out.println(
                    json ? Documents.text(Map.of("results", report.all())).strip() : summary(report));
            return (report.broken().isEmpty() ? ExitCode.PASS : ExitCode.FAIL).code();
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
}
