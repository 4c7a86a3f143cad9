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
 * starts. It is for tests of the answers of commands; their start by the launcher and the end of their process are
 * tested with {@link LaunchedPlateau}.
 */
final class CommandsInOne {
    private static final Path INSTALLATION = LaunchedPlateau.home().resolve("distribution/target/plateau");
    private static final String SEPARATOR = "\t";
    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    private final Path folder;
    private final Map<String, String> environment;
    private final List<List<String>> commands = new ArrayList<>();

    /** The files with what they print are written below the folder. */
    CommandsInOne(Path folder, Map<String, String> environment) {
        this.folder = folder;
        this.environment = environment;
    }

    /** The result of a command. */
    record Done(int exitCode, String output, String errors) {
        String everything() {
            return output + errors;
        }
    }

    /** Adds a command and returns its index in the list of results. */
    int add(String... arguments) {
        commands.add(List.of(arguments));
        return commands.size() - 1;
    }

    /** Executes the commands, and returns what each ended with by its arguments. */
    Map<List<String>, Done> answers() throws IOException, InterruptedException {
        List<Done> done = run();
        Map<List<String>, Done> answers = new HashMap<>();
        for (int i = 0; i < done.size(); i++) {
            answers.put(commands.get(i), done.get(i));
        }
        return answers;
    }

    List<Done> run() throws IOException, InterruptedException {
        Path list = Files.write(
                folder.resolve("commands.txt"),
                commands.stream().map(each -> String.join(SEPARATOR, each)).toList());
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                // As the launcher does.
                "-XX:AOTCache=" + INSTALLATION.resolve("classes.aot"),
                "-Xlog:aot*=off",
                "-Xlog:cds*=off",
                "--enable-native-access=ALL-UNNAMED",
                "-Dplateau.home=" + INSTALLATION,
                "-cp",
                INSTALLATION.resolve("lib") + "/*" + File.pathSeparator + Forked.place(CommandsInOne.class),
                InOne.class.getName(),
                list.toString());
        try (LaunchedPlateau launched = LaunchedPlateau.startCommand(folder, environment, command)) {
            launched.awaitExit(TIMEOUT);
            assertThat(launched.exitCode()).as(launched.everything()).isZero();
            List<Done> done = new ArrayList<>();
            for (int i = 0; i < commands.size(); i++) {
                done.add(new Done(
                        Integer.parseInt(Files.readString(InOne.file(list, i, "code"))),
                        Files.readString(InOne.file(list, i, "out")),
                        Files.readString(InOne.file(list, i, "err"))));
            }
            return done;
        }
    }

    /** The JVM that they share. */
    static final class InOne {
        private InOne() {}

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

        static Path file(Path list, int number, String what) {
            return list.resolveSibling("command-" + number + "." + what);
        }

        private static PrintStream stream(Path file) throws IOException {
            return new PrintStream(new FileOutputStream(file.toFile()), true, StandardCharsets.UTF_8);
        }
    }
}
