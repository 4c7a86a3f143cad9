// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plateaubench.cli.release.MavenRepository;
import org.plateaubench.cli.release.Release;
import org.plateaubench.cli.release.Sdk;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Installs the artifacts for plugin development into the local Maven repository. */
@Command(
        name = "sdk",
        description = {
            "Installs the artifacts with which plugins are compiled and tested into the local Maven repository, so"
                    + " that builds can resolve them.",
            "These are the API, the kits for HTTP and processes, the testkit, their BOM, and an archive of this"
                    + " installation. No build and no network are needed."
        },
        footer = {
            "",
            "Examples:",
            "  ./plateau sdk",
            "  ./plateau sdk --repository /srv/maven",
            "  ./plateau sdk --print"
        },
        mixinStandardHelpOptions = true)
public final class SdkCommand implements Callable<Integer> {
    @Option(
            names = "--repository",
            paramLabel = "FOLDER",
            description = "The local repository (default: the one that maven.repo.local or ~/.m2/settings.xml names,"
                    + " otherwise ~/.m2/repository).")
    private @Nullable Path repository;

    @Option(
            names = "--no-javadoc",
            description = "Leave out the Javadoc jars, each of which takes some seconds to create.")
    private boolean noJavadoc;

    @Option(names = "--print", description = "Print the lines for a pom, and install nothing.")
    private boolean print;

    @Override
    public Integer call() throws IOException {
        Sdk sdk = new Sdk(Release.running());
        if (!print) {
            Path target = repository == null ? MavenRepository.locate() : repository;
            System.out.println("Installing into " + target.toAbsolutePath() + ":");
            sdk.install(target, !noJavadoc, artifact -> System.out.println("  " + artifact));
            System.out.println();
            System.out.println("Lines for the pom of a plugin:");
        }
        sdk.lines().forEach(System.out::println);
        return ExitCode.PASS.code();
    }
}
