// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledger of a sequence survives a kill at any instant. */
final class LedgerTest {
    private static final Step FIRST = new Step("a", 1, List.of("tiles=2"));
    private static final Step SECOND = new Step("b", 1, List.of());
    private static final EndedRun PASSED = new EndedRun(
            FIRST,
            "run-1",
            Outcome.PASS,
            true,
            61.5,
            List.of("café: zu spät"),
            List.of(new Figure(new Figure.Key("store", "purchase", "p95", "ms"), 12.5, true, 500.0, 0.25)),
            Map.of("cache", Map.of("version", "7.0.15")),
            "0a1b2c",
            StudyResultTest.score("pass", 1.02));

    @TempDir
    private Path folder;

    @Test
    void endedRunsAreReadBack() throws IOException {
        try (Ledger ledger = Ledger.open(folder)) {
            write(ledger);
        }
        assertThat(Ledger.ended(folder)).containsExactly(PASSED);
        try (Ledger ledger = Ledger.open(folder)) {
            assertThat(ledger.ended()).containsExactly(PASSED);
        }
    }

    @Test
    void killLosesOnlyTheIncompleteLine() throws IOException {
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
                ledger.planned(Instant.parse("2026-01-01T00:00:00Z"), SECOND);
            }
            assertThat(Ledger.ended(folder)).hasSize(length > ended ? 1 : 0);
        }
    }

    @Test
    void brokenLineIsLocated() throws IOException {
        Files.writeString(folder.resolve(Ledger.FILE), "{\"event\":\"planned\"}\n{]\n");
        assertThatThrownBy(() -> Ledger.ended(folder))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(":1 is broken");
    }

    private static void write(Ledger ledger) throws IOException {
        ledger.planned(Instant.parse("2026-01-01T00:00:00Z"), FIRST);
        ledger.started(Instant.parse("2026-01-01T00:00:01Z"), FIRST, "run-1");
        ledger.ended(Instant.parse("2026-01-01T00:01:01Z"), PASSED);
        ledger.planned(Instant.parse("2026-01-01T00:02:00Z"), SECOND);
        ledger.ended(
                Instant.parse("2026-01-01T00:02:30Z"),
                EndedRun.without(SECOND, "run-2", Outcome.INTERRUPTED, 30, List.of("by Ctrl-C")));
    }
}
