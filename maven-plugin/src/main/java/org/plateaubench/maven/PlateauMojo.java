// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.inject.Inject;
import org.apache.maven.plugin.AbstractMojo;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.project.MavenProject;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.RepositorySystemSession;
import org.jspecify.annotations.Nullable;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.PlateauInstallation;
import org.plateaubench.launch.PlateauLauncher;

/** The common part of all goals: the installation, the folder of their output, and the conversion of their failures. */
@SuppressWarnings("NullAway.Init") // Maven sets the annotated fields.
abstract class PlateauMojo extends AbstractMojo {
    private static final Pattern REFERENCE = Pattern.compile("@\\{([^}]+)}");

    /**
     * Folder of an installation of Plateau. By default the environment variable PLATEAU_HOME is used; if it is not set,
     * the artifact org.plateaubench:plateau-distribution:tar.gz of this plugin's version, which is unpacked once.
     */
    @Parameter(property = PlateauInstallation.PROPERTY)
    private @Nullable File installation;

    /** Folder in which installations from the repository are unpacked, with a folder for each version. */
    @Parameter(property = "plateau.unpackFolder", defaultValue = "${user.home}/.plateau/installations")
    private File unpackFolder;

    /** Skips the goal. */
    @Parameter(property = "plateau.skip", defaultValue = "false")
    private boolean skip;

    /** Folder of runs and of the files that the goals of a build pass to each other. */
    @Parameter(defaultValue = "${project.build.directory}/plateau")
    private File outputFolder;

    /** Folders of plugins in addition to those of the installation, each with a folder per plugin. */
    @Parameter
    private List<File> pluginFolders = List.of();

    @Parameter(defaultValue = "${project}", readonly = true, required = true)
    private MavenProject project;

    @Parameter(defaultValue = "${plugin.version}", readonly = true, required = true)
    private String version;

    @Parameter(defaultValue = "${repositorySystemSession}", readonly = true, required = true)
    private RepositorySystemSession repositorySession;

    @Inject
    private RepositorySystem repositorySystem;

    abstract void perform() throws LaunchFailure, InterruptedException, MojoExecutionException, MojoFailureException;

    @Override
    public final void execute() throws MojoExecutionException, MojoFailureException {
        if (skip) {
            getLog().info("Skipped, since plateau.skip is set.");
            return;
        }
        try {
            perform();
        } catch (LaunchFailure e) {
            throw new MojoExecutionException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MojoExecutionException("The build was interrupted, and with it what this goal had started.", e);
        }
    }

    MavenProject project() {
        return project;
    }

    Path outputFolder() {
        return outputFolder.toPath();
    }

    List<Path> pluginFolders() {
        return pluginFolders.stream().map(File::toPath).toList();
    }

    /** The launcher of the installation, with these folders of plugins. */
    PlateauLauncher launcher(List<Path> folders) throws LaunchFailure, InterruptedException {
        return new PlateauLauncher(installation(), project.getBasedir().toPath(), folders);
    }

    private PlateauInstallation installation() throws LaunchFailure, InterruptedException {
        if (installation != null) {
            return PlateauInstallation.in(installation.getPath(), "the parameter 'installation'");
        }
        PlateauInstallation named = PlateauInstallation.named().orElse(null);
        return named != null
                ? named
                : new Distribution(repositorySystem, repositorySession, project, version)
                        .unpack(unpackFolder.toPath(), getLog()::info);
    }

    /** Replaces each known property, named as {@code @{NAME}}, by its current value. */
    static String resolve(String text, Properties properties) {
        return REFERENCE
                .matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(properties.getProperty(found.group(1), found.group())));
    }
}
