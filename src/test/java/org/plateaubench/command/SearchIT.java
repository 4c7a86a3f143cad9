// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A search finds the capacity of a real server, which follows from the run file: 20 users whose answers take 200 ms. The step below it uses
 * 70 % of the server, which makes up for what a busy machine delays. What that makes invalid is run again, as the search does it.
 */
@Tag("slow")
@Order(3)
@Isolated("its runs must be valid")
final class SearchIT {
    private static final Path FILE = LaunchedPlateau.home().resolve("configs/bench/capacity.yaml");
    private static final double USERS = 20;
    private static final double ANSWER_SECONDS = 0.2;
    private static final double CAPACITY = USERS / ANSWER_SECONDS;
    private static final double STEADY_SECONDS = 3;
    /** A user gets at most one answer more within the steady state than whole answers fit into it. */
    private static final double MOST_ANSWERS = CAPACITY + USERS / STEADY_SECONDS;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void theCapacityOfARealServerIsFoundWithinTheResolution() throws IOException, InterruptedException {
        Path runs = folder.resolve("runs");
        List<String> command = List.of(
                "run",
                FILE.toString(),
                "--json",
                "--runs-dir",
                runs.toString(),
                "--studies-dir",
                folder.resolve("studies").toString());
        try (LaunchedPlateau launched = LaunchedPlateau.start(folder, Map.of(), command)) {
            assertThat(launched.awaitExit(Duration.ofMinutes(6)))
                    .as(launched.everything())
                    .isZero();
            JsonNode result = JsonMapper.shared().readTree(launched.output());
            assertThat(result.path("outcome").asString()).isEqualTo("pass");
            JsonNode search = result.path("search");
            String found = search.toPrettyString();
            double resolution = search.path("resolution").asDouble();
            double carried = search.path("carried").asDouble();
            double missed = search.path("missed").asDouble();
            assertThat(CAPACITY).as(found).isStrictlyBetween(carried, missed);
            assertThat(missed - carried).as(found).isEqualTo(resolution);
            assertThat(search.path("confirmed").asBoolean()).as(found).isTrue();
            checkSteps(result, runs);
        }
    }

    /** Every step is reported with its runs; on both sides of the edge two runs or more are evidence, and no step carries more than there is. */
    private static void checkSteps(JsonNode result, Path runs) {
        List<String> cells = new ArrayList<>();
        for (JsonNode cell : result.path("cells")) {
            String name = cell.path("name").asString();
            cells.add(name);
            int evidence = 0;
            for (JsonNode trial : cell.path("trials")) {
                assertThat(runs.resolve(trial.path("runId").asString()).resolve("result.json"))
                        .exists();
                evidence += trial.path("outcome").asString().equals("invalid") ? 0 : 1;
            }
            assertThat(evidence)
                    .as(cell.toPrettyString())
                    .isGreaterThanOrEqualTo(name.equals("rate=70/s") || name.equals("rate=120/s") ? 2 : 1);
            assertThat(throughput(cell)).as(cell.toPrettyString()).isPositive().isLessThanOrEqualTo(MOST_ANSWERS);
        }
        assertThat(cells).containsExactly("rate=20/s", "rate=70/s", "rate=120/s", "rate=170/s");
    }

    /** The mean over the runs of a step that are evidence. */
    private static double throughput(JsonNode cell) {
        return cell.path("figures")
                .valueStream()
                .filter(figure -> figure.path("line").asString("none").isEmpty()
                        && figure.path("name").asString("").equals("throughput"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no throughput in " + cell.toPrettyString()))
                .path("values")
                .path("mean")
                .asDouble();
    }
}
