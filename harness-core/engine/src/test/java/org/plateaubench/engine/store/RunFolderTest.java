// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.UsedFile;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.run.event.EventDetails;

class RunFolderTest {
    @TempDir
    Path runs;

    @Test
    void folderNameHasTimeRunNameAndShortId() throws Exception {
        RunFolder folder = RunFolder.create(runs.resolve("a/b"), "store-and-cache", RunFixture.START);
        assertThat(folder.runId()).matches("20261121T011625Z-store-and-cache-[0-9a-f]{6}");
    }

    @Test
    void simultaneousRunsHaveSeparateFolders() throws Exception {
        RunFolder first = RunFolder.create(runs, "one", RunFixture.START);
        RunFolder second = RunFolder.create(runs, "one", RunFixture.START);
        assertThat(first.path()).isNotEqualTo(second.path());
        assertThat(RunFolder.list(runs))
                .extracting(RunFolder::runId)
                .containsExactlyInAnyOrder(first.runId(), second.runId());
    }

    @Test
    void fileInsteadOfTheRunsFolderIsRefused() throws Exception {
        Path file = Files.writeString(runs.resolve("file"), "no folder");

        assertThatThrownBy(() -> RunFolder.list(file))
                .hasMessage(file + " is a file; name the folder that holds the runs.");
        assertThat(RunFolder.list(runs.resolve("none"))).isEmpty();
    }

    @Test
    void nameThatLeavesTheFolderIsRefused() {
        assertThatThrownBy(() -> RunFolder.create(runs, "../x", RunFixture.START))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void runIsCrashedDespiteReusedProcessId() throws Exception {
        try (RunFixture run = new RunFixture(runs)) {
            Process gone = new ProcessBuilder("true").start();
            assertThat(gone.waitFor(60, TimeUnit.SECONDS)).isTrue();
            mark(run, gone.pid(), "2026-11-21T00:00:00Z");
            assertThat(run.folder.state()).isEqualTo(RunFolder.State.CRASHED);
            mark(run, ProcessHandle.current().pid(), "2001-01-01T00:00:00Z");
            assertThat(run.folder.state()).isEqualTo(RunFolder.State.CRASHED);
        }
    }

    /** Two processes that resume a run at the same time would add everything twice. */
    @Test
    void crashedRunIsTakenOnlyOnce() throws Exception {
        try (RunFixture run = new RunFixture(runs)) {
            assertThat(run.folder.takeOwnership()).as("while its process runs").isFalse();
            mark(run, ProcessHandle.current().pid(), "2001-01-01T00:00:00Z");
            try (FileChannel plan = FileChannel.open(run.folder.file(StoredFile.PLAN), StandardOpenOption.WRITE);
                    FileLock lock = plan.lock()) {
                assertThat(lock.isValid()).isTrue();
                assertThat(run.folder.takeOwnership())
                        .as("while another process takes it")
                        .isFalse();
            }
            assertThat(run.folder.takeOwnership()).isTrue();
            assertThat(run.folder.takeOwnership()).as("twice").isFalse();
            assertThat(run.folder.isOwned()).isTrue();
        }
    }

    private static void mark(RunFixture run, long processId, String startedAt) throws Exception {
        Files.writeString(
                run.folder.file(StoredFile.OWNER),
                Documents.text(Map.of("processId", processId, "startedAt", startedAt)));
    }

    @Test
    void sealedRunHasEndStateAndValidManifest() throws Exception {
        try (RunFixture run = new RunFixture(runs)) {
            run.writer.event(new EventDetails.RunEnded("interrupted", "", false), "", "Done.");
            run.writer.close();
            run.writer.file(StoredFile.RESULT, "{}\n");
            run.writer.seal();
            run.writer.release();
            assertThat(run.folder.state()).isEqualTo(RunFolder.State.INTERRUPTED);
            List<String> lines = Files.readAllLines(run.folder.file(StoredFile.MANIFEST));
            assertThat(lines)
                    .extracting(line -> line.substring(66))
                    .containsExactly(
                            "environment.json",
                            "errors.ndjson",
                            "events.ndjson",
                            "intervals.bin",
                            "plan.json",
                            "result.json",
                            "telemetry.ndjson");
            Process check = new ProcessBuilder("sha256sum", "--check", "--strict", "MANIFEST.sha256")
                    .directory(run.folder.path().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            assertThat(check.waitFor()).isZero();
        }
    }

    @Test
    void referencedFileIsKeptAndInTheManifest() throws Exception {
        try (RunFixture run = new RunFixture(runs)) {
            run.writer.addFile("load/rates.csv", "0 100\n");
            run.writer.addFile("load/a.png", UsedFile.encoded(new byte[] {-1, 0}));
            run.writer.close();
            run.writer.seal();
            assertThat(run.folder.path().resolve("load/a.png")).hasBinaryContent(new byte[] {-1, 0});
            assertThat(run.folder.path().resolve("load/rates.csv")).hasContent("0 100\n");
            assertThat(Files.readString(run.folder.file(StoredFile.MANIFEST))).contains("  load/rates.csv\n");
            for (String name : List.of("plan.json", "judgements/1.csv", "suts", "x/../events.ndjson", "../x", "/x")) {
                assertThat(RunWriter.isAllowedName(name)).as(name).isFalse();
            }
        }
    }

    @Test
    void judgementsAreNumberedAndNeverReplaced() throws Exception {
        RunFolder folder = RunFolder.create(runs, "one", RunFixture.START);
        assertThat(folder.addJudgement(Map.of("verdict", "pass")).getFileName()).hasToString("001.json");
        assertThat(folder.addJudgement(Map.of("verdict", "fail")).getFileName()).hasToString("002.json");
    }
}
