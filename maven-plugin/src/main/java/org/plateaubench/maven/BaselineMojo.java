// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.io.File;
import java.nio.file.Path;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.Parameter;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.RunResult;
import org.plateaubench.launch.RunResult.Outcome;

/** Stores the last runs of each name in a file that the project commits; goal check compares with it. */
@Mojo(name = "baseline", threadSafe = true)
@SuppressWarnings("NullAway.Init") // Maven sets the annotated fields.
public final class BaselineMojo extends PlateauMojo {
    /** Folder of baselines; the run NAME is stored as NAME.zip. */
    @Parameter(property = "plateau.baselineFolder", defaultValue = "${project.basedir}/src/test/plateau/baselines")
    private File baselineFolder;

    @Override
    void perform() throws LaunchFailure, MojoFailureException {
        for (CarriedOutRuns.Named run : new CarriedOutRuns(outputFolder()).all()) {
            for (RunResult trial : run.trials()) {
                if (trial.outcome().compareTo(Outcome.DOUBTS) > 0) {
                    throw new MojoFailureException("A run that did not pass cannot be a baseline, since nothing is"
                            + " compared with it. " + run.name() + ": " + trial.explanation());
                }
            }
            Path archive = baselineFolder.toPath().resolve(run.name() + BaselineArchive.SUFFIX);
            new BaselineArchive(archive).store(run.folders());
            getLog().info((run.trials().size() == 1
                            ? "The run " + run.result().id() + " is"
                            : "The " + run.trials().size() + " runs of " + run.name() + " are")
                    + " the baseline " + archive + " now; commit that file.");
        }
    }
}
