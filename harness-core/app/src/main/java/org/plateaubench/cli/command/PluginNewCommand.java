// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Names;
import org.plateaubench.app.Installation;
import org.plateaubench.archetype.PluginProject;
import org.plateaubench.cli.display.CommandName;
import org.plateaubench.cli.display.ShellWord;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "new",
        description =
                "Creates the Maven project of a plugin that works as it is, with a run file. docs/plugin-guide.md explains the"
                        + " full one step by step.",
        footer = {
            "",
            "Examples:",
            "  ./plateau plugin new acme-kv --package com.acme.kv",
            "  ./plateau plugin new acme-shop --template http"
        },
        mixinStandardHelpOptions = true)
final class PluginNewCommand implements Callable<Integer> {
    private static final String VERSION = "1.0";

    @Parameters(
            index = "0",
            paramLabel = "NAME",
            description = "Id of the plugin, and name of the project: letters, digits and hyphens, such as acme-kv.")
    private String name = "";

    @Option(
            names = "--package",
            paramLabel = "PACKAGE",
            description = "Java package of its classes, and Maven's group (default: com.example. and the name).")
    private @Nullable String javaPackage;

    @Option(
            names = "--template",
            paramLabel = "TEMPLATE",
            description =
                    "minimal (one operation, in one class), http (which gets a page), jdbc (which reads a row) or full (users"
                            + " of a key-value server, a service that starts it, data that is checked after a run, tests and"
                            + " documentation; the default).")
    private PluginProject.Template template = PluginProject.Template.FULL;

    @Option(names = "--to", paramLabel = "FOLDER", description = "Folder of the project (default: the name).")
    private @Nullable Path to;

    @Override
    public Integer call() throws IOException, UsageError {
        Path folder = to == null ? Path.of(name) : to;
        String inPackage = javaPackage == null ? "com.example." + letters(name) : javaPackage;
        check(folder, inPackage);
        List<Path> files = new PluginProject(inPackage, name, VERSION, inPackage, Installation.version(), template)
                .writeTo(folder);
        System.out.println(
                folder + " has a plugin of " + files.size() + " files. To build, check, install and run it:");
        commands(folder).forEach(command -> System.out.println("  " + command));
        return ExitCode.PASS.code();
    }

    /** The commands from the new project to a run, in order. */
    private List<String> commands(Path folder) {
        String plateau = CommandName.called();
        String archive = ShellWord.of(folder.resolve("target").resolve(name + "-" + VERSION + ".plateau-plugin.zip"));
        return List.of(
                "mkdir -p ~/.m2 && cp -r " + ShellWord.of(repository()) + " ~/.m2",
                "mvn -q -f " + ShellWord.of(folder) + " package",
                plateau + " plugin check " + archive,
                plateau + " plugin install " + archive,
                plateau + " run " + ShellWord.of(folder.resolve("run.yaml")));
    }

    /** The artifacts of Plateau in this installation, in the layout of a Maven repository. */
    private static Path repository() {
        return Path.of(System.getProperty("plateau.home", ""), "repository");
    }

    private void check(Path folder, String inPackage) throws IOException, UsageError {
        if (!Names.isValid(name)) {
            throw new UsageError("The name '" + name
                    + "' must start with a small letter and hold only letters, digits and hyphens, such as acme-kv.");
        }
        if (!SourceVersion.isName(inPackage)) {
            throw new UsageError("'" + inPackage + "' is not a Java package; name one with --package com.acme.kv.");
        }
        for (Path root : Installation.pluginFolders()) {
            // The project of an installed plugin may be created again.
            if (!root.equals(Installation.pluginsOfUser()) && Files.isDirectory(root.resolve(name))) {
                throw new UsageError(
                        "There is a plugin " + name + " in " + root.resolve(name) + " already; choose another name.");
            }
        }
        if (Files.exists(folder) && !isEmptyFolder(folder)) {
            throw new UsageError(folder + " exists and is not an empty folder; choose another with --to FOLDER.");
        }
    }

    private static boolean isEmptyFolder(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }

    private static String letters(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }
}
