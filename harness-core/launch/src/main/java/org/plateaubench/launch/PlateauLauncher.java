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

    /**
     * The end of a command.
     *
     * @param exit what its exit code says
     * @param sentences the last lines of its standard error, without the program's name
     */
    public record Ended(RunExit exit, List<String> sentences) {
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
            return new Ended(RunExit.of(code), List.copyOf(sentences));
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
