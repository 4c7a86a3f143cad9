// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs the commands of a scenario, such as those that start and stop its SUT; their output is written to a log.
 *
 * @param interrupted reaches zero when the commands must end
 */
record Hooks(Path folder, CountDownLatch interrupted) {
    private static final String LOG = "hooks.log";
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final long GAP_MILLIS = 50;

    /** Runs commands one after the other up to the first that fails; returns sentences about the failure. */
    List<String> run(List<List<String>> commands) throws InterruptedException {
        List<String> flaws = new ArrayList<>();
        for (List<String> command : commands) {
            String flaw = run(String.join(" ", command), command);
            if (!flaw.isEmpty()) {
                flaws.add(flaw);
                break;
            }
        }
        return flaws;
    }

    private String run(String words, List<String> command) throws InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(
                            ProcessBuilder.Redirect.appendTo(folder.resolve(LOG).toFile()))
                    .start();
            process.getOutputStream().close();
        } catch (IOException e) {
            return "The command '" + words + "' of the scenario could not be started: " + e.getMessage() + ".";
        }
        long tries = LONGEST.toMillis() / GAP_MILLIS;
        boolean before = interrupted.getCount() == 0;
        for (long i = 0; i < tries && (before || interrupted.getCount() > 0); i++) {
            if (process.waitFor(GAP_MILLIS, TimeUnit.MILLISECONDS)) {
                return process.exitValue() == 0
                        ? ""
                        : "The command '" + words + "' of the scenario ended with exit code " + process.exitValue()
                                + "; its output is in " + folder.resolve(LOG) + ".";
            }
        }
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return "The command '" + words + "' of the scenario had not ended after " + LONGEST.toMinutes()
                + " minutes, or the study was interrupted.";
    }
}
