// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The studies of the configs at their smallest scale. What their full sizes need, such as containers and virtual machines, is
 * not here: those are validated by the tests of configurations.
 */
@Tag("slow")
@Order(1)
@ResourceLock(LaunchedPlateau.DRIVEN)
final class StudyIT {
    private static final Path STUDIES = LaunchedPlateau.home().resolve("configs/studies");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void everyStudyIsCarriedOut() throws IOException, InterruptedException {
        List<Path> files;
        try (Stream<Path> all = Files.list(STUDIES)) {
            files = all.sorted().toList();
        }
        CommandsInOne commands = new CommandsInOne(folder, Map.of());
        for (Path file : files) {
            commands.add(
                    "study",
                    file.toString(),
                    "--scale",
                    "smallest",
                    "--quiet",
                    "--json",
                    "--runs-dir",
                    Quickstart.runs(folder).toString(),
                    "--studies-dir",
                    folder.resolve(file.getFileName()).toString());
        }
        int validated =
                commands.add("validate", STUDIES.resolve("interference.yaml").toString());
        List<CommandsInOne.Done> done = commands.run(Duration.ofMinutes(8));
        // Four workloads alone, six pairs, and all of them: 37 s each.
        assertThat(done.get(validated).output())
                .contains("scale tile: 11 runs at most, 6.8 min of load and pauses")
                .contains("full size: 33 runs at most, 1220.0 min of load and pauses");
        for (int i = 0; i < files.size(); i++) {
            CommandsInOne.Done ended = done.get(i);
            String printed = files.get(i) + "\n" + ended.everything();
            // On a busy machine runs may be invalid, or miss a limit.
            assertThat(ended.exitCode()).as(printed).isIn(0, 1, 2);
            JsonNode result = JsonMapper.shared().readTree(ended.output());
            assertThat(result.path("cells").size()).as(printed).isGreaterThanOrEqualTo(2);
            for (JsonNode cell : result.path("cells")) {
                assertThat(cell.path("trials").path(0).path("runId").asString())
                        .as(printed)
                        .isNotEmpty();
            }
            Path study =
                    RunFolder.only(folder.resolve(files.get(i).getFileName())).path();
            assertThat(study.resolve("report.html")).content().contains("id=\"data\"");
            assertThat(study.resolve("figures.csv")).content().startsWith("cell,scenario,workload");
            if (result.path("name").asString().equals("interference")) {
                checkKnownInterference(result, printed);
            }
        }
    }

    /** The server answers half as late again beside the other workload, by construction. */
    private static void checkKnownInterference(JsonNode result, String printed) {
        JsonNode both = result.path("cells").path(2);
        assertThat(both.path("name").asString()).as(printed).isEqualTo("left + right");
        List<JsonNode> medians = both.path("figures")
                .valueStream()
                .filter(figure -> figure.path("name").asString().equals("p50")
                        && figure.path("line").asString().equals("ask"))
                .toList();
        assertThat(medians)
                .as(printed)
                .extracting(figure -> figure.path("workload").asString())
                .containsExactly("left", "right");
        assertThat(medians)
                .as(printed)
                .allSatisfy(figure ->
                        assertThat(figure.path("ofBaseline").asDouble()).isBetween(1.3, 1.7));
    }
}
