// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.plateaubench.cli.PlateauCommand;

/**
 * Executes commands of the installation one after the other in one separate JVM, which costs a tenth of separate
 * starts. It is for tests of the output of commands; their start by the launcher and the end of their process are
 * tested with {@link LaunchedPlateau}.
 */
final class CommandBatch {
    private static final Path INSTALLATION = LaunchedPlateau.home().resolve("distribution/target/plateau");
    private static final String SEPARATOR = "\t";
    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    private final Path folder;
    private final Map<String, String> environment;
    private final List<List<String>> commands = new ArrayList<>();

    /** The output of the commands is written to files in the folder. */
    CommandBatch(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /** The result of a command. */
    record Result(int exitCode, String output, String errors) {
        String everything() {
            return output + errors;
        }
    }

    /** Adds a command and returns its index in the list of results. */
    int add(String... arguments) {
        commands.add(List.of(arguments));
        return commands.size() - 1;
    }

    /** Executes the commands and returns the result of each by its arguments. */
    Map<List<String>, Result> resultsByArguments() throws IOException, InterruptedException {
        List<Result> results = run();
        Map<List<String>, Result> byArguments = new HashMap<>();
        for (int i = 0; i < results.size(); i++) {
            byArguments.put(commands.get(i), results.get(i));
        }
        return byArguments;
    }

    List<Result> run() throws IOException, InterruptedException {
        Path list = Files.write(
                folder.resolve("commands.txt"),
                commands.stream().map(each -> String.join(SEPARATOR, each)).toList());
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // As set by the launcher.
                "-XX:AOTCache=" + INSTALLATION.resolve("classes.aot"),
                "-Xlog:aot*=off",
                "-Xlog:cds*=off",
                "--enable-native-access=ALL-UNNAMED",
                "-Dplateau.home=" + INSTALLATION,
                "-cp",
                INSTALLATION.resolve("lib") + "/*" + File.pathSeparator + Forked.codeLocation(CommandBatch.class),
                SharedJvm.class.getName(),
                list.toString());
        try (LaunchedPlateau launched = LaunchedPlateau.startCommand(folder, environment, command)) {
            launched.awaitExit(TIMEOUT);
            assertThat(launched.exitCode()).as(launched.everything()).isZero();
            List<Result> results = new ArrayList<>();
            for (int i = 0; i < commands.size(); i++) {
                results.add(new Result(
                        Integer.parseInt(Files.readString(SharedJvm.file(list, i, "code"))),
                        Files.readString(SharedJvm.file(list, i, "out")),
                        Files.readString(SharedJvm.file(list, i, "err"))));
            }
            return results;
        }
    }

    /** Main class of the JVM that executes the commands. */
    static final class SharedJvm {
        private SharedJvm() {}

        public static void main(String[] arguments) throws IOException {
            Path list = Path.of(arguments[0]);
            List<String> commands = Files.readAllLines(list);
            for (int i = 0; i < commands.size(); i++) {
                try (PrintStream out = stream(file(list, i, "out"));
                        PrintStream err = stream(file(list, i, "err"))) {
                    System.setOut(out);
                    System.setErr(err);
                    int code = PlateauCommand.execute(commands.get(i).split(SEPARATOR, -1));
                    Files.writeString(file(list, i, "code"), Integer.toString(code));
                }
            }
            System.exit(0);
        }

        static Path file(Path list, int number, String suffix) {
            return list.resolveSibling("command-" + number + "." + suffix);
        }

        private static PrintStream stream(Path file) throws IOException {
            return new PrintStream(new FileOutputStream(file.toFile()), true, StandardCharsets.UTF_8);
        }
    }
}
