// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
import org.plateaubench.web.http.Json;
import tools.jackson.databind.JsonNode;

/** A run file is checked, shown as a form, changed and completed; the text is the truth. */
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

    private static TestConsole.Answer post(String path, Map<String, ?> body) throws Exception {
        return admin.send("POST", "/api/v1/editor/" + path, Json.mapper().writeValueAsString(body));
    }

    private static JsonNode check(String text) throws Exception {
        return post("check", Map.of("text", text)).expect(200).json();
    }

    private static JsonNode field(JsonNode form, String path) {
        for (JsonNode section : form.get("sections")) {
            for (JsonNode field : section.get("fields")) {
                if (field.get("path").asString().equals(path)) {
                    return field;
                }
            }
        }
        throw new AssertionError("no field " + path);
    }

    @Test
    void aRightTextHasAFormAndAPlan() throws Exception {
        JsonNode check = check(TEXT);
        assertThat(check.get("problems").size()).isZero();
        JsonNode users = field(check.get("form"), "workloads.ask.load.users");
        assertThat(users.get("kind").asString()).isEqualTo("integer");
        assertThat(users.get("value").asString()).isEqualTo("5");
        assertThat(users.get("given").asBoolean()).isTrue();
        JsonNode sigma = field(check.get("form"), "suts.server.scale");
        assertThat(sigma.get("kind").asString()).isEqualTo("duration");
        assertThat(sigma.get("default").asString()).isEqualTo("10ms");
        assertThat(sigma.get("given").asBoolean()).isFalse();
        assertThat(field(check.get("form"), "workloads.ask.qos.ask")
                        .get("value")
                        .get(0)
                        .asString())
                .isEqualTo("p95 < 500ms");
        assertThat(check.at("/plan/workloads/0/users").asInt()).isEqualTo(5);
        assertThat(check.at("/plan/seconds").asDouble()).isEqualTo(21);
        assertThat(check.at("/plan/text").size()).isGreaterThan(3);
    }

    @Test
    void aHalfWrongTextHasLocatedProblemsAndTheFormOfWhatCanBeRead() throws Exception {
        JsonNode check = check(TEXT.replace("users: 5", "users: none").replace("seed: 7", "sead: 7"));
        assertThat(check.get("plan").isNull()).isTrue();
        assertThat(check.at("/problems/0/path").asString()).isEqualTo("run.sead");
        assertThat(check.at("/problems/0/line").asInt()).isEqualTo(2);
        assertThat(check.at("/problems/0/column").asInt()).isEqualTo(22);
        assertThat(check.at("/problems/0/endColumn").asInt()).isEqualTo(26);
        assertThat(check.at("/problems/1/path").asString()).isEqualTo("workloads.ask.load.users");
        assertThat(field(check.get("form"), "workloads.ask.load.users")
                        .get("value")
                        .asString())
                .isEqualTo("none");
    }

    @Test
    void theEndOfAProblemIsKnownOnItsLineOnly() throws Exception {
        JsonNode problem = check(TEXT.replace("users: 5", "users: [🧀, b]")).at("/problems/0");
        assertThat(problem.get("column").asInt()).isEqualTo(20);
        assertThat(problem.get("endColumn").asInt()).isEqualTo(27);
        problem = check(TEXT.replace("users: 5", "users: [a,\n b]")).at("/problems/0");
        assertThat(problem.get("column").asInt()).isEqualTo(20);
        assertThat(problem.get("endColumn").isNull()).isTrue();
    }

    @Test
    void whatIsNoYamlHasProblemsOnly() throws Exception {
        JsonNode check = check("run: [\n");
        assertThat(check.get("form").isNull()).isTrue();
        assertThat(check.get("problems").size()).isEqualTo(1);
        assertThat(check("").get("form").isNull()).isFalse();
    }

    @Test
    void whatIsMoreThanARunFileMayBeIsRefused() throws Exception {
        StringBuilder bomb = new StringBuilder("a: &a0 [x, x]\n");
        for (int i = 1; i < 30; i++) {
            bomb.append("b")
                    .append(i)
                    .append(": &a")
                    .append(i)
                    .append(" [*a")
                    .append(i - 1)
                    .append(", *a")
                    .append(i - 1)
                    .append("]\n");
        }
        for (String text : List.of(bomb.toString(), "a: " + "[".repeat(200), "a: [" + "1,".repeat(50_000) + "1]")) {
            post("check", Map.of("text", text)).expect(422);
            post("change", Map.of("text", text, "changes", List.of())).expect(422);
        }
        post("check", Map.of("text", "#".repeat(2 << 20))).expect(413);
    }

    @Test
    void aChangeKeepsAllElse() throws Exception {
        JsonNode answer = post(
                        "change",
                        Map.of(
                                "text",
                                TEXT,
                                "changes",
                                List.of(
                                        Map.of("path", "workloads.ask.load.users", "value", 9),
                                        Map.of("path", "suts.server.scale", "value", "20ms"),
                                        Map.of("path", "workloads.ask.load.think", "yaml", "{exponential: 50ms}"))))
                .expect(200)
                .json();
        assertThat(answer.get("text").asString())
                .isEqualTo(TEXT.replace("{ users: 5 }", "{ users: 9, think: { exponential: 50ms } }")
                        .replace("mode: embedded }", "mode: embedded, scale: 20ms }"));
        assertThat(answer.at("/check/problems").size()).isZero();
        TestConsole.Answer refused =
                post("change", Map.of("text", TEXT, "changes", List.of(Map.of("path", "run.name.first", "value", 1))));
        assertThat(refused.expect(422).json().at("/problems/0/path").asString()).isEqualTo("run.name.first");
    }

    @Test
    void eachChoiceOfALoadMakesATextThatIsRight() throws Exception {
        JsonNode load = field(check(TEXT).get("form"), "workloads.ask.load");
        for (JsonNode choice : load.get("choices")) {
            Map<String, Object> body =
                    Map.of("text", TEXT, "changes", Json.mapper().treeToValue(choice.get("changes"), List.class));
            JsonNode answer = post("change", body).expect(200).json();
            assertThat(answer.at("/check/problems").size())
                    .as(answer.toString())
                    .isZero();
            assertThat(field(answer.at("/check/form"), "workloads.ask.load")
                            .get("value")
                            .asString())
                    .isEqualTo(choice.get("value").asString());
        }
    }

    @Test
    void proposalsFitTheHalfTypedLine() throws Exception {
        assertThat(labels("ru")).containsExactly("run");
        assertThat(labels(TEXT + "    exe")).containsExactly("execution");
        assertThat(labels("workloads:\n  a:\n    plugin: pro")).contains("proving/law", "proving/null");
        assertThat(labels("suts:\n  s:\n    service: known-law\n    law: ")).contains("fixed", "lognormal");
        assertThat(labels("suts:\n  s:\n    service: known-law\n    st")).contains("stallEvery", "stallFor");
        assertThat(labels(TEXT.replace("qos: { ask: [\"p95 < 500ms\"] }\n", "qos: { ")))
                .containsExactly("*", "ask", "served");
        assertThat(labels("suts:\n  one: { service: h2, mode: embedded }\nworkloads:\n  a:\n    sut: "))
                .containsExactly("one");
        assertThat(labels("workloads:\n  a:\n    load:\n      schedule:\n        - fo"))
                .containsExactly("for");
        assertThat(labels("workloads:\n  a:\n    load: { users: 1, th")).containsExactly("think");
        assertThat(labels("suts:\n  s:\n    service: h2\n    url: $")).contains("${env:NAME}", "${tile}");
        assertThat(labels("# no pro")).isEmpty();
        assertThat(labels("a" + " ".repeat(100_000))).isEmpty();
        assertThat(labels("a" + " ".repeat(100_000) + "\n  b")).isEmpty();
    }

    private static List<String> labels(String text) throws Exception {
        String[] lines = text.split("\n", -1);
        JsonNode answer = post(
                        "complete",
                        Map.of("text", text, "line", lines.length, "column", lines[lines.length - 1].length() + 1))
                .expect(200)
                .json();
        List<String> labels = new ArrayList<>();
        answer.get("items").forEach(item -> labels.add(item.get("label").asString()));
        return labels;
    }

    @Test
    void aStarterOfEveryWorkloadIsRight() throws Exception {
        JsonNode starters = admin.get("/api/v1/editor/starters").expect(200).json();
        assertThat(starters.get("workloads").size()).isEqualTo(3);
        for (JsonNode workload : starters.get("workloads")) {
            JsonNode answer = post(
                            "new",
                            Map.of(
                                    "plugin", workload.get("plugin").asString(),
                                    "workload", workload.get("workload").asString()))
                    .expect(200)
                    .json();
            JsonNode check = check(answer.get("text").asString());
            assertThat(check.get("problems").size())
                    .as(check.get("problems").toString())
                    .isZero();
            assertThat(check.at("/plan/seconds").asDouble()).isEqualTo(45);
        }
        post("new", Map.of("plugin", "proving")).expect(404);
        post("new", Map.of("plugin", "nobody")).expect(404);
    }

    @Test
    void onlyWhoMayStartRunsMayEdit() throws Exception {
        TestConsole.Client viewer = console.user(admin, "vera", "viewer");
        viewer.get("/api/v1/run-files").expect(200);
        viewer.get("/api/v1/schema").expect(200);
        viewer.send("POST", "/api/v1/editor/check", "{\"text\":\"\"}").expect(403);
        viewer.send("PUT", "/api/v1/run-files/a.yaml", "{\"text\":\"\",\"digest\":null}")
                .expect(403);
        viewer.send("DELETE", "/api/v1/run-files/a.yaml", null).expect(403);
    }
}
