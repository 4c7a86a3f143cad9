// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong input costs nothing: exit code 4, where and what it was, what is allowed, and no trace of a run. */
@Execution(ExecutionMode.CONCURRENT)
final class WrongInputIT {
    private static final long SEED = 7;
    private static final int BINARY_BYTES = 4096;

    @TempDir
    private Path folder = Path.of("");

    static Stream<Arguments> mistakes() {
        return Stream.of(
                Arguments.of("phases:", "fases:", "fases", "phases"),
                Arguments.of("users: 12", "users: many", "many", "number"),
                Arguments.of("steady: 60s", "steady: 60 parsecs", "60 parsecs", "30s"),
                Arguments.of("purchase: [", "purchase: [\"p95 << 3\", ", "p95 << 3", "p95 < 500ms"),
                Arguments.of("plugin: dvdstore", "plugin: dvdstroe", "dvdstroe", "dvdstore"),
                Arguments.of("purchase: [", "purchaze: [", "purchaze", "purchase"),
                Arguments.of("service: h2", "service: h3", "h3", "h2"),
                Arguments.of("    sut: db\n", "", "workloads.store", "sut"),
                Arguments.of("mode: embedded", "mode: external", "suts.db", "jdbc:h2:tcp://"),
                Arguments.of("storage: memory", "user: somebody", "suts.db.user", "mode external"),
                Arguments.of(
                        "mode: embedded",
                        "mode: external\n    url: \"${env:NO_SUCH_NAME}\"",
                        "NO_SUCH_NAME",
                        "environment"));
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void saysWhereWhatAndWhatIsAllowed(String good, String bad, String found, String allowed)
            throws IOException, InterruptedException {
        Path file = Quickstart.variant(folder, good, bad);

        LaunchedPlateau launched = runOf(file);

        assertRefused(launched);
        assertThat(launched.errors())
                .containsPattern("variant\\.yaml:\\d+:\\d+")
                .contains(found, allowed);
    }

    @Test
    void allProblemsComeAtOnce() throws IOException, InterruptedException {
        Path file = Quickstart.variant(folder, "users: 12", "users: many");
        Files.writeString(file, Files.readString(file).replace("steady: 60s", "steady: soon"));

        LaunchedPlateau launched = runOf(file);

        assertRefused(launched);
        assertThat(launched.errors()).contains("many", "soon");
    }

    @Test
    void aNameThatIsTooLongForAFileIsAProblemOfTheRunFile() throws IOException, InterruptedException {
        String name = "n".repeat(300);
        LaunchedPlateau launched = runOf(Quickstart.variant(folder, "name: quickstart", "name: " + name));
        assertRefused(launched);
        assertThat(launched.errors())
                .containsPattern("variant\\.yaml:\\d+:\\d+: run\\.name: must have at most 100 characters and has 300");

        LaunchedPlateau set = LaunchedPlateau.run(
                folder,
                "run",
                Quickstart.FILE.toString(),
                "--runs-dir",
                Quickstart.runs(folder).toString(),
                "--set",
                "run.name=" + name);
        assertRefused(set);
        assertThat(set.errors()).contains("--set run.name", "must have at most 100 characters and has 300");
    }

    @Test
    void ofABadListTheFirstElementsAreToldAndTheOthersCounted() throws IOException, InterruptedException {
        String limits = String.join(", ", Collections.nCopies(10_000, "\"p95 << 3\""));
        LaunchedPlateau launched = runOf(Quickstart.variant(folder, "purchase: [", "purchase: [" + limits + ", "));
        assertRefused(launched);
        assertThat(launched.errors()).hasSizeLessThan(5_000).contains("and 9990 more elements are wrong");
    }

    @Test
    void credentialsOfTheBrokerReplaceNoFile() throws IOException, InterruptedException {
        Path kept = Files.writeString(folder.resolve("kept"), "of somebody");
        Path broker = folder.resolve("broker");
        for (String command : List.of("add-agent", "add-controller")) {
            LaunchedPlateau launched = LaunchedPlateau.run(
                    folder, "broker", command, "load1", "--to", kept.toString(), "--folder", broker.toString());
            assertThat(launched.exitCode()).as(launched.everything()).isEqualTo(4);
            assertThat(launched.errors()).contains(kept + " exists; name another file with --to, or remove it.");
        }
        assertThat(kept).hasContent("of somebody");
        assertThat(broker).doesNotExist();
    }

    @Test
    void aMissingFileIsNamed() throws IOException, InterruptedException {
        LaunchedPlateau launched = runOf(folder.resolve("no-such-file.yaml"));

        assertRefused(launched);
        assertThat(launched.errors()).contains("no-such-file.yaml");
    }

    @Test
    void aFolderIsNoRunFile() throws IOException, InterruptedException {
        assertRefused(runOf(Files.createDirectory(folder.resolve("folder"))));
    }

    @Test
    void anEmptyFileIsNoRunFile() throws IOException, InterruptedException {
        assertRefused(runOf(Files.writeString(folder.resolve("empty.yaml"), "")));
    }

    @Test
    void aBinaryFileIsNoRunFile() throws IOException, InterruptedException {
        byte[] bytes = new byte[BINARY_BYTES];
        new Random(SEED).nextBytes(bytes);

        assertRefused(runOf(Files.write(folder.resolve("binary.yaml"), bytes)));
    }

    @Test
    void anAliasBombIsRefused() throws IOException, InterruptedException {
        StringBuilder bomb = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
        for (int i = 1; i < 12; i++) {
            String below = "*a" + (i - 1);
            bomb.append("a%d: &a%d [%s]\n".formatted(i, i, String.join(",", Collections.nCopies(10, below))));
        }
        assertRefused(runOf(Files.writeString(folder.resolve("bomb.yaml"), bomb, StandardCharsets.UTF_8)));
    }

    @Test
    void aWrongSettingOfTheCommandLineIsNamed() throws IOException, InterruptedException {
        LaunchedPlateau launched = LaunchedPlateau.run(
                folder,
                "run",
                Quickstart.FILE.toString(),
                "--runs-dir",
                Quickstart.runs(folder).toString(),
                "--set",
                "workloads.store.load.uzers=3");

        assertRefused(launched);
        assertThat(launched.errors()).contains("--set", "uzers");
    }

    @Test
    void anUnknownCommandAndOptionAreUsageErrors() throws IOException, InterruptedException {
        assertThat(LaunchedPlateau.run(folder, "rum").exitCode()).isEqualTo(4);
        assertThat(LaunchedPlateau.run(folder, "run", "--fast").exitCode()).isEqualTo(4);
        assertThat(LaunchedPlateau.run(folder, "judge", "no-such-run").exitCode())
                .isEqualTo(4);
    }

    private LaunchedPlateau runOf(Path file) throws IOException, InterruptedException {
        return LaunchedPlateau.run(
                folder,
                "run",
                file.toString(),
                "--runs-dir",
                Quickstart.runs(folder).toString());
    }

    private void assertRefused(LaunchedPlateau launched) {
        assertThat(launched.exitCode()).as(launched.everything()).isEqualTo(4);
        assertThat(launched.errors()).isNotBlank().doesNotContain("\tat ", "Exception");
        assertThat(RunFolder.all(Quickstart.runs(folder))).isEmpty();
    }
}
