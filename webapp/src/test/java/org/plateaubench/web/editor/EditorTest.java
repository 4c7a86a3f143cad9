// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.databases.DatabasesPlugin;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.process.FileTree;
import org.plateaubench.web.TestConsole;
import org.plateaubench.web.http.StaticFiles;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Run files with their problems, plans and starters, and the descriptions of plugins. */
final class EditorTest {
    private static final String NULL = """
            # Nothing, often,
            # and again:
            run: { name: nothing }
            phases: { steady: 10s }
            workloads:
              nothing: { plugin: proving/null, load: { users: 1, think: 1s } }
            """;

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
    private final Path files = folder.resolve("files");

    @BeforeAll
    static void start() throws Exception {
        Path docs = Files.createDirectories(folder.resolve("docs/plugins"));
        Files.writeString(docs.resolve("proving.md"), "# Plugin `proving`\n\nSee [more](proving-more.md).");
        Files.writeString(docs.resolve("proving-more.md"), "# More");
        Files.writeString(docs.resolve("other.md"), "# Not installed");
        Files.createDirectories(folder.resolve("docs/images"));
        Files.write(folder.resolve("docs/images/a.png"), new byte[] {1});
        Files.writeString(folder.resolve("secret.png"), "secret");
        Path own = Files.createDirectories(folder.resolve("roots/proving/docs"));
        Files.writeString(own.resolve("extra.md"), "# Extra");
        Installation installation = Installation.of(
                PluginCatalog.of(new ProvingPlugin(), new DatabasesPlugin()),
                folder.resolve("docs"),
                List.of(folder.resolve("roots")));
        console = TestConsole.start(installation, TestConsole.options(folder), StaticFiles.read());
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
    void validTextHasPlanAndProblemsHaveLineAndColumn() throws Exception {
        JsonNode checked = checked(TEXT);
        assertThat(checked.get("problems").size()).isZero();
        assertThat(checked.at("/plan/workloads/0/users").asInt()).isEqualTo(5);
        assertThat(checked.at("/plan/seconds").asDouble()).isEqualTo(21);
        assertThat(checked.at("/plan/text").size()).isGreaterThan(3);
        checked = checked(TEXT.replace("users: 5", "users: none").replace("seed: 7", "sead: 7"));
        assertThat(checked.get("plan").isNull()).isTrue();
        assertThat(checked.at("/problems/0/path").asString()).isEqualTo("run.sead");
        assertThat(checked.at("/problems/0/line").asInt()).isEqualTo(2);
        assertThat(checked.at("/problems/0/column").asInt()).isEqualTo(22);
        assertThat(checked.at("/problems/0/severity").asString()).isEqualTo("error");
        assertThat(checked.at("/problems/1/path").asString()).isEqualTo("workloads.ask.load.users");
        assertThat(checked("run: [\n").get("problems").size()).isEqualTo(1);
    }

    @Test
    void textBeyondLimitsIsRefused() throws Exception {
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
    void startersAreValidAndExplainTheirKeys() throws Exception {
        int workloads = 0;
        for (JsonNode plugin : admin.json("/api/v1/plugins").get("plugins")) {
            for (JsonNode workload : plugin.get("workloads")) {
                workloads++;
                String path = "/api/v1/plugins/" + workload.get("plugin").asString() + "/starter?workload="
                        + workload.get("name").asString();
                JsonNode checked = checked(admin.json(path).get("text").asString());
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
        // The smallest SUT and workload, which the form adds, are those of the whole starter.
        assertThat(admin.json("/api/v1/plugins/proving").toString())
                .contains("\"entry\":{\"service\":\"known-law\",\"mode\":\"embedded\"}")
                .contains("\"entry\":{\"plugin\":\"proving/law\",\"load\":{\"users\":8}}");
        assertThat(admin.json("/api/v1/plugins/proving/starter?workload=law")
                        .get("text")
                        .asString())
                .contains("  rampUp: 10s                     # users start one by one\n")
                .contains("    service: known-law\n    mode: embedded\n")
                .contains("      users: 8                    # closed load: each user");
    }

    @BeforeEach
    void writeFiles() throws Exception {
        FileTree.remove(files);
        Files.createDirectories(files.resolve("runs"));
        Files.writeString(files.resolve("runs/nothing.yaml"), NULL);
        Files.writeString(files.resolve("wrong.yml"), "run: [");
        Files.writeString(files.resolve("quickstart.yaml"), NULL.replace("nothing }", "quickstart }"));
        Files.writeString(files.resolve("notes.txt"), "no run file");
        Files.writeString(files.resolve("study.yaml"), "study: { name: s }\nrun: runs/nothing.yaml\n");
        Files.writeString(files.resolve("build.yml"), "on: push\njobs: {}\n");
        Files.writeString(folder.resolve("secret.yaml"), "secret");
        Files.createSymbolicLink(files.resolve("link.yaml"), folder.resolve("secret.yaml"));
        Files.createSymbolicLink(files.resolve("outside"), folder);
    }

    private TestConsole.Answer write(String path, String text, @Nullable String digest) throws Exception {
        Map<String, @Nullable Object> body = new HashMap<>();
        body.put("text", text);
        body.put("digest", digest);
        return admin.send(
                "PUT", "/api/v1/run-files/" + path, JsonMapper.shared().writeValueAsString(body));
    }

    @Test
    void runFilesAreDescribedAndBinaryFilesRefused() throws Exception {
        JsonNode list = admin.json("/api/v1/run-files");
        assertThat(list.get("total").asInt()).isEqualTo(3);
        JsonNode nothing = list.at("/files/1");
        assertThat(nothing.get("path").asString()).isEqualTo("runs/nothing.yaml");
        assertThat(nothing.get("name").asString()).isEqualTo("nothing");
        assertThat(nothing.get("title").asString()).isEqualTo("Nothing, often, and again.");
        assertThat(nothing.at("/plugins/0").asString()).isEqualTo("proving/null");
        assertThat(nothing.get("group").asString()).isEqualTo("workload");
        assertThat(nothing.get("problems").asInt()).isZero();
        assertThat(nothing.get("firstProblem").isNull()).isTrue();
        assertThat(list.at("/files/2/problems").asInt()).isEqualTo(1);
        assertThat(list.at("/files/2/firstProblem").asString())
                .isEqualTo("line 1, column 7: is not valid YAML: expected the node content, but found '<stream end>'");
        String pair = "workloads: { a: { plugin: proving/null }, b: { plugin: proving/null } }\n";
        for (String[] added : new String[][] {{"", "tiles"}, {"trials: 2\n", "bench"}}) {
            Files.writeString(files.resolve("a-pair.yaml"), pair + added[0]);
            assertThat(admin.json("/api/v1/run-files").at("/files/0/group").asString())
                    .isEqualTo(added[1]);
        }
        Files.delete(files.resolve("a-pair.yaml"));
        Files.write(files.resolve("bytes.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        admin.get("/api/v1/run-files/bytes.yaml").expect(409);
        assertThat(admin.json("/api/v1/run-files").at("/files/0/problems").asInt())
                .isEqualTo(1);
    }

    @Test
    void fileChangedByOtherUserIsNotOverwritten() throws Exception {
        JsonNode read = admin.json("/api/v1/run-files/runs/nothing.yaml");
        assertThat(read.get("text").asString()).isEqualTo(NULL);
        String digest = read.get("digest").asString();
        String second = write("runs/nothing.yaml", NULL + "# two\n", digest)
                .expect(200)
                .json()
                .get("digest")
                .asString();
        JsonNode refused =
                write("runs/nothing.yaml", "mine", digest).expect(409).json();
        assertThat(refused.at("/problems/0/path").asString()).isEqualTo("digest");
        assertThat(refused.at("/problems/0/message").asString()).isEqualTo(second);
        assertThat(files.resolve("runs/nothing.yaml")).hasContent(NULL + "# two\n");
        write("runs/nothing.yaml", "new", null).expect(409);
        write("mine/new.yaml", NULL, null).expect(200);
        assertThat(files.resolve("mine/new.yaml")).hasContent(NULL);
        write("gone.yaml", NULL, digest).expect(409);
        admin.send("DELETE", "/api/v1/run-files/mine/new.yaml", null).expect(204);
        admin.send("DELETE", "/api/v1/run-files/mine/new.yaml", null).expect(404);
        assertThat(files.resolve("mine")).isEmptyDirectory();
    }

    private static String html(String markdown) {
        return new PageHtml("mine", page -> page.equals("other") ? "/plugins/other?page=other" : "")
                .convert(markdown, "x")
                .html();
    }

    @Test
    void scriptsInPluginPageAreEscaped() {
        assertThat(html("<script>alert(1)</script>\n\nA <b onclick=x()>b</b>."))
                .doesNotContain("<script")
                .doesNotContain("<b")
                .contains("&lt;script&gt;");
        assertThat(html("[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) <javascript:alert(1)>"))
                .doesNotContain("href")
                .contains("a", "b", "c");
        assertThat(html("![a](http://evil.example/x.png) ![b](data:image/png;base64,AAAA) ![c](../../etc/passwd)"))
                .doesNotContain("<img");
        assertThat(html("[a](/api/v1/queue) [b](//evil.example) [c](../user-guide.md) [d](a.yaml)"))
                .doesNotContain("href");
        assertThat(html("[a](https://example.org \"\\\" onmouseover=x\")"))
                .contains("href=\"https://example.org\"")
                .doesNotContain("onmouseover");
        assertThat(html("# T\n\n## <img src=x onerror=y> \"quoted\""))
                .doesNotContain("<img")
                .contains("<h2 id=\"doc-");
    }

    @Test
    void linksAndImagesPointToConsolePages() {
        assertThat(html("[a](other.md) [b](other.md#One) [c](#two)"))
                .contains("href=\"/plugins/other?page=other\"")
                .contains("href=\"/plugins/other?page=other#doc-One\"")
                .contains("href=\"#doc-two\"");
        assertThat(html("![a picture](../images/olio-home.png)"))
                .contains(
                        "src=\"/api/v1/plugins/mine/documentation/images/images/olio-home.png\"", "alt=\"a picture\"");
        assertThat(html("| a | b |\n|---|--:|\n| 1 | 2 |")).contains("<table>", "<td align=\"right\">2</td>");
    }

    @Test
    void onlyPagesOfPluginAreServed() throws Exception {
        JsonNode list = admin.json("/api/v1/plugins");
        assertThat(list.at("/plugins/0/id").asString()).isEqualTo("proving");
        assertThat(list.at("/plugins/0/documented").asBoolean()).isTrue();
        JsonNode detail = admin.json("/api/v1/plugins/proving");
        assertThat(detail.at("/workloads/1/definition/operations/0/name").asString())
                .isEqualTo("ask");
        assertThat(detail.at("/workloads/1/shares/ask").asDouble()).isEqualTo(1);
        assertThat(detail.at("/services/0/parameters/0/default").asString()).isEqualTo("fixed");
        String path = "/api/v1/plugins/proving/documentation";
        JsonNode page = admin.json(path + "?page=proving");
        assertThat(page.get("title").asString()).isEqualTo("Plugin proving");
        assertThat(page.get("html").asString()).contains("href=\"/plugins/proving?page=proving-more\"");
        assertThat(page.get("pages").size()).isEqualTo(3);
        admin.get(path + "?page=other").expect(404);
        admin.get(path + "?page=..%2F..%2Fsecret").expect(404);
        assertThat(admin.get(path + "/images/images/a.png").expect(200).header("Content-Type"))
                .startsWith("image/png");
        for (String image : List.of("..%2Fsecret.png", "images/..%2F..%2Fsecret.png", "a.svg")) {
            assertThat(admin.get(path + "/images/" + image).status()).as(image).isBetween(400, 404);
        }
        admin.get("/api/v1/plugins/nobody").expect(404);
    }
}
