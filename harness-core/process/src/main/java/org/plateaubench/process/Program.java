// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A program that does one task and ends, such as one that unpacks or initialises.
 *
 * @param log file for its output, overwritten
 * @param inheritsEnvironment whether the program inherits the harness's complete environment, and not only the part
 *     that programs of a SUT inherit
 */
public record Program(List<String> command, Path folder, Path log, boolean inheritsEnvironment) {
    private static final List<String> SYSTEM_FOLDERS = List.of("/usr/local/sbin", "/usr/sbin", "/usr/bin");
    private static final int QUOTED_LINES = 5;
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

    public Program(List<String> command, Path folder, Path log) {
        this(command, folder, log, false);
    }

    private static Stream<String> searchPath() {
        return Stream.of(String.valueOf(System.getenv("PATH")).split(":", -1)).filter(place -> !place.isEmpty());
    }

    public static Optional<Path> find(String name, List<String> places) {
        return Stream.of(places.stream(), searchPath(), SYSTEM_FOLDERS.stream())
                .flatMap(folders -> folders)
                .map(place -> Path.of(place, name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /** Runs the program to its end; whether it ended in time with exit code 0. At the limit it is killed. */
    public boolean run(Duration limit) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(log.toFile())
                .redirectErrorStream(true);
        if (!inheritsEnvironment) {
            ChildEnvironment.reduce(builder.environment());
        }
        Process process = builder.start();
        try {
            return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS) && process.exitValue() == 0;
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            // The caller may remove its folder next, so it must have ended.
            process.onExit()
                    .completeOnTimeout(process, KILL_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                    .join();
        }
    }

    /** Returns the first lines of the output, for a message. */
    public String outputExcerpt() throws IOException {
        if (!Files.exists(log)) {
            return command.getFirst() + " is missing";
        }
        String excerpt = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .limit(QUOTED_LINES)
                .collect(Collectors.joining(" | "));
        return excerpt.isEmpty() ? command.getFirst() + " printed nothing" : excerpt;
    }
}
