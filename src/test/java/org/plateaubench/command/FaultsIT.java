// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tools.jackson.databind.JsonNode;

/** Faults during a run: it ends on time, reports the fault, and keeps its measurements. */
@Order(2)
@Execution(ExecutionMode.CONCURRENT)
final class FaultsIT {
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void killedSutFailsRunOnTime() throws IOException, InterruptedException {
        try (LaunchedPlateau launched = Quickstart.start(folder, "1s", "8s", "1s")) {
            RunFolder run = Quickstart.awaitPhase(launched, folder, "steady");
            LaunchedPlateau.signal(sut(launched).pid(), "KILL");

            // On a machine that is busy with other tests the run may be invalid.
            assertThat(launched.awaitExit(TIMEOUT)).as(launched.everything()).isIn(1, 2);
            JsonNode result = run.json("result.json");
            assertThat(result.path("status").asString()).isEqualTo("completed");
            assertThat(result.path("reasons"))
                    .anySatisfy(reason ->
                            assertThat(reason.path("severity").asString()).isEqualTo("fail"));
            assertThat(result.path("reasons"))
                    .filteredOn(reason -> reason.path("severity").asString().equals("invalid"))
                    .allSatisfy(
                            reason -> assertThat(reason.path("rule").asString()).startsWith("M16"));
            assertThat(result.path("workloads")
                            .path(0)
                            .path("all")
                            .path("errorsByClass")
                            .isEmpty())
                    .isFalse();
            assertThat(run.hasEvent("sut-failed", "db")).isTrue();
            assertThat(launched.output()).containsAnyOf("FAIL", "INVALID");
        }
    }

    @Tag("slow")
    @Test
    void fullDiskEndsRunAndKeepsWrittenFiles() throws IOException, InterruptedException {
        String command = Stream.concat(
                        Stream.of(LaunchedPlateau.home().resolve("plateau").toString()),
                        Quickstart.arguments(folder, "1s", "30s", "1s").stream())
                .map(word -> "'" + word + "'")
                .reduce("ulimit -f 64; trap '' XFSZ; exec", (line, word) -> line + " " + word);
        try (LaunchedPlateau launched =
                LaunchedPlateau.startCommand(folder, Map.of(), List.of("bash", "-c", command))) {
            int code = launched.awaitExit(TIMEOUT);

            assertThat(code).as(launched.everything()).isEqualTo(3);
            assertThat(launched.errors())
                    .contains("everything written before is kept")
                    .doesNotContain("\tat ");
            RunFolder run = RunFolder.only(Quickstart.runs(folder));
            assertThat(run.intervals()).isNotEmpty();
            LaunchedPlateau judged =
                    LaunchedPlateau.run(folder, "judge", run.path().toString());
            assertThat(judged.exitCode()).as(judged.everything()).isEqualTo(2);
        }
    }

    private static ProcessHandle sut(LaunchedPlateau launched) {
        return launched.descendants().stream()
                .filter(process -> process.info().commandLine().orElse("").contains("H2Server"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no H2Server below " + launched.everything()));
    }
}
