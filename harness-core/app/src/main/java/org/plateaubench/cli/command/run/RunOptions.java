// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command.run;

import java.io.PrintStream;
import org.plateaubench.cli.command.RunsFolder;
import org.plateaubench.cli.command.StandardInput;
import org.plateaubench.cli.command.StudiesFolder;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

final class RunOptions {
    @Option(
            names = "--json",
            description =
                    "Print result.json, or the results of trials, a search or a study, as JSON on standard output,"
                            + " and everything else on standard error.")
    boolean json;

    @Option(names = "--quiet", description = "Print nothing during the runs.")
    boolean quiet;

    @Option(names = "--wait", description = "Wait while a run that must not be disturbed uses the rig.")
    boolean wait;

    @Mixin
    RunsFolder runs = new RunsFolder();

    @Mixin
    StudiesFolder studies = new StudiesFolder();

    @Mixin
    RigOptions rig = new RigOptions();

    @Mixin
    StandardInput input = new StandardInput();

    PrintStream out() {
        return json ? System.err : System.out;
    }
}
