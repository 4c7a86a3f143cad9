// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Calls commands of an installation's launcher, each in a separate process that ends with this JVM. Immutable; any
 * thread.
 *
 * @param installation the installation
 * @param folder folder in which commands run
 * @param pluginFolders folders with one folder per plugin, added to those of the environment
 */
public record PlateauLauncher(PlateauInstallation installation, Path folder, List<Path> pluginFolders) {
    /** Option that ties a command to its standard input, see {@link BoundProcess}. */
    public static final String UNTIL_INPUT_ENDS = "--until-input-ends";

    /** Time limit for the end of a command: a run stores and reports its measurements before it ends. */
    private static final Duration END_TIMEOUT = Duration.ofSeconds(45);

    private static final String PLUGINS = "PLATEAU_PLUGINS";
    private static final String PREFIX = "plateau: ";

    /** The meaning of an exit code of the launcher. */
    public enum Exit {
        /** The run passed, or the command succeeded. */
        PASS(0),
        /** The system under test missed a limit, or is worse than its baseline. */
        FAIL(1),
        /** The measurement cannot be trusted, or runs cannot be compared. */
        INVALID(2),
        /** The harness or a SUT could not carry out the request. */
        CANNOT(3),
        /** Wrong run file or usage; nothing was done. */
        WRONG(4),
        /** A user or a signal ended it. */
        INTERRUPTED(130);

        private final int code;

        Exit(int code) {
            this.code = code;
        }

        /** Whether there is a verdict. */
        public boolean isJudged() {
            return this == PASS || this == FAIL || this == INVALID;
        }

        /** The meaning of an exit code. Any other code, such as that of a killed process, is a failure. */
        public static Exit of(int code) {
            return Stream.of(values())
                    .filter(exit -> exit.code == code)
                    .findFirst()
                    .orElse(CANNOT);
        }
    }

    /**
     * The end of a command.
     *
     * @param exit the meaning of its exit code
     * @param sentences the lines of its standard error, without the program's name
     */
    public record Ended(Exit exit, List<String> sentences) {
        /** The sentences as one text, a line each. */
        public String message() {
            return sentences.isEmpty() ? "It printed no reason." : String.join(System.lineSeparator(), sentences);
        }
    }

    /**
     * A run that was carried out, possibly not to its end.
     *
     * @param ended how its process ended
     * @param folder run directory; empty if the run did not create one
     */
    public record Run(Ended ended, Optional<Path> folder) {
        /**
         * The result, which exists if the verdict is known.
         *
         * @throws LaunchFailure when there is none, with the reasons of the run
         */
        public RunResult result() throws LaunchFailure {
            if (folder.isEmpty() || !Files.exists(folder.get().resolve(RunResult.FILE))) {
                throw new LaunchFailure("The run has no result. " + ended.message());
            }
            return RunResult.read(folder.get());
        }
    }

    /**
     * Carries out a run.
     *
     * @param runFile the run file
     * @param settings values that replace those of the run file, each {@code PATH=VALUE}
     * @param runs folder of runs, which is created if it is missing; no other run may begin in it meanwhile
     * @param output receives each line of progress and summary, in the caller's thread
     * @param errors receives each line of standard error, in the caller's thread
     */
    public Run carryOut(
            Path runFile, List<String> settings, Path runs, Consumer<String> output, Consumer<String> errors)
            throws LaunchFailure, InterruptedException {
        List<String> arguments =
                new ArrayList<>(List.of("run", runFile.toString(), "--runs-dir", runs.toString(), UNTIL_INPUT_ENDS));
        settings.forEach(setting -> arguments.addAll(List.of("--set", setting)));
        try {
            Files.createDirectories(runs);
            List<Path> before = folders(runs);
            Ended ended = run(arguments, output, errors);
            Optional<Path> folder = folders(runs).stream()
                    .filter(each -> !before.contains(each))
                    .findFirst();
            return new Run(ended, folder);
        } catch (IOException e) {
            throw new LaunchFailure("The folder of runs " + runs + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static List<Path> folders(Path runs) throws IOException {
        try (Stream<Path> entries = Files.list(runs)) {
            return entries.filter(entry -> Files.exists(entry.resolve("plan.json")))
                    .toList();
        }
    }

    /**
     * Runs a command to its end, and ends it if the caller is interrupted.
     *
     * @param arguments the command with its arguments
     * @param output receives each line of standard output, in the caller's thread
     * @param errors receives each line of standard error, in the caller's thread
     */
    public Ended run(List<String> arguments, Consumer<String> output, Consumer<String> errors)
            throws LaunchFailure, InterruptedException {
        List<String> sentences = new ArrayList<>();
        try (BoundProcess process = start(arguments)) {
            int code = process.await(output, line -> {
                errors.accept(line);
                sentences.add(line.startsWith(PREFIX) ? line.substring(PREFIX.length()) : line);
            });
            return new Ended(Exit.of(code), List.copyOf(sentences));
        }
    }

    /** Starts a command. */
    public BoundProcess start(List<String> arguments) throws LaunchFailure {
        List<String> command = new ArrayList<>(List.of(installation.launcher().toString()));
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        if (!pluginFolders.isEmpty()) {
            String own = pluginFolders.stream()
                    .map(each -> each.toAbsolutePath().toString())
                    .collect(Collectors.joining(File.pathSeparator));
            builder.environment()
                    .merge(
                            PLUGINS,
                            own,
                            (before, more) -> before.isBlank() ? more : before + File.pathSeparator + more);
        }
        return BoundProcess.start(builder, END_TIMEOUT);
    }
}
