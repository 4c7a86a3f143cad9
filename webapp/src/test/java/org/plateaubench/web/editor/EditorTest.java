// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.databases.DatabasesPlugin;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.TestConsole;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the server answers to the New run page: problems, plans and starters. */
final class EditorTest {
    private static final String TEXT = """
            # Asks a server of a known law.
            run: { name: asking, seed: 7 }
            phases: { rampUp: 1s, steady: 10s }

            suts:
              server: { service: known-law, mode: embedded }   # ours

            workloads:
              ask:
                plugin: proving/law
                sut: server
                load: { users: 5 }
                qos: { ask: ["p95 < 500ms"] }
            """;

    @TempDir
    private static Path folder;

    private static TestConsole console;
    private static TestConsole.Client admin;

    @BeforeAll
    static void start() throws Exception {
        Files.createDirectories(folder.resolve("files"));
        console = TestConsole.start(
                Installation.of(PluginCatalog.of(new ProvingPlugin(), new DatabasesPlugin())), folder);
        admin = console.admin();
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    private static TestConsole.Answer validate(String text) throws Exception {
        return admin.send("POST", "/api/v1/validate", JsonMapper.shared().writeValueAsString(Map.of("text", text)));
    }

    private static JsonNode checked(String text) throws Exception {
        return validate(text).expect(200).json();
    }

    @Test
    void validTextHasAPlan() throws Exception {
        JsonNode checked = checked(TEXT);
        assertThat(checked.get("problems").size()).isZero();
        assertThat(checked.at("/plan/workloads/0/users").asInt()).isEqualTo(5);
        assertThat(checked.at("/plan/seconds").asDouble()).isEqualTo(21);
        assertThat(checked.at("/plan/text").size()).isGreaterThan(3);
    }

    @Test
    void problemsHaveLineAndColumn() throws Exception {
        JsonNode checked = checked(TEXT.replace("users: 5", "users: none").replace("seed: 7", "sead: 7"));
        assertThat(checked.get("plan").isNull()).isTrue();
        assertThat(checked.at("/problems/0/path").asString()).isEqualTo("run.sead");
        assertThat(checked.at("/problems/0/line").asInt()).isEqualTo(2);
        assertThat(checked.at("/problems/0/column").asInt()).isEqualTo(22);
        assertThat(checked.at("/problems/0/severity").asString()).isEqualTo("error");
        assertThat(checked.at("/problems/1/path").asString()).isEqualTo("workloads.ask.load.users");
        assertThat(checked("run: [\n").get("problems").size()).isEqualTo(1);
    }

    @Test
    void textBeyondTheBoundsIsRefused() throws Exception {
        StringBuilder bomb = new StringBuilder("a: &a0 [x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("b%d: &a%d [*a%d, *a%d]\n".formatted(i, i, i - 1, i - 1));
        }
        for (String text : List.of(bomb.toString(), "a: " + "[".repeat(200), "a: [" + "1,".repeat(50_000) + "1]")) {
            assertThat(checked(text).get("problems").size()).isEqualTo(1);
        }
        validate("#".repeat(2 << 20)).expect(413);
    }

    @Test
    void startersAreValid() throws Exception {
        int workloads = 0;
        for (JsonNode plugin : admin.get("/api/v1/plugins").expect(200).json().get("plugins")) {
            for (JsonNode workload : plugin.get("workloads")) {
                workloads++;
                String path = "/api/v1/plugins/" + workload.get("plugin").asString() + "/starter?workload="
                        + workload.get("name").asString();
                JsonNode checked =
                        checked(admin.get(path).expect(200).json().get("text").asString());
                assertThat(checked.get("problems").size())
                        .as(checked.get("problems").toString())
                        .isZero();
                assertThat(checked.at("/plan/seconds").asDouble()).isEqualTo(45);
            }
        }
        assertThat(workloads).isEqualTo(3);
        admin.get("/api/v1/plugins/proving/starter").expect(200);
        admin.get("/api/v1/plugins/proving/starter?workload=nothing").expect(404);
        admin.get("/api/v1/plugins/nobody/starter").expect(404);
    }

    /** The smallest SUT and workload, which the form adds, are those of the whole starter. */
    @Test
    void starterExplainsItsKeys() throws Exception {
        assertThat(admin.get("/api/v1/plugins/proving").json().toString())
                .contains("\"entry\":{\"service\":\"known-law\",\"mode\":\"embedded\"}")
                .contains("\"entry\":{\"plugin\":\"proving/law\",\"load\":{\"users\":8}}");
        assertThat(admin.get("/api/v1/plugins/proving/starter?workload=law")
                        .json()
                        .get("text")
                        .asString())
                .contains("  rampUp: 10s                     # users start one by one\n")
                .contains("    service: known-law\n    mode: embedded\n")
                .contains("      users: 8                    # closed load: each user");
    }
}
