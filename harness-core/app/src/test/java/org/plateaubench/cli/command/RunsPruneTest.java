// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.cli.PlateauCommand;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;

/** Which runs {@code runs prune} deletes. */
final class RunsPruneTest {
    private static final String FIRST = "20250110T100000Z-store-00000a";
    private static final String SECOND = "20250111T100000Z-store-00000b";
    private static final String OTHER = "20250112T100000Z-mail-00000c";

    @TempDir
    private Path runs = Path.of("");

    private String output = "";

    /** A run without an end that was last active some days ago. */
    private RunFolder run(String id, int days) throws IOException {
        Path plan = Files.write(Files.createDirectory(runs.resolve(id)).resolve("plan.json"), new byte[1_500_000]);
        Files.setLastModifiedTime(plan, FileTime.from(Instant.now().minus(Duration.ofDays(days))));
        return RunFolder.of(runs.resolve(id));
    }

    private int prune(String... options) {
        List<String> arguments = new ArrayList<>(List.of("runs", "prune", "--runs-dir", runs.toString()));
        arguments.addAll(Arrays.asList(options));
        PrintStream terminal = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            return PlateauCommand.execute(arguments.toArray(String[]::new));
        } finally {
            System.setOut(terminal);
            output = printed.toString(StandardCharsets.UTF_8);
        }
    }

    private List<String> left() {
        try (Stream<Path> entries = Files.list(runs)) {
            return entries.map(run -> run.getFileName().toString())
                    .filter(name -> !name.equals(".deleted"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void oldRunsAreDeletedAndPrintedWithTheirSize() throws IOException {
        run(FIRST, 91);
        run(SECOND, 89);
        Files.createDirectories(runs.resolve(".deleted/left-by-a-killed-process/store"));
        assertThat(prune("--older", "90d", "--dry-run")).isZero();
        assertThat(output).contains(FIRST, "1.5 MB", "1 of 2 runs in " + runs + " would be deleted, 1.5 MB.");
        assertThat(left()).containsExactly(FIRST, SECOND);
        assertThat(prune("--older", "90d")).isZero();
        assertThat(output).contains(FIRST, "1 of 2 runs in " + runs + " deleted, 1.5 MB.");
        assertThat(left()).containsExactly(SECOND);
        assertThat(runs.resolve(".deleted")).isEmptyDirectory();
    }

    @Test
    void newestRunsOfEachNameAreKept() throws IOException {
        run(FIRST, 300);
        run(SECOND, 200);
        run(OTHER, 400);
        assertThat(prune("--older", "24h", "--keep", "1")).isZero();
        assertThat(left()).containsExactly(SECOND, OTHER);
    }

    @Test
    void ageCountsFromTheEndOfTheRun() throws IOException {
        RunFolder run = run(FIRST, 0);
        Files.writeString(run.path().resolve("events.ndjson"), """
                {"at":"2025-01-10T11:00:00Z","type":"run-ended","scope":"run","message":"End","details":{"status":"completed"}}
                """);
        assertThat(prune("--older", "90d")).isZero();
        assertThat(left()).isEmpty();
    }

    @Test
    void protectedRunsAndOtherFoldersAreKept() throws IOException {
        RunAnnotation.NONE.withPinned(true).write(run(FIRST, 91));
        RunAnnotation.NONE.withTags(List.of("baseline")).write(run(SECOND, 91));
        run("renamed", 91);
        Files.setLastModifiedTime(
                Files.createFile(Files.createDirectory(runs.resolve("20250113T100000Z-none-00000d"))
                        .resolve("file")),
                FileTime.from(Instant.EPOCH));
        String running = RunFolder.create(runs, "live", Instant.EPOCH).runId();
        Files.setLastModifiedTime(runs.resolve(running).resolve("owner.json"), FileTime.from(Instant.EPOCH));
        Path elsewhere = Files.move(run(OTHER, 91).path(), runs.resolve("elsewhere"));
        Files.createSymbolicLink(runs.resolve(OTHER), elsewhere);
        List<String> before = left();
        assertThat(prune("--older", "90d")).isZero();
        assertThat(left()).isEqualTo(before);
    }

    @Test
    void runWithUnreadableNotesIsKeptAndReported() throws IOException {
        Files.writeString(run(FIRST, 91).path().resolve("annotation.json"), "{");
        run(SECOND, 91);
        assertThat(prune("--older", "90d")).isEqualTo(3);
        assertThat(left()).containsExactly(FIRST);
    }

    /** They would be taken for options of the list, and runs of another folder deleted. */
    @Test
    void optionsBeforePruneAreRefused() throws IOException {
        run(FIRST, 91);
        String folder = runs.toString();
        assertThat(PlateauCommand.execute("runs", "--json", "prune", "--runs-dir", folder, "--older", "90d"))
                .isEqualTo(4);
        assertThat(left()).containsExactly(FIRST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "--older 90", "--older 0d", "--older -1d", "--older 90d --keep -1", "--older 90d --keep x"})
    void wrongValuesAreRefused(String options) throws IOException {
        run(FIRST, 91);
        assertThat(prune(options.isEmpty() ? new String[0] : options.split(" ")))
                .isEqualTo(4);
        assertThat(left()).containsExactly(FIRST);
    }
}
