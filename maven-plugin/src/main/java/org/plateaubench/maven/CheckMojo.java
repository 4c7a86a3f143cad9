// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.PlateauLauncher;
import org.plateaubench.launch.RunExit;
import org.plateaubench.launch.RunOutcome;
import org.plateaubench.launch.RunResult;

/** Fails the build if one of its runs missed a limit, is invalid, or is worse than its stored baseline. */
@Mojo(name = "check", defaultPhase = LifecyclePhase.VERIFY, threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets what is annotated.
public final class CheckMojo extends PlateauMojo {
    /**
     * The mildest outcome that fails the build: fail, invalid, doubts or never. From worst to best: fail, since it is known
     * that the SUT missed something; invalid, since nothing is known; doubts.
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
        FailOn bound = FailOn.of(failOn);
        CarriedOutRuns runs = new CarriedOutRuns(outputFolder());
        List<String> failures = new ArrayList<>();
        for (CarriedOutRuns.Named run : runs.all()) {
            for (RunResult trial : run.trials()) {
                getLog().info(run.name() + ": " + trial.conclusion());
                if (bound.includes(trial.outcome())) {
                    failures.add(run.name() + ": " + trial.explanation() + System.lineSeparator() + "The report is "
                            + trial.folder().resolve("report.html") + ".");
                }
            }
            compared(runs, run, bound).ifPresent(failures::add);
        }
        if (!failures.isEmpty()) {
            throw new MojoFailureException(String.join(System.lineSeparator(), failures));
        }
    }

    /** Returns why the runs do not match their baseline; empty if they match or there is no baseline. */
    private Optional<String> compared(CarriedOutRuns runs, CarriedOutRuns.Named run, FailOn bound)
            throws LaunchFailure, InterruptedException, MojoExecutionException {
        Path archive = baselineFolder.toPath().resolve(run.name() + BaselineArchive.ENDING);
        if (!Files.exists(archive)) {
            getLog().info(run.name() + " has no baseline " + archive + "; the goal 'baseline' stores one.");
            return Optional.empty();
        }
        List<Path> baseline = new BaselineArchive(archive).unpack(runs.scratch(run.name(), "baseline"));
        PlateauLauncher.Ended ended =
                launcher(pluginFolders()).run(comparison(baseline, run.folders()), getLog()::info, getLog()::warn);
        if (!ended.exit().isJudged()) {
            throw new MojoExecutionException("The comparison with " + archive + " could not be made:"
                    + System.lineSeparator() + ended.message());
        }
        boolean isSets = baseline.size() + run.trials().size() > 2;
        return bound.includes(outcome(ended))
                ? Optional.of(run.name()
                        + (isSets
                                ? " (set B) against its baseline (set A): "
                                : " (run B) against its baseline (run A): ")
                        + (ended.exit() == RunExit.FAIL ? "worse." : "cannot be compared.")
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

    private static RunOutcome outcome(PlateauLauncher.Ended compared) {
        return switch (compared.exit()) {
            case FAIL -> RunOutcome.FAIL;
            case PASS -> RunOutcome.PASS;
            default -> RunOutcome.INVALID;
        };
    }

    /**
     * The mildest outcome that fails a build. From worst to best: fail, since it is known that the SUT missed something;
     * invalid, since nothing is known; doubts.
     */
    enum FailOn {
        FAIL(RunOutcome.FAIL),
        INVALID(RunOutcome.INVALID),
        DOUBTS(RunOutcome.DOUBTS),
        NEVER(null);

        private final @Nullable RunOutcome mildest;

        FailOn(@Nullable RunOutcome mildest) {
            this.mildest = mildest;
        }

        /** Returns the constant for a word of a POM. */
        static FailOn of(String word) throws LaunchFailure {
            return Stream.of(values())
                    .filter(each -> each.name().equalsIgnoreCase(word.strip()))
                    .findFirst()
                    .orElseThrow(() -> new LaunchFailure("The parameter 'failOn' is '" + word + "'; it must be one of "
                            + String.join(
                                    ", ",
                                    Stream.of(values())
                                            .map(each -> each.name().toLowerCase(Locale.ROOT))
                                            .toList())
                            + "."));
        }

        boolean includes(RunOutcome outcome) {
            return mildest != null && outcome.compareTo(mildest) >= 0;
        }
    }
}
