// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.app.rig.RigAgents;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.AllowFile;

/** Starts the processes of runs. Thread-safe. */
final class RunLauncher {
    private final List<String> launcher;
    private final Path runs;
    private final Path studies;
    /** Credentials of the broker whose agents runs may use; the file need not exist. */
    private final Path rigCredentials;

    private final @Nullable Path allowFile;

    RunLauncher(ConsoleOptions options) {
        launcher = options.launcher();
        runs = options.runs().toAbsolutePath();
        studies = options.studies().toAbsolutePath();
        rigCredentials = options.rigCredentials().toAbsolutePath();
        allowFile = options.allowFile().orElse(null);
    }

    /**
     * Starts a run or a study in a separate session: neither Ctrl-C at the terminal of the console nor the end of the
     * console ends it.
     *
     * @param folder folder that holds the run file, and receives the output of the process
     * @param wanted request of the user; its settings are not passed on the command line
     * @throws WrongConfiguration when the administrator's file, which names the secrets that the process may read, is wrong
     */
    Process start(ItemFolder folder, int attempt, QueueItem.Wanted wanted) throws IOException, WrongConfiguration {
        AllowFile allowed = AllowFile.read(allowFile);
        List<String> command = new ArrayList<>(ownSession());
        command.addAll(launcher);
        QueueItem.Study study = wanted.study();
        if (study != null && study.hasFile()) {
            command.addAll(List.of("study", folder.studyFile(study.path()).toString()));
            if (!study.scale().isEmpty()) {
                command.addAll(List.of("--scale", study.scale()));
            }
        } else {
            command.addAll(List.of("run", folder.runFile().toString()));
        }
        command.addAll(List.of("--studies-dir", studies.toString()));
        command.addAll(List.of("--runs-dir", runs.toString()));
        command.addAll(List.of("--ticket", folder.ticketFolder(attempt).toString()));
        folder.ticket(attempt).passSettings(wanted.settings());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.output().toFile()));
        // A run can read its environment, and so can the processes that it starts.
        RunOrigin.reduce(builder.environment(), allowed.variables());
        builder.environment().put("PLATEAU_NO_BUILD", "1");
        if (Files.exists(rigCredentials)) {
            builder.environment().put(RigAgents.CREDENTIALS_VARIABLE, rigCredentials.toString());
        }
        return builder.start();
    }

    private static List<String> ownSession() {
        return Stream.of("/usr/bin/setsid", "/bin/setsid")
                .filter(program -> Files.isExecutable(Path.of(program)))
                .limit(1)
                .toList();
    }
}
