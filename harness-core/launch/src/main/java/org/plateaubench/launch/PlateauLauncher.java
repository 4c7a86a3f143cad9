// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.launch;

import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Calls commands of an installation's launcher, each in a process of its own that ends with this JVM. Immutable; any
 * thread.
 *
 * @param installation the installation
 * @param folder folder in which commands run
 * @param pluginFolders folders with one folder per plugin, added to those of the environment
 */
public record PlateauLauncher(PlateauInstallation installation, Path folder, List<Path> pluginFolders) {
    /** Option that ties a command to its standard input, see {@link BoundProcess}. */
    public static final String UNTIL_INPUT_ENDS = "--until-input-ends";

    /** A run stores and reports what it has measured before it ends. */
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private static final String PLUGINS = "PLATEAU_PLUGINS";
    private static final String PREFIX = "plateau: ";
    private static final int MOST_SENTENCES = 50;

    /** What the exit code of a command of the launcher says. */
    public enum Exit {
        /** The run passed, or the command did what it was called for. */
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

        /** What an exit code says; one that the launcher does not have, such as that of a killed process, is a failure. */
        public static Exit of(int code) {
            for (Exit exit : values()) {
                if (exit.code == code) {
                    return exit;
                }
            }
            return CANNOT;
        }
    }

    /**
     * The end of a command.
     *
     * @param exit what its exit code says
     * @param sentences the last lines of its standard error, without the program's name
     */
    public record Ended(Exit exit, List<String> sentences) {
        /** The sentences as one text, a line each. */
        public String message() {
            return sentences.isEmpty() ? "It gave no reason." : String.join(System.lineSeparator(), sentences);
        }
    }

    /**
     * Runs a command to its end. Ends it when the caller is interrupted.
     *
     * @param arguments the command with its arguments
     * @param output is given each line of standard output, in the caller's thread
     * @param errors is given each line of standard error, likewise
     */
    public Ended run(List<String> arguments, Consumer<String> output, Consumer<String> errors)
            throws LaunchFailure, InterruptedException {
        Deque<String> sentences = new ArrayDeque<>();
        try (BoundProcess process = start(arguments)) {
            int code = process.await(output, line -> {
                errors.accept(line);
                sentences.add(line.startsWith(PREFIX) ? line.substring(PREFIX.length()) : line);
                if (sentences.size() > MOST_SENTENCES) {
                    sentences.remove();
                }
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
        return BoundProcess.start(builder, PATIENCE);
    }
}
