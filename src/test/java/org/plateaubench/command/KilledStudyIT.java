// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A study at its smallest scale that is killed at several instants and continued; no figure decides the outcome. */
@Tag("slow")
@Order(2)
final class KilledStudyIT {
    static final Path FILE = LaunchedPlateau.home().resolve("configs/studies/redis-single.yaml");

    @TempDir
    private Path folder = Path.of("");

    private List<String> arguments(String... command) {
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of("--studies-dir", folder.resolve("studies").toString()));
        return arguments;
    }

    private Path study() throws IOException {
        try (Stream<Path> all = Files.list(folder.resolve("studies"))) {
            return all.findFirst().orElseThrow();
        }
    }

    /** The lines of the ledger that were written to their end; none before there is one. */
    private List<JsonNode> ledger() {
        Path studies = folder.resolve("studies");
        return RunFolder.all(studies).stream()
                .flatMap(study -> new RunFolder(study).lines("ledger.ndjson").stream())
                .toList();
    }

    /** The ids of the runs that have had an event, in order. */
    private static List<String> runs(List<JsonNode> ledger, String event) {
        return ledger.stream()
                .filter(line -> line.path("event").asString().equals(event))
                .map(line -> line.path("runId").asString())
                .toList();
    }

    /** An instant of a study at which it is killed. */
    private enum Instant {
        START_OF_A_RUN,
        AMID_ITS_LOAD,
        WHILE_ITS_RESULT_IS_WRITTEN,
        BETWEEN_TWO_RUNS;

        /**
         * Whether it has come.
         *
         * @param ledger the ledger now
         * @param before how many lines it had when the process began
         */
        boolean hasCome(List<JsonNode> ledger, int before, Path runs) {
            if (ledger.size() <= before) {
                return false;
            }
            List<String> started = KilledStudyIT.runs(ledger.subList(before, ledger.size()), "started");
            return switch (this) {
                case START_OF_A_RUN -> true;
                case AMID_ITS_LOAD ->
                    !started.isEmpty() && new RunFolder(runs.resolve(started.getLast())).hasEvent("phase", "steady");
                case WHILE_ITS_RESULT_IS_WRITTEN ->
                    !started.isEmpty() && Files.exists(runs.resolve(started.getLast() + "/report.html"));
                case BETWEEN_TWO_RUNS ->
                    ledger.getLast().path("event").asString().equals("ended");
            };
        }
    }

    @Test
    void aKillAtAnyInstantLosesTheRunningRunOnly() throws IOException, InterruptedException {
        Path runs = Quickstart.runs(folder);
        List<String> command =
                arguments("study", FILE.toString(), "--scale", "smallest", "--runs-dir", runs.toString());
        for (Instant instant : Instant.values()) {
            List<JsonNode> before = ledger();
            try (LaunchedPlateau launched = LaunchedPlateau.start(folder, Map.of(), command)) {
                Await.until(
                        Duration.ofSeconds(90),
                        () -> instant + " did not come" + launched.everything(),
                        () -> instant.hasCome(ledger(), before.size(), runs));
                if (instant == Instant.AMID_ITS_LOAD) {
                    // Its runs are shorter than another command takes on a busy host.
                    launched.signal("STOP");
                    LaunchedPlateau other = LaunchedPlateau.run(
                            folder, "run", Quickstart.FILE.toString(), "--runs-dir", runs.toString());
                    assertThat(other.exitCode()).as("the rig is the study's").isEqualTo(3);
                }
                launched.signal("KILL");
                launched.awaitExit(Duration.ofMinutes(1));
            }
            assertThat(ledger().stream().limit(before.size()).toList())
                    .as("after " + instant)
                    .isEqualTo(before);
            assertThat(lost(ledger()))
                    .as("lost at " + instant)
                    .hasSizeLessThanOrEqualTo(lost(before).size() + 1);
            command = arguments("resume", "last", "--json");
        }
        List<JsonNode> before = ledger();
        assertThat(runs(before, "ended")).as("runs that ended before a kill").isNotEmpty();
        assertThat(lost(before)).as("runs that a kill took").isNotEmpty();

        try (LaunchedPlateau resumed = LaunchedPlateau.start(folder, Map.of(), command)) {
            int code = resumed.awaitExit(Duration.ofMinutes(2));
            // On a busy machine runs may be invalid, and are made again.
            assertThat(code).as(resumed.everything()).isIn(0, 1, 2);
            assertThat(ledger()).startsWith(before.toArray(JsonNode[]::new));
            assertThat(lost(ledger())).isEqualTo(lost(before));
            JsonNode result = JsonMapper.shared().readTree(resumed.output());
            assertThat(result.path("schema").asString()).isEqualTo("plateau.study/1");
            checkThatEachTrialIsThereOnce(result, runs);
        }
        assertThat(study().resolve("report.html")).content().contains("id=\"data\"", "everysec");
        assertThat(study().resolve("figures.csv")).content().startsWith("cell,scenario,workload");
    }

    /** The runs that began and did not end, by a ledger. */
    private static List<String> lost(List<JsonNode> ledger) {
        List<String> lost = new ArrayList<>(runs(ledger, "started"));
        lost.removeAll(runs(ledger, "ended"));
        return lost;
    }

    private void checkThatEachTrialIsThereOnce(JsonNode result, Path runs) {
        List<String> counted = new ArrayList<>();
        assertThat(result.path("cells").size()).isEqualTo(2);
        for (JsonNode cell : result.path("cells")) {
            List<Integer> numbers = new ArrayList<>();
            for (JsonNode trial : cell.path("trials")) {
                numbers.add(trial.path("trial").asInt());
                counted.add(trial.path("runId").asString());
                assertThat(runs.resolve(trial.path("runId").asString())).isDirectory();
            }
            assertThat(numbers)
                    .hasSizeBetween(2, 4)
                    .containsExactlyElementsOf(
                            IntStream.rangeClosed(1, numbers.size()).boxed().toList());
        }
        assertThat(counted)
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(runs(ledger(), "ended"))
                .doesNotContainAnyElementsOf(lost(ledger()));
    }
}
