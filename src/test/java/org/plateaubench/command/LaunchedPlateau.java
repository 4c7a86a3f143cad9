// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The launcher, started as a user starts it. Output goes to files, so that no full pipe blocks it. */
public final class LaunchedPlateau implements AutoCloseable {
    /** The environment of a test of throughput or speed: the JVM with the options of users. */
    public static final Map<String, String> AS_SHIPPED = Map.of("PLATEAU_JAVA_OPTIONS", "");

    /** A JVM that runs for seconds gains nothing from the C2 compiler, which takes a processor from other tests. */
    public static final String SHORT_LIVED =
            "-XX:TieredStopAtLevel=1 -Dplateau.sut.javaOptions=-XX:TieredStopAtLevel=1";

    /**
     * The lock of tests that drive a server for some time and check the effects, but no verdict: one such test at a
     * time, in parallel with other tests.
     */
    public static final String DRIVEN = "a server that is driven";

    /**
     * The lock of such tests whose load comes from agents of a broker: one of them at a time, in parallel with one that
     * has {@link #DRIVEN}.
     */
    public static final String DRIVEN_BY_RIG = "a server that agents of a broker drive";

    private static final Path HOME = Path.of(System.getProperty("plateau.checkout", ".."))
            .toAbsolutePath()
            .normalize();

    private final Process process;
    private final Path output;
    private final Path errors;

    private LaunchedPlateau(Process process, Path output, Path errors) {
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    public static LaunchedPlateau start(Path folder, Map<String, String> environment, List<String> arguments)
            throws IOException {
        return startOf(launcher(), folder, environment, arguments);
    }

    static LaunchedPlateau startOf(Path launcher, Path folder, Map<String, String> environment, List<String> arguments)
            throws IOException {
        // The children of a build in the background inherit that it ignores SIGINT; those of an interactive shell do
        // not.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT", launcher.toString()));
        command.addAll(arguments);
        return startCommand(folder, environment, command);
    }

    /** Starts any command line that ends in the launcher, such as a shell that limits the size of files first. */
    public static LaunchedPlateau startCommand(Path folder, Map<String, String> environment, List<String> command)
            throws IOException {
        Path output = Files.createTempFile(folder, "output-", ".txt");
        Path errors = Files.createTempFile(folder, "errors-", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile());
        builder.environment().put("PLATEAU_NO_BUILD", "1");
        builder.environment().put("PLATEAU_JAVA_OPTIONS", SHORT_LIVED);
        builder.environment().putAll(environment);
        return new LaunchedPlateau(builder.start(), output, errors);
    }

    public static LaunchedPlateau run(Path folder, String... arguments) throws IOException, InterruptedException {
        LaunchedPlateau launched = start(folder, Map.of(), List.of(arguments));
        launched.awaitExit(Duration.ofMinutes(4));
        return launched;
    }

    static Path launcher() {
        return HOME.resolve("plateau");
    }

    public static Path home() {
        return HOME;
    }

    /** Waits for the end and returns the exit code. */
    public int awaitExit(Duration deadline) throws InterruptedException {
        if (!process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            throw new AssertionError("still running after " + deadline.toSeconds() + " s: " + everything());
        }
        return process.exitValue();
    }

    /** Sends a signal by name, such as {@code INT} or {@code KILL}. */
    public void signal(String name) throws IOException, InterruptedException {
        signal(process.pid(), name);
    }

    public static void signal(long processId, String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(processId))
                .start()
                .waitFor();
        if (code != 0) {
            throw new AssertionError("kill -" + name + " " + processId + " ended with " + code);
        }
    }

    /** Descendant processes, such as a SUT. */
    public List<ProcessHandle> descendants() {
        return process.descendants().toList();
    }

    /** The process itself, which becomes the JVM. */
    public long processId() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public int exitCode() {
        return process.exitValue();
    }

    public String output() {
        return read(output);
    }

    public String errors() {
        return read(errors);
    }

    /** The complete output, for messages of failed tests, and after a crash of the JVM also its crash report. */
    public String everything() {
        Path crash = output.resolveSibling("hs_err_pid" + process.pid() + ".log");
        return "\n--- output\n" + output() + "\n--- errors\n" + errors()
                + (Files.exists(crash) ? "\n--- crash\n" + read(crash) : "");
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
