// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.maven.artifact.Artifact;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.PlateauLauncher;
import org.plateaubench.launch.PluginFolder;

/** A goal for a run file and the plugins that it needs. */
@SuppressWarnings("NullAway.Init") // Maven sets the annotated fields.
abstract class RunFileMojo extends PlateauMojo {
    @Parameter(property = "plateau.runFile", defaultValue = "${project.basedir}/src/test/plateau/run.yaml")
    private File runFile;

    /** Values that replace those of the run file, each PATH=VALUE; @{NAME} in them is a property of this build. */
    @Parameter(property = "plateau.settings")
    private List<String> settings = List.of();

    /** Id of the plugin that this project builds, which the run then uses; its jar must have been packaged. */
    @Parameter(property = "plateau.pluginId")
    private @Nullable String pluginId;

    @Parameter(defaultValue = "${project.build.outputDirectory}", readonly = true)
    private File classes;

    Path runFile() {
        return runFile.toPath();
    }

    /** The settings, with the current values of properties. */
    List<String> settings() {
        return settings.stream()
                .map(setting -> resolve(setting, project().getProperties()))
                .toList();
    }

    /** The launcher, with the plugin of this project if it builds one. */
    PlateauLauncher launcher() throws LaunchFailure, InterruptedException {
        List<Path> folders = new ArrayList<>(pluginFolders());
        if (pluginId != null) {
            Path own = outputFolder().resolve("plugins");
            PluginFolder.make(own.resolve(pluginId), classPath());
            folders.add(own);
        }
        return launcher(folders);
    }

    private List<Path> classPath() throws LaunchFailure {
        File jar = project().getArtifact().getFile();
        List<Path> entries = new ArrayList<>(List.of((jar == null ? classes : jar).toPath()));
        for (Artifact artifact : project().getArtifacts()) {
            entries.add(artifact.getFile().toPath());
        }
        if (!Files.exists(entries.get(0))) {
            throw new LaunchFailure("The plugin '" + pluginId + "' is not built yet: " + entries.get(0)
                    + " is missing. Bind this goal to a later phase, or call 'mvn package' before it.");
        }
        return entries;
    }

    /** Converts the end of a command that was not executed to an error of the build. */
    static MojoExecutionException notCarriedOut(PlateauLauncher.Ended ended, Path runFile) {
        return new MojoExecutionException(switch (ended.exit()) {
                    case WRONG -> "The run file " + runFile + " or a setting is wrong:";
                    case INTERRUPTED -> "The run of " + runFile + " was stopped before its end:";
                    default -> "The run of " + runFile + " could not be carried out:";
                }
                + System.lineSeparator()
                + ended.message());
    }
}
