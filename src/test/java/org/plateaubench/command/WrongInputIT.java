// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Wrong input: exit code 4, the position and the value, the allowed values, and no trace of a run. All but two inputs
 * are given to one JVM, one after the other.
 */
@Order(3)
final class WrongInputIT {
    /** A text of the quickstart, its replacement, and the expected message. */
    record Mistake(String good, String bad, String found, String allowed) {}

    /** The output of a command, and the folder that it was given. */
    private record Answer(Path folder, int exitCode, String errors) {
        void assertRefused() {
            assertThat(exitCode).as(errors).isEqualTo(4);
            assertThat(errors).isNotBlank().doesNotContain("\tat ", "Exception");
            assertThat(RunFolder.all(Quickstart.runs(folder))).isEmpty();
        }
    }

    /** Makes a run file in a folder. */
    @FunctionalInterface
    private interface RunFileWriter {
        Path in(Path folder) throws IOException;
    }

    @TempDir
    private static Path folder = Path.of("");

    private static final Map<String, Answer> ANSWERS = new HashMap<>();

    /**
     * One problem that the reader finds, two that plugins find, and one in the environment. {@code RunFileProblemsTest}
     * has the others.
     */
    static Stream<Mistake> mistakes() {
        return Stream.of(
                new Mistake("phases:", "fases:", "fases", "phases"),
                new Mistake("plugin: dvdstore", "plugin: dvdstroe", "dvdstroe", "dvdstore"),
                new Mistake("mode: embedded", "mode: external", "suts.db", "jdbc:h2:tcp://"),
                new Mistake("storage: memory", "user: somebody", "suts.db.user", "mode external"),
                new Mistake(
                        "mode: embedded",
                        "mode: external\n    url: \"${env:NO_SUCH_NAME}\"",
                        "NO_SUCH_NAME",
                        "environment"));
    }

    /** The commands for one JVM. */
    private static final class Cases {
        private final CommandsInOne commands = new CommandsInOne(folder, Map.of());
        private final List<String> names = new ArrayList<>();
        private final List<Path> folders = new ArrayList<>();

        void run(String name, RunFileWriter writer, String... more) throws IOException {
            Path own = Files.createDirectory(folder.resolve("case-" + names.size()));
            List<String> arguments = new ArrayList<>(List.of(
                    "run",
                    writer.in(own).toString(),
                    "--runs-dir",
                    Quickstart.runs(own).toString()));
            arguments.addAll(List.of(more));
            command(name, own, arguments.toArray(String[]::new));
        }

        void command(String name, Path own, String... arguments) {
            commands.add(arguments);
            names.add(name);
            folders.add(own);
        }

        void answer() throws IOException, InterruptedException {
            List<CommandsInOne.Done> done = commands.run();
            for (int i = 0; i < done.size(); i++) {
                ANSWERS.put(
                        names.get(i),
                        new Answer(
                                folders.get(i),
                                done.get(i).exitCode(),
                                done.get(i).errors()));
            }
        }
    }

    @BeforeAll
    static void runAllInOneJvm() throws IOException, InterruptedException {
        Cases given = new Cases();
        for (Mistake mistake : mistakes().toList()) {
            given.run(mistake.bad(), in -> Quickstart.variant(in, mistake.good(), mistake.bad()));
        }
        String longName = "n".repeat(300);
        given.run("long name", in -> Quickstart.variant(in, "name: quickstart", "name: " + longName));
        given.run("long name set", in -> Quickstart.FILE, "--set", "run.name=" + longName);
        given.run("missing", in -> in.resolve("no-such-file.yaml"));
        given.run("unknown key set", in -> Quickstart.FILE, "--set", "workloads.store.load.uzers=3");
        ofABroker(given);
        given.answer();
    }

    private static void ofABroker(Cases given) throws IOException {
        Path broker = folder.resolve("broker");
        String kept = Files.writeString(folder.resolve("kept"), "of another").toString();
        for (String command : List.of("add-agent", "add-controller")) {
            given.command(
                    "kept " + command, folder, "broker", command, "load1", "--to", kept, "--folder", broker.toString());
        }
    }

    private static Answer answer(String name) {
        return Objects.requireNonNull(ANSWERS.get(name), name);
    }

    /** The message about a refused input. */
    private static String refused(String name) {
        answer(name).assertRefused();
        return answer(name).errors();
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void mistakeIsLocatedWithAllowedValues(Mistake mistake) {
        assertThat(refused(mistake.bad()))
                .containsPattern("variant\\.yaml:\\d+:\\d+")
                .contains(mistake.found(), mistake.allowed());
    }

    @Test
    void allProblemsAreReportedTogether() throws IOException, InterruptedException {
        Path own = Files.createDirectory(folder.resolve("two"));
        Path file = Quickstart.variant(own, "users: 12", "users: many");
        Files.writeString(file, Files.readString(file).replace("steady: 60s", "steady: soon"));

        LaunchedPlateau launched = LaunchedPlateau.run(
                own, "run", file.toString(), "--runs-dir", Quickstart.runs(own).toString());

        new Answer(own, launched.exitCode(), launched.errors()).assertRefused();
        assertThat(launched.errors()).contains("many", "soon");
    }

    @Test
    void tooLongRunNameIsRunFileProblem() {
        assertThat(refused("long name"))
                .containsPattern("variant\\.yaml:\\d+:\\d+: run\\.name: must have at most 100 characters and has 300");
        assertThat(refused("long name set")).contains("--set run.name", "must have at most 100 characters and has 300");
    }

    @Test
    void missingFileIsNamed() {
        assertThat(refused("missing")).contains("no-such-file.yaml");
    }

    @Test
    void wrongCommandLineSettingIsNamed() {
        assertThat(refused("unknown key set")).contains("--set", "uzers");
    }

    /** An uncaught error ends a JVM with code 1, which would otherwise mean that the run failed its limits. */
    @Test
    void outOfMemoryIsReportedWithoutVerdict() throws IOException, InterruptedException {
        Path file = LaunchedPlateau.home().resolve("configs/runs/quickstart.yaml");
        LaunchedPlateau launched = LaunchedPlateau.start(
                folder,
                Map.of("PLATEAU_JAVA_OPTIONS", "-Xmx7m -XX:TieredStopAtLevel=1"),
                List.of("validate", file.toString()));
        assertThat(launched.awaitExit(Duration.ofMinutes(2)))
                .as(launched.everything())
                .isEqualTo(3);
        assertThat(launched.errors())
                .startsWith("plateau: ")
                .contains("the memory of this process is used up", "-Xmx2g")
                .hasLineCount(1);
    }

    @Test
    void brokerCredentialsOverwriteNoFile() {
        Path kept = folder.resolve("kept");
        for (String command : List.of("add-agent", "add-controller")) {
            Answer refused = answer("kept " + command);
            assertThat(refused.exitCode()).as(refused.errors()).isEqualTo(4);
            assertThat(refused.errors()).contains(kept + " exists; name another file with --to, or remove it.");
        }
        assertThat(kept).hasContent("of another");
        assertThat(folder.resolve("broker")).doesNotExist();
    }
}
