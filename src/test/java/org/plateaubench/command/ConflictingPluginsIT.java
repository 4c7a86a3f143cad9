// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Two plugins whose libraries have the same names and nothing else in common, at work in one run. */
@Tag("slow")
final class ConflictingPluginsIT {
    private static final Path SOURCES = LaunchedPlateau.home().resolve("src/test/plugins/conflicting");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void eachPluginSeesItsOwnVersionOfALibraryItsResourcesAndItsServices() throws IOException, InterruptedException {
        install("old", "return \"one\";", "String");
        install("young", "return 2;", "int");
        Path file = Files.writeString(folder.resolve("run.yaml"), """
                run: { name: conflicting, seed: 1 }
                phases: { rampUp: 100ms, steady: 1s, rampDown: 100ms, drain: 10s }
                workloads:
                  first: { plugin: old, load: { users: 2 } }
                  second: { plugin: young, load: { users: 2 } }
                  loop: { plugin: young, execution: event-loop, load: { users: 2 } }
                """);

        LaunchedPlateau launched = Quickstart.startFile(folder, CompiledPlugin.environment(folder), file);

        // On a machine that stalls the harness the run is rightly invalid, but complete nevertheless.
        assertThat(launched.awaitExit(Duration.ofSeconds(60)))
                .as(launched.everything())
                .isIn(0, 2);
        JsonNode result = RunFolder.only(Quickstart.runs(folder)).json("result.json");
        assertThat(result.path("workloads")).hasSize(3).allSatisfy(workload -> {
            JsonNode counts = workload.path("all").path("figures");
            assertThat(counts.path("ok").asLong()).as(workload.toString()).isPositive();
            assertThat(counts.path("errors").asLong()).as(workload.toString()).isZero();
        });
        assertThat(result.path("notes")).noneMatch(note -> note.toString().contains("lugin"));
    }

    /** The sources hold the places where the two versions differ. */
    private void install(String id, String body, String type) throws IOException {
        Path sources = Files.createDirectories(folder.resolve("sources-" + id));
        for (String name : List.of("SharedLibrary", "SharedService", "MainPlugin")) {
            String text = Files.readString(SOURCES.resolve(name + ".java"))
                    .replace("@ID@", id)
                    .replace("/* @BODY@ */", body)
                    .replace("/* @TYPE@ */", type);
            Files.writeString(sources.resolve(name + ".java"), text);
        }
        new CompiledPlugin(folder, id)
                .with("com/example/shared/version.txt", id)
                .with("META-INF/services/com.example.shared.SharedService", "com.example.shared.SharedService$Own\n")
                .install(sources, "com.example.shared.MainPlugin");
    }
}
