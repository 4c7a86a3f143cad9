// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.runs.RunDeletion;
import org.plateaubench.engine.store.StoredFile;

/** {@code kill -9} of a console between the first and the last file of a run that it deletes, again and again: each run is there with all its files, or not at all. */
@Tag("slow")
@Timeout(300)
final class DeletionKilledTest {
    private static final int RUNS = 6;
    private static final int FILES = 3_000;
    private static final int KILLS = 3;

    @TempDir
    private Path folder;

    private static List<Path> in(Path path) throws IOException {
        try (Stream<Path> entries = Files.list(path)) {
            return entries.toList();
        } catch (NoSuchFileException | UncheckedIOException e) {
            // It goes while it is looked at.
            return List.of();
        }
    }

    private List<Path> runs() throws IOException {
        return in(folder.resolve("runs")).stream()
                .filter(run -> !run.endsWith(RunDeletion.FOLDER))
                .toList();
    }

    private void makeRuns() throws IOException {
        for (int i = 0; i < RUNS; i++) {
            String id = String.format(Locale.ROOT, "20260110T100000Z-run-%06x", i);
            Path run = Files.createDirectories(
                            folder.resolve("runs").resolve(id).resolve("sub"))
                    .resolveSibling(".")
                    .normalize();
            for (int file = 1; file < FILES; file++) {
                Files.createFile(run.resolve("sub/file-" + file));
            }
            Files.writeString(StoredFile.PLAN.in(run), "{}");
        }
    }

    /** Whether of some run only a part of its files is left, wherever that stands. */
    private boolean isAmidst() throws IOException {
        List<Path> places = new ArrayList<>(runs());
        Path bin = folder.resolve("runs").resolve(RunDeletion.FOLDER);
        if (Files.isDirectory(bin)) {
            for (Path gone : in(bin)) {
                places.addAll(in(gone));
            }
        }
        for (Path place : places) {
            if (Files.isDirectory(place.resolve("sub"))
                    && in(place.resolve("sub")).size() < FILES - 1) {
                return true;
            }
        }
        return false;
    }

    @Test
    void aRunIsThereWholeOrNotAtAllAndTheNextConsoleRemovesTheRest() throws Exception {
        int amidst = 0;
        // A process that is faster than this one looks has deleted all: then it is given more.
        for (int kill = 1; kill <= KILLS || amidst == 0; kill++) {
            if (runs().isEmpty()) {
                makeRuns();
            }
            try (DeletionProcess console = DeletionProcess.start(folder)) {
                while (console.isAlive() && !isAmidst()) {
                    LockSupport.parkNanos(200_000);
                }
                console.kill();
            }
            for (Path run : runs()) {
                assertThat(StoredFile.PLAN.in(run)).exists();
                assertThat(in(run.resolve("sub"))).as(run.toString()).hasSize(FILES - 1);
            }
            amidst += in(folder.resolve("runs/" + RunDeletion.FOLDER)).size();
        }
        DeletionProcess.main(new String[] {folder.toString()});
        assertThat(in(folder.resolve("runs"))).containsExactly(folder.resolve("runs/" + RunDeletion.FOLDER));
        assertThat(in(folder.resolve("runs/" + RunDeletion.FOLDER))).isEmpty();
    }
}
