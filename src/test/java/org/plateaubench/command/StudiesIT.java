// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every published study is carried out at its smallest scale; no figure decides the outcome. */
@Tag("slow")
@ResourceLock(LaunchedPlateau.DRIVEN)
final class StudiesIT {
    @TempDir
    private Path folder = Path.of("");

    static List<String> studies() throws IOException {
        try (Stream<Path> found = Files.list(LaunchedPlateau.home().resolve("configs/studies"))) {
            return found.map(file -> String.valueOf(file.getFileName()).replace(".yaml", ""))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("studies")
    void studyIsCarriedOut(String name) throws Exception {
        ToolPrograms.assumeInstalled(name);
        Path file = LaunchedPlateau.home().resolve("configs/studies/" + name + ".yaml");
        List<String> command = List.of(
                "study",
                file.toString(),
                "--scale",
                "smallest",
                "--json",
                "--runs-dir",
                Quickstart.runs(folder).toString(),
                "--studies-dir",
                folder.resolve("studies").toString());
        try (LaunchedPlateau launched = LaunchedPlateau.start(folder, ToolPrograms.environment(), command)) {
            int code = launched.awaitExit(Duration.ofMinutes(8));

            // On a busy machine a run may miss a limit or be invalid.
            assertThat(code).as(launched.everything()).isIn(0, 1, 2);
            JsonNode result = JsonMapper.shared().readTree(launched.output());
            assertThat(result.path("cells").valueStream()).isNotEmpty().allSatisfy(cell -> {
                assertThat(cell.path("trials").size()).as(launched.everything()).isPositive();
                assertThat(cell.path("trials").valueStream())
                        .allSatisfy(trial -> assertThat(trial.path("outcome").asString())
                                .as(launched.everything())
                                .isIn("pass", "fail", "invalid"));
            });
            Path study = folder.resolve("studies/" + result.path("studyId").asString());
            assertThat(study.resolve("report.html")).content().contains("<svg");
            if (name.equals("interference")) {
                checkKnownInterference(result, launched.everything());
            }
        }
    }

    /** With both workloads the server responds 1.5 times as late, by construction. */
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
