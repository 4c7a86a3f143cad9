// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.study.result.StudyResultTest;
import org.plateaubench.app.study.run.EndedRun;
import org.plateaubench.app.study.run.Figure;
import org.plateaubench.app.study.run.Outcome;
import org.plateaubench.app.study.run.Step;
import org.plateaubench.app.study.run.SutFacts;

/** The ledger of a sequence survives a kill at any instant. */
final class LedgerTest {
    private static final Step FIRST = new Step("a", 1, List.of("tiles=2"));
    private static final Step SECOND = new Step("b", 1, List.of());
    private static final EndedRun PASSED = new EndedRun(
            FIRST,
            "run-1",
            Outcome.PASS,
            61.5,
            List.of(new Figure("store", "purchase", "p95", "ms", 12.5, true, 500.0, 0.25)),
            List.of("café: zu spät"),
            new SutFacts(Map.of("cache", Map.of("version", "7.0.15"))),
            StudyResultTest.score("pass", 1.02),
            Map.of("Plateau", "0.1.0"));

    @TempDir
    private Path folder;

    @Test
    void whatEndedIsReadBack() throws IOException {
        try (Ledger ledger = Ledger.open(folder)) {
            write(ledger);
        }
        assertThat(Ledger.read(folder)).containsExactly(PASSED);
        try (Ledger ledger = Ledger.open(folder)) {
            assertThat(ledger.ended()).containsExactly(PASSED);
        }
    }

    @Test
    void aKillAtAnyInstantLosesTheLineThatIsWrittenAndNothingElse() throws IOException {
        try (Ledger ledger = Ledger.open(folder)) {
            write(ledger);
        }
        Path file = folder.resolve(Ledger.FILE);
        byte[] whole = Files.readAllBytes(file);
        String text = new String(whole, StandardCharsets.UTF_8);
        int ended = text.substring(0, text.indexOf('\n', text.indexOf("\"ended\"")))
                .getBytes(StandardCharsets.UTF_8)
                .length;
        for (int length = 0; length < whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            try (Ledger ledger = Ledger.open(folder)) {
                assertThat(ledger.ended()).hasSize(length > ended ? 1 : 0);
                ledger.planned("2026-01-01T00:00:00Z", SECOND);
            }
            assertThat(Ledger.read(folder)).hasSize(length > ended ? 1 : 0);
        }
    }

    @Test
    void aBrokenLineIsNamed() throws IOException {
        Files.writeString(folder.resolve(Ledger.FILE), "{\"event\":\"planned\"}\n{]\n");
        assertThatThrownBy(() -> Ledger.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(":1 is broken");
    }

    /** More than fits into memory, of which the first line tells that it is not a ledger. */
    @Test
    void aBrokenLineIsFoundBeforeTheRestIsRead() throws IOException {
        try (RandomAccessFile file =
                new RandomAccessFile(folder.resolve(Ledger.FILE).toFile(), "rw")) {
            file.write('\n');
            file.setLength(3L << 30);
        }
        assertThatThrownBy(() -> Ledger.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(":1 is broken");
    }

    /** A pipe without a writer would be waited for without end. */
    @Test
    @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void aPipeInThePlaceOfAFileIsRefused() throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", folder.resolve(Ledger.FILE).toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThatThrownBy(() -> Ledger.read(folder))
                .hasMessage(folder.resolve(Ledger.FILE) + " is not a regular file.");
        assertThatThrownBy(() -> Ledger.current(folder)).hasMessageEndingWith(" is not a regular file.");
    }

    @Test
    void linesAndTheirLengthsAreBounded() throws IOException {
        Path file = folder.resolve(Ledger.FILE);
        String planned = Files.readString(planned(file));
        Files.writeString(file, planned.repeat(LedgerLines.MOST_LINES));
        assertThat(Ledger.read(folder)).isEmpty();
        Files.writeString(file, planned, StandardOpenOption.APPEND);
        assertThatThrownBy(() -> Ledger.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("more than 100000 lines");
        Files.writeString(file, planned + " ".repeat(LedgerLines.MOST_LINE_BYTES + 1));
        assertThatThrownBy(() -> Ledger.read(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(":2 is longer than");
    }

    private Path planned(Path file) throws IOException {
        try (Ledger ledger = Ledger.open(folder)) {
            ledger.planned("2026-01-01T00:00:00Z", SECOND);
        }
        return file;
    }

    private static void write(Ledger ledger) throws IOException {
        ledger.planned("2026-01-01T00:00:00Z", FIRST);
        ledger.started("2026-01-01T00:00:01Z", FIRST, "run-1");
        ledger.ended("2026-01-01T00:01:01Z", PASSED);
        ledger.planned("2026-01-01T00:02:00Z", SECOND);
        ledger.ended(
                "2026-01-01T00:02:30Z",
                new EndedRun(SECOND, "run-2", Outcome.INTERRUPTED, 30, List.of(), List.of("by Ctrl-C")));
    }
}
