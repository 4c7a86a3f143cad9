// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program that ignores its standard input, but is tied to this JVM nevertheless: a shell between the two ends the
 * program, and everything that it started, at the end of the input.
 */
public final class GuardedProgram {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /**
     * The guard as a shell script. With job control each background job leads a process group, so that a signal reaches
     * what the program started. The reader of the input is a separate job, so that it ends the program even when the
     * guard itself was killed.
     */
    private static final String SCRIPT = """
            patience=$1; shift
            exec 3<&0
            set -m
            "$@" </dev/null 3<&- &
            program=$!
            (
              cat <&3 >/dev/null
              kill -s TERM -- "-$program"
              while [ "$patience" -gt 0 ] && kill -s 0 -- "-$program"; do sleep 1; patience=$((patience - 1)); done
              kill -s KILL -- "-$program"
            ) >/dev/null 2>&1 &
            reader=$!
            exec 3<&-
            wait "$program"; code=$?
            while kill -s 0 -- "-$program" 2>/dev/null && kill -s 0 -- "-$reader" 2>/dev/null; do sleep 0.1; done
            kill -s KILL -- "-$reader" 2>/dev/null
            exit "$code"
            """;

    private GuardedProgram() {}

    /**
     * Starts a program; output and errors go to the log.
     *
     * @param environment variables added to those of this JVM
     */
    public static BoundProcess start(List<String> command, Path folder, Map<String, String> environment, File log)
            throws LaunchFailure {
        List<String> whole =
                new ArrayList<>(List.of("bash", "-c", SCRIPT, "program-guard", Long.toString(PATIENCE.toSeconds())));
        whole.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(whole)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log);
        builder.environment().putAll(environment);
        return BoundProcess.start(builder, PATIENCE.plusSeconds(5));
    }
}
