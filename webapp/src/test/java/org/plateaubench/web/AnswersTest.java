// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.contract.Fields;
import org.plateaubench.web.http.Json;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.runs.StoredRuns;

/** The fields of the answers, and their order, are those of the golden file: scripts and pages rely on them. */
final class AnswersTest {
    private static final String RUN_FILE = """
            run: { name: spinning, seed: 7 }
            phases: { rampUp: 300ms, steady: 1500ms, rampDown: 200ms }
            workloads: { spin: { plugin: proving/null, load: { users: 2, think: { fixed: 5ms } } } }
            """;

    @Test
    void eachAnswerHasItsFieldsInOrder(@TempDir Path folder) throws Exception {
        Path runs = Files.createDirectories(folder.resolve("runs"));
        String finished = StoredRuns.id(1, "one");
        String killed = StoredRuns.id(2, "killed");
        StoredRuns.finished(runs, finished);
        StoredRuns.killed(runs, killed);
        StringBuilder answers = new StringBuilder();
        try (TestConsole console = TestConsole.start(Installation.of(PluginCatalog.of(new ProvingPlugin())), folder)) {
            TestConsole.Client admin = console.admin();
            admin.send("POST", RouteTable.API + "/queue/pause", null).expect(200);
            admin.send("POST", RouteTable.API + "/queue", Json.mapper().writeValueAsString(Map.of("text", RUN_FILE)))
                    .expect(201);
            assertThat(Fields.of(admin.send("POST", RouteTable.API + "/tokens", "{\"name\":\"ci\",\"role\":\"viewer\"}")
                            .expect(201)
                            .json()))
                    .isEqualTo("id name role owner createdAt expiresAt token");
            for (String path : List.of(
                    "/runs",
                    "/runs/" + finished,
                    "/runs/" + killed,
                    "/runs/" + finished + "/events",
                    "/runs/" + finished + "/errors",
                    "/runs/" + finished + "/files",
                    "/tags",
                    "/queue",
                    "/plugins",
                    "/plugins/proving",
                    "/rig",
                    "/session",
                    "/users",
                    "/audit",
                    "/none")) {
                TestConsole.Answer answer = admin.get(RouteTable.API + path);
                answers.append(path.replace(finished, "FINISHED").replace(killed, "KILLED"))
                        .append("\n    ")
                        .append(Fields.of(answer.json()))
                        .append('\n');
            }
        }
        assertThat(answers)
                .hasToString(new String(
                        AnswersTest.class.getResourceAsStream("answers.txt").readAllBytes(), StandardCharsets.UTF_8));
    }
}
