// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.jspecify.annotations.Nullable;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.PlateauLauncher;
import org.plateaubench.launch.RunResult;

/**
 * Executes a run in a separate process. The verdict does not fail the build here but in the goal check, so that systems
 * under test are stopped before. A run without a verdict fails the build here.
 */
@Mojo(
        name = "run",
        defaultPhase = LifecyclePhase.INTEGRATION_TEST,
        requiresDependencyResolution = ResolutionScope.RUNTIME,
        threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets the annotated fields.
public final class RunMojo extends RunFileMojo {
    /** A line of a run's progress, of which there are three at most. */
    private static final Pattern PROGRESS = Pattern.compile("\\d+:\\d\\d  ");

    /** Name of the run in this build, of its JUnit report and its baseline; without it the name of the run file. */
    @Parameter(property = "plateau.name")
    private @Nullable String name;

    /**
     * Number of times that the run is executed. Several trials are compared with a baseline of several trials, which
     * shows the differences between repetitions.
     */
    @Parameter(property = "plateau.trials", defaultValue = "1")
    private int trials;

    /** Folder of JUnit reports, with a test for each limit and each audit. */
    @Parameter(property = "plateau.junitFolder", defaultValue = "${project.build.directory}/plateau-reports")
    private File junitFolder;

    @Override
    void perform() throws LaunchFailure, InterruptedException, MojoExecutionException {
        String runName = name();
        CarriedOutRuns runs = new CarriedOutRuns(outputFolder());
        runs.begin(runName);
        if (trials < 1) {
            throw new MojoExecutionException("The parameter trials must be 1 or more, and is " + trials + ".");
        }
        List<Path> carriedOut = new ArrayList<>();
        for (int trial = 1; trial <= trials; trial++) {
            RunResult result = carryOut(runName, runs, trial);
            carriedOut.add(result.folder());
            getLog().info("Run " + runName + (trials == 1 ? "" : ", trial " + trial + " of " + trials) + ": "
                    + result.conclusion() + ". Report: " + result.folder().resolve("report.html"));
        }
        runs.end(runName, carriedOut);
    }

    private RunResult carryOut(String runName, CarriedOutRuns runs, int trial)
            throws LaunchFailure, InterruptedException, MojoExecutionException {
        PlateauLauncher.Run run =
                launcher().carryOut(runFile(), settings(), runs.runs(runName), this::log, getLog()::warn);
        Optional<Path> folder = run.folder();
        if (folder.isPresent()) {
            publish(trial == 1 ? runName : runName + "-" + trial, folder.get());
        }
        if (!run.ended().exit().isJudged()) {
            throw notCarriedOut(run.ended(), runFile());
        }
        return run.result();
    }

    /** Logs the progress of a run; other output is logged for debugging. */
    private void log(String line) {
        if (PROGRESS.matcher(line).lookingAt()) {
            getLog().info(line);
        } else {
            getLog().debug(line);
        }
    }

    private String name() {
        return name != null ? name : runFile().getFileName().toString().replaceFirst("\\.ya?ml$", "");
    }

    private void publish(String runName, Path folder) throws LaunchFailure {
        Path report = folder.resolve("report.xml");
        try {
            if (Files.exists(report)) {
                Path target = Files.createDirectories(junitFolder.toPath()).resolve("TEST-plateau-" + runName + ".xml");
                Files.copy(report, target, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new LaunchFailure("The JUnit report cannot be copied into " + junitFolder + ": " + e.getMessage(), e);
        }
    }
}
