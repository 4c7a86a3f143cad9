// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.app.RunOrigin.RunSource;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.TestConsole;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Every key of a run file is tried with names of files that an operator may not read: no key reads outside the folder
 * of run files, and no message shows the content of such a file.
 */
final class NamedFilesTest {
    /** The content of each of the files, as a line of a replay file, and as malformed YAML. */
    private static final String SECRET = "sesame";

    /** The keys whose value is the name of a file; a new one must be added here. */
    private static final Set<String> FILE_NAME_KEYS = Set.of(
            "rig",
            "score.reference",
            "workloads.NAME.load.schedule[].rate.replay",
            "workloads.NAME.load.schedule[].users.replay");

    @TempDir
    private static Path folder;

    private static Path files;
    private static Installation installation;

    @BeforeAll
    static void fill() throws IOException {
        installation = Installation.of(PluginCatalog.of(new ProvingPlugin()));
        files = Files.createDirectories(folder.resolve("files"));
        Path outside = Files.writeString(folder.resolve("outside.yaml"), SECRET);
        Files.writeString(Files.createDirectories(folder.resolve("references")).resolve("beside.yaml"), SECRET);
        Files.writeString(files.resolve("key"), SECRET);
        Files.writeString(files.resolve(".env.yaml"), SECRET + ": [");
        Files.createSymbolicLink(files.resolve("out.yaml"), outside);
        Files.createSymbolicLink(files.resolve("in.yaml"), files.resolve("key"));
        Files.writeString(files.resolve("shown.yaml"), "shown");
    }

    @AfterAll
    static void close() throws Exception {
        installation.close();
    }

    private static List<String> names() {
        return List.of(
                "../outside.yaml",
                folder.resolve("outside.yaml").toString(),
                "../references/beside.yaml",
                "beside.yaml",
                "out.yaml",
                "in.yaml",
                "key",
                ".env.yaml");
    }

    /** A run file with one key. */
    private static String runFile(String key, String value) {
        StringBuilder text = new StringBuilder();
        int depth = 0;
        for (String part : key.replace("NAME", "one").split("\\.", -1)) {
            text.append(" ".repeat(depth)).append(part.replace("[]", "")).append(":\n");
            depth += 2;
            if (part.endsWith("[]")) {
                text.append(" ".repeat(depth)).append("-\n");
                depth += 2;
            }
        }
        return text.append(" ".repeat(depth))
                .append('"')
                .append(value)
                .append("\"\n")
                .toString();
    }

    /** Every key of the schema, names as {@code NAME} and elements of lists as {@code []}. */
    private static Set<String> keys() {
        JsonNode schema = JsonMapper.shared().readTree(installation.schema());
        Set<String> keys = new TreeSet<>();
        walk(schema, schema, "", keys);
        return keys;
    }

    private static void walk(JsonNode schema, JsonNode part, String path, Set<String> keys) {
        if (part.has("$ref")) {
            walk(schema, schema.at(part.get("$ref").asString().substring(1)), path, keys);
        }
        for (String some : List.of("anyOf", "oneOf", "allOf")) {
            part.path(some).forEach(property -> walk(schema, property, path, keys));
        }
        for (Map.Entry<String, JsonNode> property : part.path("properties").properties()) {
            walk(
                    schema,
                    property.getValue(),
                    path.isEmpty() ? property.getKey() : path + "." + property.getKey(),
                    keys);
        }
        if (part.has("then")) {
            walk(schema, part.get("then"), path, keys);
        }
        if (part.path("additionalProperties").isObject()) {
            walk(schema, part.get("additionalProperties"), path + ".NAME", keys);
        }
        if (part.path("items").isObject()) {
            walk(schema, part.get("items"), path + "[]", keys);
        }
        if (!path.isEmpty()) {
            keys.add(path);
        }
    }

    private static List<Problem> problems(String text) throws IOException {
        RunOrigin origin = new RunOrigin(files, null, Optional.empty());
        try {
            RunApplication.of(installation, folder.resolve("runs"))
                    .plan(RunSource.of("run.yaml", text, origin), List.of());
            return List.of();
        } catch (WrongConfiguration wrong) {
            return wrong.problems();
        }
    }

    @Test
    void noKeyLeavesFolderOrRevealsFileContents() throws IOException {
        List<String> leaks = new ArrayList<>();
        Set<String> reading = new TreeSet<>();
        for (String key : keys()) {
            if (problems(runFile(key, "none.yaml")).stream()
                    .anyMatch(problem -> problem.message().contains("there is no such file"))) {
                reading.add(key);
            }
            for (String name : names()) {
                String problemText = problems(runFile(key, name)).toString();
                if (problemText.replace(name, "").contains(SECRET)) {
                    leaks.add(key + ": " + problemText);
                }
            }
        }
        assertThat(keys()).as("keys that are tried").hasSizeGreaterThan(100);
        assertThat(reading).as("keys that name a file").containsExactlyInAnyOrderElementsOf(FILE_NAME_KEYS);
        assertThat(leaks).isEmpty();
        for (String key : FILE_NAME_KEYS) {
            assertThat(problems(runFile(key, "shown.yaml")).toString())
                    .as(key + " of a run file that everybody may read")
                    .contains("shown.yaml");
        }
    }

    @Test
    void fileErrorIsLocatedWithoutShowingContents() throws Exception {
        String text = """
                run: { name: curious }
                phases: { steady: 1s }
                workloads: { one: { plugin: proving/null, load: { maxUsers: 5, schedule: [{ for: 9s, rate: { replay: key } }] } } }
                """;
        try (TestConsole console = TestConsole.start(folder)) {
            TestConsole.Client operator = console.user(console.admin(), "mallory", "operator");
            String body = JsonMapper.shared().writeValueAsString(Map.of("text", text));
            for (TestConsole.Answer answer : List.of(
                    operator.send("POST", "/api/v1/queue", body).expect(422),
                    operator.send("POST", "/api/v1/validate", body).expect(200))) {
                assertThat(answer.text())
                        .contains("must be seconds since the start")
                        .doesNotContain(SECRET);
            }
        }
    }
}
