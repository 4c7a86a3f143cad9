// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.engine.config.WrongConfiguration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Continues a sequence of runs. */
@Command(
        name = "resume",
        description = "Continues trials, a search or a study at the first run that did not end.",
        footer = {"", "Example:", "  ./plateau resume last"},
        mixinStandardHelpOptions = true)
public final class ResumeCommand implements Callable<Integer> {
    @Parameters(
            index = "0",
            paramLabel = "STUDY",
            description = "Trials, search or study: a folder, an id, a unique part of an id, or 'last'.")
    private String study = "";

    @Option(
            names = "--json",
            description = "Print the results as JSON on standard output, and everything else on standard error.")
    private boolean json;

    @Option(names = "--quiet", description = "Print nothing during the runs.")
    private boolean quiet;

    @Option(names = "--wait", description = "Wait while another run uses the rig.")
    private boolean wait;

    @Mixin
    private StudiesFolder studies = new StudiesFolder();

    @Mixin
    private RigOptions rigOptions = new RigOptions();

    @Mixin
    private StandardInput input = new StandardInput();

    @Override
    public Integer call() throws IOException, WrongConfiguration, UsageError, InterruptedException {
        StudyFolder folder = studies.find(study);
        Path runs = Path.of(folder.request().runs());
        try (Installation installation = Installation.open()) {
            PluginProblems.show(installation);
            return new SequenceExecution(
                            rigOptions.of(installation.application(runs)), runs, studies.path(), json, quiet)
                    .resume(folder, wait, input);
        }
    }
}
