// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.process.FileTree;
import org.plateaubench.web.TestConsole;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Run files are listed, read and written within their folder, and nobody's change is lost. */
final class RunFilesTest {
    private static final String NULL = """
            # Nothing, often,
            # and again:
            run: { name: nothing }
            phases: { steady: 10s }
            workloads:
              nothing: { plugin: proving/null, load: { users: 1, think: 1s } }
            """;

    @TempDir
    private static Path folder;

    private static TestConsole console;
    private static TestConsole.Client admin;

    private final Path files = folder.resolve("files");

    @BeforeAll
    static void start() throws Exception {
        console = TestConsole.start(Installation.of(PluginCatalog.of(new ProvingPlugin())), folder);
        admin = console.admin();
    }

    @AfterAll
    static void stop() {
        console.close();
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
    void theListSaysWhatEachIs() throws Exception {
        JsonNode list = admin.get("/api/v1/run-files").expect(200).json();
        assertThat(list.get("total").asInt()).isEqualTo(3);
        JsonNode nothing = list.at("/files/1");
        assertThat(nothing.get("path").asString()).isEqualTo("runs/nothing.yaml");
        assertThat(nothing.get("name").asString()).isEqualTo("nothing");
        assertThat(nothing.get("title").asString()).isEqualTo("Nothing, often, and again.");
        assertThat(nothing.at("/plugins/0").asString()).isEqualTo("proving/null");
        assertThat(nothing.get("problems").asInt()).isZero();
        assertThat(nothing.get("firstProblem").isNull()).isTrue();
        assertThat(list.at("/files/2/problems").asInt()).isEqualTo(1);
        assertThat(list.at("/files/2/firstProblem").asString())
                .isEqualTo("line 1, column 7: is not valid YAML: expected the node content, but found '<stream end>'");
    }

    @Test
    void whatSomebodyElseChangedIsNotOverwritten() throws Exception {
        JsonNode read =
                admin.get("/api/v1/run-files/runs/nothing.yaml").expect(200).json();
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

    @Test
    void whatIsNoTextIsNotShown() throws Exception {
        Files.write(files.resolve("bytes.yaml"), new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        admin.get("/api/v1/run-files/bytes.yaml").expect(409);
        assertThat(admin.get("/api/v1/run-files")
                        .expect(200)
                        .json()
                        .at("/files/0/problems")
                        .asInt())
                .isEqualTo(1);
    }
}
