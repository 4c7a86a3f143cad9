// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.PlateauLauncher;
import org.plateaubench.launch.PlateauLauncher.Exit;
import org.plateaubench.launch.RunResult;
import org.plateaubench.launch.RunResult.Outcome;

/** Fails the build if one of its runs missed a limit, is invalid, or is worse than its stored baseline. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets the annotated fields.
public final class CheckMojo extends PlateauMojo {
    /**
     * The mildest outcome that fails the build: fail, invalid, doubts or never. From worst to best: fail, since it is
     * known that the SUT missed something; invalid, since nothing is known; doubts.
     */
    @Parameter(property = "plateau.failOn", defaultValue = "invalid")
    private String failOn;

    /** Folder of baselines, NAME.zip for the run NAME, as the goal baseline stores them. */
    @Parameter(property = "plateau.baselineFolder", defaultValue = "${project.basedir}/src/test/plateau/baselines")
    private File baselineFolder;

    /** Accepted change for the worse, compared with the baseline, in percent. */
    @Parameter(property = "plateau.tolerance", defaultValue = "5")
    private double tolerance;

    @Override
    void perform() throws LaunchFailure, InterruptedException, MojoExecutionException, MojoFailureException {
        Set<Outcome> failing = failing(failOn);
        CarriedOutRuns runs = new CarriedOutRuns(outputFolder());
        List<String> failures = new ArrayList<>();
        for (CarriedOutRuns.Named run : runs.all()) {
            Path archive = baselineFolder.toPath().resolve(run.name() + BaselineArchive.SUFFIX);
            boolean hasBaseline = Files.exists(archive);
            for (RunResult trial : run.trials()) {
                getLog().info(run.name() + ": " + trial.conclusion()
                        + (hasBaseline ? "" : "; no baseline " + archive + ", which the goal 'baseline' stores"));
                if (failing.contains(trial.outcome())) {
                    failures.add(run.name() + ": " + trial.explanation() + System.lineSeparator() + "The report is "
                            + trial.folder().resolve("report.html") + ".");
                }
            }
            if (hasBaseline) {
                compareWithBaseline(archive, runs, run, failing).ifPresent(failures::add);
            }
        }
        if (!failures.isEmpty()) {
            throw new MojoFailureException(String.join(System.lineSeparator(), failures));
        }
    }

    /** Returns the reason why the runs are worse than their baseline, or cannot be compared; empty otherwise. */
    private Optional<String> compareWithBaseline(
            Path archive, CarriedOutRuns runs, CarriedOutRuns.Named run, Set<Outcome> failing)
            throws LaunchFailure, InterruptedException, MojoExecutionException {
        List<Path> baseline = new BaselineArchive(archive).unpack(runs.scratch(run.name(), "baseline"));
        List<String> comparison = new ArrayList<>();
        PlateauLauncher.Ended ended =
                launcher(pluginFolders()).run(comparison(baseline, run.folders()), comparison::add, getLog()::warn);
        if (ended.exit() == Exit.PASS) {
            getLog().info(run.name() + " against its baseline: " + comparison.get(0));
        } else {
            comparison.forEach(getLog()::info);
        }
        if (!ended.exit().isJudged()) {
            throw new MojoExecutionException("The comparison with " + archive + " could not be made:"
                    + System.lineSeparator() + ended.message());
        }
        String compared = baseline.size() + run.trials().size() > 2 ? "set" : "run";
        return failing.contains(Outcome.valueOf(ended.exit().name()))
                ? Optional.of(run.name()
                        + " (" + compared + " B) against its baseline (" + compared + " A): "
                        + (ended.exit() == Exit.FAIL ? "worse." : "cannot be compared.")
                        + System.lineSeparator()
                        + ended.message())
                : Optional.empty();
    }

    /** Returns the command line that a user would enter. */
    private List<String> comparison(List<Path> baseline, List<Path> trials) {
        List<String> command = new ArrayList<>(List.of("compare"));
        baseline.forEach(run -> command.add(run.toString()));
        command.add("with");
        trials.forEach(run -> command.add(run.toString()));
        command.addAll(List.of("--check", "--tolerance", Double.toString(tolerance)));
        return command;
    }

    /** The outcomes that fail a build, by the value of the parameter failOn. */
    static Set<Outcome> failing(String word) throws LaunchFailure {
        return switch (word.strip().toLowerCase(Locale.ROOT)) {
            case "fail" -> EnumSet.of(Outcome.FAIL);
            case "invalid" -> EnumSet.of(Outcome.INVALID, Outcome.FAIL);
            case "doubts" -> EnumSet.of(Outcome.DOUBTS, Outcome.INVALID, Outcome.FAIL);
            case "never" -> EnumSet.noneOf(Outcome.class);
            default ->
                throw new LaunchFailure(
                        "The parameter 'failOn' is '" + word + "'; it must be one of fail, invalid, doubts, never.");
        };
    }
}
