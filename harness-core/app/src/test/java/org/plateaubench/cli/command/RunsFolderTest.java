// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.UsageError;
import org.plateaubench.engine.store.RunFolder;

/** Selecting a stored run by name, as the help of the commands describes. */
final class RunsFolderTest {
    private static final String QUICKSTART = "20261121T100000Z-quickstart-4f2a1c";
    private static final String STEPS = "20261121T110000Z-steps-b00b1e";
    private static final String OTHER_STEPS = "20261121T120000Z-steps-c0ffee";

    @TempDir
    private Path runs = Path.of("");

    @BeforeEach
    void makeRuns() throws IOException {
        for (String run : new String[] {QUICKSTART, STEPS, OTHER_STEPS}) {
            Files.createFile(Files.createDirectory(runs.resolve(run)).resolve("plan.json"));
        }
    }

    private String found(String run) throws IOException {
        return RunsFolder.find(runs, run).getFileName().toString();
    }

    @Test
    void uniquePartOfNameFindsRun() throws IOException {
        assertThat(found("quickstart")).isEqualTo(QUICKSTART);
        assertThat(found("4f2a1c")).isEqualTo(QUICKSTART);
        assertThat(found("20261121T11")).isEqualTo(STEPS);
        assertThat(found("steps-b0")).isEqualTo(STEPS);
        assertThat(found(RunsFolder.LAST)).isEqualTo(OTHER_STEPS);
        assertThat(found(runs.resolve(STEPS).toString())).isEqualTo(STEPS);
    }

    @Test
    void ambiguousPartListsMatchingRuns() {
        assertThatThrownBy(() -> found("steps"))
                .isInstanceOf(UsageError.class)
                .hasMessageContainingAll("2 runs", STEPS, OTHER_STEPS);
    }

    @Test
    void unknownRunIsRefused() {
        assertThatThrownBy(() -> found("nosuch")).isInstanceOf(UsageError.class).hasMessageContaining("'nosuch'");
        assertThatThrownBy(() -> found(runs.toString()))
                .isInstanceOf(UsageError.class)
                .hasMessageContaining("is not the folder of a run");
    }

    @Test
    void runInProgressHasNoVerdictYet() throws IOException {
        Path running = RunFolder.create(runs, "busy", Instant.parse("2026-11-21T13:00:00Z"))
                .path();
        RunsFolder folder = new RunsFolder();
        assertThatThrownBy(() -> folder.findEnded(running.toString()))
                .isInstanceOf(IOException.class)
                .hasMessageContainingAll(running.getFileName().toString(), "is still running")
                .hasMessageNotContaining("crash");
        String ended = runs.resolve(STEPS).toString();
        assertThat(folder.findEnded(ended)).hasToString(ended);
    }

    /** An unset variable of a script must not choose the only run. */
    @Test
    void emptyRunNameIsRefused() throws IOException {
        Path folderOfOne = Files.createDirectory(runs.resolve("one"));
        Files.createFile(Files.createDirectory(folderOfOne.resolve(QUICKSTART)).resolve("plan.json"));
        for (String empty : new String[] {"", " "}) {
            assertThatThrownBy(() -> RunsFolder.find(folderOfOne, empty))
                    .isInstanceOf(UsageError.class)
                    .hasMessageContaining("The name of a run is empty");
            assertThatThrownBy(() -> new RunsFolder.StudiesFolder().findIfAny(empty))
                    .isInstanceOf(UsageError.class);
        }
    }
}
