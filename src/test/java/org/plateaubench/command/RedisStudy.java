// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** A study of the configs, run for seconds and with pauses, so that it leaves the machine to other runs. */
final class RedisStudy implements AutoCloseable {
    private final Path folder;
    private final LaunchedPlateau launched;

    private RedisStudy(Path folder, LaunchedPlateau launched) {
        this.folder = folder;
        this.launched = launched;
    }

    /** Starts it; each user pauses between what it has under way. */
    static RedisStudy start(Path parent, String name, String workload, String pause) throws IOException {
        Path folder = Files.createDirectories(parent.resolve(name));
        return new RedisStudy(
                folder,
                Quickstart.startFile(
                        folder,
                        LaunchedPlateau.AS_SHIPPED,
                        LaunchedPlateau.home().resolve("configs/runs/" + name + ".yaml"),
                        "--set",
                        "phases.rampUp=2s",
                        "--set",
                        "phases.steady=3s",
                        "--set",
                        "phases.rampDown=1s",
                        "--set",
                        "workloads." + workload + ".load.think.fixed=" + pause));
    }

    /** Waits for the end, and holds that every command succeeded and is in the books of the servers. */
    RunFolder end() throws InterruptedException {
        int code = launched.awaitExit(Duration.ofSeconds(60));
        RunFolder run = RunFolder.only(Quickstart.runs(folder));
        String printed = "\n--- errors\n" + run.lines("errors.ndjson") + launched.everything();
        // Other runs go on beside it: where they hold up the harness, this one is rightly invalid.
        assertThat(code).as(printed).isIn(0, 2);
        JsonNode result = run.json("result.json");
        assertThat(result.path("status").asString()).isEqualTo("completed");
        assertThat(result.path("reasons"))
                .filteredOn(reason -> !reason.path("severity").asString().equals("note"))
                .allSatisfy(reason ->
                        assertThat(reason.path("rule").asString()).as(printed).startsWith("M16"));
        JsonNode counts = result.path("workloads").path(0).path("all").path("counts");
        assertThat(counts.path("ok").asLong())
                .as(printed)
                .isEqualTo(counts.path("intended").asLong())
                .isPositive();
        List<JsonNode> compared = run.lines("events.ndjson").stream()
                .filter(event -> event.path("type").asString().equals("reconciliation"))
                .toList();
        assertThat(compared)
                .as(printed)
                .isNotEmpty()
                .allSatisfy(
                        event -> assertThat(event.path("details").path("met").asBoolean())
                                .as(event.toString())
                                .isTrue());
        return run;
    }

    @Override
    public void close() {
        launched.close();
    }
}
