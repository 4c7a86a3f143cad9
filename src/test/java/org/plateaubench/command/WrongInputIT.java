// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
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
 * Wrong input: exit code 4, the position and the value, the allowed values, and no run folder. All but two inputs
 * are given to one JVM, one after the other.
 */
@Order(3)
final class WrongInputIT {
    /** A text of the quickstart, its replacement, and the expected message. */
    record Mistake(String good, String bad, String found, String allowed) {}

    @TempDir
    private static Path folder = Path.of("");

    private static final Map<String, CommandBatch.Result> RESULTS = new HashMap<>();

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

    @BeforeAll
    static void runAllInOneJvm() throws IOException, InterruptedException {
        Map<String, List<String>> cases = new LinkedHashMap<>();
        for (Mistake mistake : mistakes().toList()) {
            cases.put(mistake.bad(), run(variant(mistake.good(), mistake.bad())));
        }
        String longName = "n".repeat(300);
        cases.put("long name", run(variant("name: quickstart", "name: " + longName)));
        cases.put("long name set", run(Quickstart.FILE, "--set", "run.name=" + longName));
        cases.put("missing", run(folder.resolve("no-such-file.yaml")));
        cases.put("unknown key set", run(Quickstart.FILE, "--set", "workloads.store.load.uzers=3"));
        String broker = folder.resolve("broker").toString();
        String kept = Files.writeString(folder.resolve("kept"), "of another").toString();
        for (String command : List.of("add-agent", "add-controller")) {
            cases.put("kept " + command, List.of("broker", command, "load1", "--to", kept, "--folder", broker));
        }
        CommandBatch commands = new CommandBatch(folder, Map.of());
        cases.values().forEach(each -> commands.add(each.toArray(String[]::new)));
        Iterator<CommandBatch.Result> done = commands.run().iterator();
        cases.keySet().forEach(name -> RESULTS.put(name, done.next()));
    }

    private static Path variant(String good, String bad) throws IOException {
        return Quickstart.variant(Files.createTempDirectory(folder, "case"), good, bad);
    }

    private static List<String> run(Path file, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "run", file.toString(), "--runs-dir", Quickstart.runs(folder).toString()));
        arguments.addAll(List.of(more));
        return arguments;
    }

    /** The message about a refused input. */
    private static String refused(String name) {
        CommandBatch.Result done = Objects.requireNonNull(RESULTS.get(name), name);
        assertRefused(done.exitCode(), done.errors());
        return done.errors();
    }

    private static void assertRefused(int exitCode, String errors) {
        assertThat(exitCode).as(errors).isEqualTo(4);
        assertThat(errors).isNotBlank().doesNotContain("\tat ", "Exception");
        assertThat(RunFolder.all(Quickstart.runs(folder))).isEmpty();
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
        Path file = variant("users: 12", "users: many");
        Files.writeString(file, Files.readString(file).replace("steady: 60s", "steady: soon"));
        LaunchedPlateau launched = LaunchedPlateau.run(folder, run(file).toArray(String[]::new));
        assertRefused(launched.exitCode(), launched.errors());
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
            assertThat(refused("kept " + command))
                    .contains(kept + " exists; name another file with --to, or remove it.");
        }
        assertThat(kept).hasContent("of another");
        assertThat(folder.resolve("broker")).doesNotExist();
    }
}
