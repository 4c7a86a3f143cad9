// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.maven;

import java.util.ArrayList;
import java.util.List;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;
import org.plateaubench.launch.LaunchFailure;
import org.plateaubench.launch.PlateauLauncher;
import org.plateaubench.launch.PlateauLauncher.Exit;

/** Checks a run file. If there are problems, fails the build with all of them and their positions in the file. */
@Mojo(
        name = "validate",
        defaultPhase = LifecyclePhase.PRE_INTEGRATION_TEST,
        requiresDependencyResolution = ResolutionScope.RUNTIME,
        threadSafe = true)
public final class ValidateMojo extends RunFileMojo {
    @Override
    void perform() throws LaunchFailure, InterruptedException, MojoExecutionException {
        List<String> arguments = new ArrayList<>(List.of("validate", runFile().toString()));
        settings().forEach(setting -> arguments.addAll(List.of("--set", setting)));
        PlateauLauncher.Ended ended = launcher().run(arguments, getLog()::info, getLog()::debug);
        if (ended.exit() != Exit.PASS) {
            throw notCarriedOut(ended, runFile());
        }
    }
}
