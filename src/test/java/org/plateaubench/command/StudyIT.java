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
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A study of the configs at its smallest scale, killed on the way and continued. */
@ResourceLock(LaunchedPlateau.DRIVEN)
final class StudyIT {
    private static final Path FILE = LaunchedPlateau.home().resolve("configs/studies/redis-single.yaml");

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

    private long count(String event) {
        try {
            return Files.readAllLines(study().resolve("ledger.ndjson")).stream()
                    .filter(line -> line.contains("\"event\":\"" + event + "\""))
                    .count();
        } catch (IOException e) {
            return 0;
        }
    }

    @Test
    void aKilledStudyContinuesAtTheFirstRunThatDidNotEnd() throws IOException, InterruptedException {
        Path runs = Quickstart.runs(folder);
        List<String> before;
        try (LaunchedPlateau launched = LaunchedPlateau.start(
                folder,
                Map.of(),
                arguments("study", FILE.toString(), "--scale", "small", "--runs-dir", runs.toString()))) {
            Await.until(
                    Duration.ofSeconds(90),
                    () -> "no second run" + launched.everything(),
                    () -> Files.isDirectory(folder.resolve("studies")) && count("started") >= 2);
            LaunchedPlateau other =
                    LaunchedPlateau.run(folder, "run", Quickstart.FILE.toString(), "--runs-dir", runs.toString());
            assertThat(other.exitCode()).as("the rig is the study's").isEqualTo(3);
            launched.signal("KILL");
            launched.awaitExit(Duration.ofSeconds(10));
            before = Files.readAllLines(study().resolve("ledger.ndjson"));
        }
        assertThat(count("ended")).isEqualTo(1);

        try (LaunchedPlateau resumed = LaunchedPlateau.start(folder, Map.of(), arguments("resume", "last", "--json"))) {
            int code = resumed.awaitExit(Duration.ofMinutes(2));
            // On a busy machine runs may be invalid, and are made again.
            assertThat(code).as(resumed.everything()).isIn(0, 1, 2);
            assertThat(Files.readAllLines(study().resolve("ledger.ndjson"))).startsWith(before.toArray(String[]::new));
            JsonNode result = JsonMapper.shared().readTree(resumed.output());
            assertThat(result.path("schema").asString()).isEqualTo("plateau.study/1");
            assertThat(result.path("cells").size()).isEqualTo(2);
            for (JsonNode cell : result.path("cells")) {
                assertThat(cell.path("trials").size()).isBetween(2, 4);
                for (JsonNode trial : cell.path("trials")) {
                    assertThat(runs.resolve(trial.path("runId").asString())).isDirectory();
                }
            }
        }
        assertThat(study().resolve("report.html")).content().contains("<svg", "everysec");
        assertThat(study().resolve("figures.csv")).content().startsWith("cell,scenario,workload");
    }
}
