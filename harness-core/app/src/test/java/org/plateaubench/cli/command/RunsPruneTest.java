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
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.cli.PlateauCommand;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;

final class RunsPruneTest {
    private static final String FIRST = id(91, "store-00000a");
    private static final String SECOND = id(89, "store-00000b");
    private static final String OTHER = id(92, "mail-00000c");

    @TempDir
    private Path runs = Path.of("");

    private String output = "";

    /** The id of a run that began some days ago. */
    private static String id(int days, String suffix) {
        return DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT)
                        .withZone(ZoneOffset.UTC)
                        .format(Instant.now().minus(Duration.ofDays(days)))
                + "-" + suffix;
    }

    /** A run without an end. */
    private RunFolder run(String id) throws IOException {
        Files.createFile(Files.createDirectory(runs.resolve(id)).resolve("plan.json"));
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
    void oldRunsAreDeletedAndPrinted() throws IOException {
        run(FIRST);
        run(SECOND);
        Files.createDirectories(runs.resolve(".deleted/left-by-a-killed-process/store"));
        assertThat(prune("--older", "90d", "--dry-run")).isZero();
        assertThat(output).contains(FIRST, "1 of 2 runs in " + runs + " would be deleted.");
        assertThat(left()).containsExactly(FIRST, SECOND);
        assertThat(prune("--older", "90d")).isZero();
        assertThat(output).contains(FIRST, "1 of 2 runs in " + runs + " deleted.");
        assertThat(left()).containsExactly(SECOND);
        assertThat(runs.resolve(".deleted")).isEmptyDirectory();
    }

    @Test
    void newestRunsOfEachNameAreKept() throws IOException {
        run(FIRST);
        run(SECOND);
        run(OTHER);
        assertThat(prune("--older", "24h", "--keep", "1")).isZero();
        assertThat(left()).containsExactly(OTHER, SECOND);
    }

    @Test
    void ageCountsFromTheEndOfTheRun() throws IOException {
        RunFolder run = run(id(1, "store-00000e"));
        Files.writeString(run.path().resolve("events.ndjson"), """
                {"at":"2025-01-10T11:00:00Z","type":"run-ended","scope":"run","message":"End","details":{"status":"completed"}}
                """);
        assertThat(prune("--older", "90d")).isZero();
        assertThat(left()).isEmpty();
    }

    @Test
    void protectedRunsAndOtherFoldersAreKept() throws IOException {
        RunAnnotation.NONE.withPinned(true).write(run(FIRST));
        RunAnnotation.NONE.withTags(List.of("baseline")).write(run(SECOND));
        run("renamed");
        Files.createFile(
                Files.createDirectory(runs.resolve(id(93, "none-00000d"))).resolve("file"));
        RunFolder.create(runs, "live", Instant.EPOCH);
        Path target = Files.move(run(OTHER).path(), runs.resolve("elsewhere"));
        Files.createSymbolicLink(runs.resolve(OTHER), target);
        List<String> before = left();
        assertThat(prune("--older", "24h")).isZero();
        assertThat(left()).isEqualTo(before);
    }

    @Test
    void runWithUnreadableNotesIsKeptAndReported() throws IOException {
        Files.writeString(run(FIRST).path().resolve("annotation.json"), "{");
        run(OTHER);
        assertThat(prune("--older", "90d")).isEqualTo(3);
        assertThat(left()).containsExactly(FIRST);
    }

    /**
     * Otherwise {@code prune} would ignore them, and with {@code --runs-dir} delete runs of another folder. The test
     * uses {@code --json}, so that it deletes no other runs if it fails.
     */
    @Test
    void optionsBeforePruneAreRefused() throws IOException {
        run(FIRST);
        String folder = runs.toString();
        assertThat(PlateauCommand.execute("runs", "--json", "prune", "--runs-dir", folder, "--older", "90d"))
                .isEqualTo(4);
        assertThat(left()).containsExactly(FIRST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "--older 90", "--older 0d", "--older -1d", "--older 90d --keep -1", "--older 90d --keep x"})
    void wrongValuesAreRefused(String options) throws IOException {
        run(FIRST);
        assertThat(prune(options.isEmpty() ? new String[0] : options.split(" ")))
                .isEqualTo(4);
        assertThat(left()).containsExactly(FIRST);
    }
}
