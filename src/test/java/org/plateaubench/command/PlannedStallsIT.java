// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Planned stalls of the server of a known law, which tells them as events, are found with their size. The server waits most of the
 * time, and so does the test, beside others. Bounds follow from the law (see the run file); on a machine
 * that is so busy that times outside of stalls are as long, only that nothing is too short.
 */
@Tag("slow")
@Order(3)
final class PlannedStallsIT {
    private static final double STALL_MS = 800;
    private static final double ANSWER_MS = 20;
    /** Stalls in 31 s, one every 5 s. */
    private static final int FEWEST_STALLS = 6;

    private static final int MOST_STALLS = 7;

    @TempDir
    Path folder;

    @Test
    void stallsOfAServerAreFoundWithTheirSize() throws IOException, InterruptedException {
        Path runs = folder.resolve("runs");
        Path file = LaunchedPlateau.home().resolve("configs/bench/planned-stalls.yaml");
        try (LaunchedPlateau launched = LaunchedPlateau.start(
                folder, Map.of(), List.of("run", file.toString(), "--runs-dir", runs.toString()))) {
            Await.until(
                    Duration.ofMinutes(1),
                    () -> "no steady phase" + launched.everything(),
                    () -> RunFolder.all(runs).size() == 1
                            && RunFolder.only(runs).hasEvent("phase", "\"steady\""));
            String run = RunFolder.only(runs).path().toString();
            try (LaunchedPlateau mark = LaunchedPlateau.run(folder, "mark", run, "deployment", "--", "true")) {
                assertThat(mark.exitCode()).as(mark.everything()).isZero();
            }
            launched.awaitExit(Duration.ofMinutes(2));
            // Not the verdict: what runs beside it may delay the harness.
            assertThat(launched.exitCode()).as(launched.everything()).isIn(0, 1, 2);
            JsonNode result = RunFolder.only(runs).json("result.json");
            assertThat(event(result, "deployment").path("count").asInt()).isOne();
            JsonNode stall = event(result, "stall");
            assertThat(stall.path("count").asInt()).as(stall.toString()).isBetween(FEWEST_STALLS, MOST_STALLS);
            assertThat(stall.path("meanSeconds").asDouble()).isEqualTo(STALL_MS / 1e3);
            assertThat(stall.path("sources").get(0).asString()).isEqualTo("sut/stalling");
            double perStall =
                    stall.path("insideSeconds").asDouble() / stall.path("count").asInt();
            assertThat(perStall).isBetween(1.5, 3.0);

            // Parallel tests make times longer, never shorter.
            double inside = ANSWER_MS + STALL_MS - 0.05 * 1e3 * 3;
            double p95 = effect(stall, "p95").path("inside").path("ms").asDouble();
            assertThat(p95).as(stall.toString()).isGreaterThan(inside - 20);
            assertThat(effect(stall, "p99").path("inside").path("ms").asDouble())
                    .isGreaterThan(ANSWER_MS + STALL_MS - 60);
            double outside = effect(stall, "p99").path("outside").path("ms").asDouble();
            if (outside < STALL_MS / 2) {
                assertThat(p95).as(stall.toString()).isBetween(outside, inside + STALL_MS / 2);
                assertThat(launched.output().replaceAll("[!\\s]+", " "))
                        .containsPattern("stall \\(\\d times, at most 0\\.800 s\\): p9[59] of ");
            }
        }
    }

    private static JsonNode event(JsonNode result, String kind) {
        return StreamSupport.stream(result.path("events").spliterator(), false)
                .filter(event -> event.path("kind").asString().equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static JsonNode effect(JsonNode event, String percentile) {
        return StreamSupport.stream(event.path("effects").spliterator(), false)
                .filter(effect -> effect.path("percentile").asString().equals(percentile))
                .findFirst()
                .orElseThrow();
    }
}
