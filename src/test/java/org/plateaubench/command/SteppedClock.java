// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;

/**
 * A library that steps the clocks of a process forward or back once, as happens on a host that was migrated or whose
 * clock was set.
 */
record SteppedClock(Path library, Path trigger) {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Path COMPILER = Path.of("/usr/bin/cc");
    private static final Path SOURCE = LaunchedPlateau.home().resolve("src/test/native/stepped-clock.c");

    /** Skips the test on a host without a C compiler. */
    static SteppedClock compile(Path folder) throws IOException, InterruptedException {
        assumeThat(COMPILER).as("this host has a C compiler").isExecutable();
        Path library = folder.resolve("clock.so").toAbsolutePath();
        Path log = folder.resolve("cc.txt");
        int code = new ProcessBuilder(
                        COMPILER.toString(),
                        "-shared",
                        "-fPIC",
                        "-O1",
                        "-o",
                        library.toString(),
                        SOURCE.toString(),
                        "-ldl")
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException(Files.readString(log));
        }
        return new SteppedClock(library, folder.resolve("step").toAbsolutePath());
    }

    /** What a process is started with. */
    Map<String, String> environment() {
        return Map.of("LD_PRELOAD", library.toString(), "STEPPED_CLOCK", trigger.toString());
    }

    /** Steps both clocks now, by milliseconds, and returns once they have. */
    void step(long monotonicMillis, long wallMillis) throws IOException {
        Path whole = Files.writeString(trigger.resolveSibling("step.new"), monotonicMillis + " " + wallMillis + "\n");
        Files.move(whole, trigger, StandardCopyOption.ATOMIC_MOVE);
        Await.until(PATIENCE, () -> "no clock was stepped", () -> !Files.exists(trigger));
    }
}
