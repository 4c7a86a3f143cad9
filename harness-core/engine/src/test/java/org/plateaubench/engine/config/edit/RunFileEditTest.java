// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.edit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.edit.RunFileEdit.Change;
import org.plateaubench.engine.config.text.ConfigNode;
import org.plateaubench.engine.config.text.Problems;
import org.plateaubench.engine.config.text.YamlTree;

/** A change of a run file's text changes what it says at one place, and no other byte than it must. */
final class RunFileEditTest {
    private static final String FILE = """
            # A store
            run: { name: store, seed: 42 }   # the same seed, the same requests

            phases:
              rampUp: 15s        # users start one by one
              steady: 60s

            # what is measured
            workloads:
              store:
                plugin: dvdstore
                load:
                  users: 12      # closed
                  think: { exponential: 600ms }
                qos:
                  purchase: ["p95 < 500ms"]
                  # of all
                  "*": ["errors < 1%"]
                # execution: platform
            """;

    private static String set(String text, String path, @Nullable Object value) throws WrongConfiguration {
        return RunFileEdit.apply(text, List.of(new Change(path, value)));
    }

    @Test
    void aValueIsReplacedWhereItStands() throws Exception {
        assertThat(set(FILE, "workloads.store.load.users", 50)).isEqualTo(FILE.replace("users: 12 ", "users: 50 "));
        assertThat(set(FILE, "run.seed", "7")).isEqualTo(FILE.replace("seed: 42", "seed: 7"));
        assertThat(set(FILE, "workloads.store.load.think", Map.of("exponential", "1s")))
                .isEqualTo(FILE.replace("600ms", "1s"));
        assertThat(set(FILE, "workloads.store.qos.purchase", List.of("p95 < 400ms", "p99 < 1s")))
                .isEqualTo(FILE.replace("[\"p95 < 500ms\"]", "[\"p95 < 400ms\", \"p99 < 1s\"]"));
        assertThat(set(FILE, "workloads.store.qos.*", List.of("errors < 2%")))
                .isEqualTo(FILE.replace("errors < 1%", "errors < 2%"));
    }

    @Test
    void aNewKeyStandsWhereItIsLookedFor() throws Exception {
        assertThat(set(FILE, "phases.rampDown", "10s"))
                .isEqualTo(FILE.replace("  steady: 60s\n", "  steady: 60s\n  rampDown: 10s\n"));
        assertThat(set(FILE, "run.description", "A light load, on H2"))
                .isEqualTo(FILE.replace("seed: 42 }", "seed: 42, description: \"A light load, on H2\" }"));
        assertThat(set(FILE, "workloads.store.sut", "db"))
                .isEqualTo(FILE.replace("dvdstore\n", "dvdstore\n    sut: db\n"));
        assertThat(set(FILE, "workloads.store.parameters.size", "small"))
                .isEqualTo(FILE.replace("600ms }\n", "600ms }\n    parameters: { size: small }\n"));
        assertThat(set(FILE, "workloads.store.execution", "virtual"))
                .contains("\"*\": [\"errors < 1%\"]\n    execution: virtual\n    # execution: platform\n");
    }

    @Test
    void aNewSectionStandsApartLikeTheOthers() throws Exception {
        String text = set(FILE, "suts.db", Map.of("service", "h2"));
        assertThat(text).isEqualTo(FILE.replace("steady: 60s\n", "steady: 60s\n\nsuts:\n  db: { service: h2 }\n"));
    }

    @Test
    void whatBecomesEmptyGoes() throws Exception {
        assertThat(set(FILE, "phases.steady", null)).isEqualTo(FILE.replace("  steady: 60s\n", ""));
        assertThat(set(set(FILE, "workloads.store.load.users", null), "workloads.store.load.think", null))
                .doesNotContain("load:")
                .contains("plugin: dvdstore\n    qos:");
        assertThat(set(FILE, "workloads.store.load.think.exponential", null)).doesNotContain("think");
    }

    @Test
    void theSameValueChangesNoByte() throws Exception {
        try (Stream<Path> files = Files.walk(configs())) {
            for (Path file :
                    files.filter(path -> path.toString().endsWith(".yaml")).toList()) {
                String text = Files.readString(file);
                Map<TextPath, Object> all = new LinkedHashMap<>();
                collect(new TextPath(List.of()), plain(text), all);
                List<Change> same = all.entrySet().stream()
                        .filter(value -> value.getKey().parts().stream()
                                .noneMatch(part -> part.toString().contains(".")))
                        .map(value -> new Change(value.getKey().toString(), value.getValue()))
                        .toList();
                assertThat(RunFileEdit.apply(text, same)).as(file.toString()).isEqualTo(text);
            }
        }
    }

    @Test
    void anyChangeOfAnyFileSaysWhatItShouldAndKeepsEveryComment() throws Exception {
        Random random = new Random(11);
        List<Path> files;
        try (Stream<Path> found = Files.walk(configs())) {
            // What is in rigs is for other programs, and has comments within lists.
            files = found.filter(path -> path.toString().endsWith(".yaml")
                            && !path.startsWith(configs().resolve("rigs")))
                    .sorted()
                    .toList();
        }
        int made = 0;
        for (int i = 0; i < 500; i++) {
            Path file = files.get(random.nextInt(files.size()));
            String text =
                    random.nextInt(4) == 0 ? Files.readString(file).replace("\n", "\r\n") : Files.readString(file);
            Map<TextPath, Object> all = new LinkedHashMap<>();
            collect(new TextPath(List.of()), plain(text), all);
            TextPath path = List.copyOf(all.keySet()).get(random.nextInt(all.size()));
            if (path.parts().stream()
                    .anyMatch(part -> part instanceof Integer || part.toString().contains("."))) {
                continue;
            }
            boolean isNovel = random.nextInt(3) == 0 && all.get(path) instanceof Map;
            TextPath changed = isNovel ? path.below("novel") : path;
            Object value = random.nextInt(4) == 0 ? null : VALUES.get(random.nextInt(VALUES.size()));
            // It checks itself that the text says what it should, and throws when not.
            String after = RunFileEdit.apply(text, List.of(new Change(changed.toString(), value)));
            if (!(all.get(path) instanceof Map) || isNovel) {
                assertThat(comments(after))
                        .as("%s %s %s", file, changed, value)
                        .containsAll(value == null ? List.of() : comments(text));
            }
            Object expected = value == null ? null : PlainTree.normal(value);
            assertThat(PlainTree.at(plain(after), changed)).isEqualTo(expected);
            made++;
        }
        assertThat(made).isGreaterThan(300);
    }

    private static final List<Object> VALUES = List.of(
            7,
            "12",
            0.25,
            true,
            "text",
            "",
            "null",
            "~",
            "a: b",
            "#hash",
            "- x",
            "*",
            "&a",
            "\"quoted\" \\ 'both'",
            "two\nlines\tand\u0085more",
            "Käse 🧀, [x] {y}",
            "yes",
            " space ",
            "p95 < 500ms",
            "${env:NAME}",
            List.of("a", "b: c", "p95 < 1s"),
            List.of(Map.of("for", "10s", "users", 4), Map.of("for", "20s", "users", Map.of("from", 1, "to", 2))),
            List.of(),
            Map.of("one", 1),
            new LinkedHashMap<>(Map.of(
                    "large",
                            Map.of(
                                    "deep",
                                    Map.of("deeper", "a long text that does not go on one line with the others")),
                    "*", List.of("errors < 1%"))));

    private static List<String> comments(String text) {
        List<String> result = new ArrayList<>();
        for (String line : text.split("\r?\n", -1)) {
            int at = line.startsWith("#") ? 0 : line.indexOf(" # ");
            if (at >= 0) {
                result.add(line.substring(at).strip());
            }
        }
        return result;
    }

    private static void collect(TextPath path, @Nullable Object value, Map<TextPath, Object> all) {
        if (value == null) {
            return;
        }
        if (!path.isRoot()) {
            all.put(path, value);
        }
        if (value instanceof Map<?, ?> map) {
            map.forEach((key, element) -> collect(path.below(String.valueOf(key)), element, all));
        } else if (value instanceof List<?> list) {
            for (int i = 0; i < list.size(); i++) {
                collect(path.below(i), list.get(i), all);
            }
        }
    }

    private static Object plain(String text) {
        Problems problems = new Problems();
        ConfigNode node = YamlTree.ofFile("", text, problems);
        assertThat(problems.sorted()).isEmpty();
        Object plain = node == null ? null : node.plain();
        return plain == null ? Map.of() : plain;
    }

    private static Path configs() {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("configs/runs"))) {
                return folder.resolve("configs");
            }
        }
        throw new IllegalStateException("no configs");
    }

    @Test
    void allLayoutsCanBeChanged() throws Exception {
        assertThat(set("", "run.name", "a")).isEqualTo("run:\n  name: a\n");
        assertThat(set("# later\n", "run.name", "a")).isEqualTo("# later\nrun:\n  name: a\n");
        assertThat(set("run:\nphases: {}", "run.name", "a")).isEqualTo("run:\n  name: a\nphases: {}");
        assertThat(set("run: # what\n", "run.name", "a")).isEqualTo("run: # what\n  name: a\n");
        assertThat(set("run: {name: }\n", "run.name", "a")).isEqualTo("run: {name: a }\n");
        assertThat(set("a: {}\n", "a.b", 1)).isEqualTo("a: { b: 1 }\n");
        assertThat(set("a: |\n  one\n  two\n\nb: 1\n", "a", "x")).isEqualTo("a: x\n\nb: 1\n");
        assertThat(set("a: # why\n  b: 1\n  c: 2\nd: 1\n", "a", 5)).isEqualTo("a: 5 # why\nd: 1\n");
        assertThat(set("a:\n- x\n- y # two\nb: 1\n", "a", List.of("x", "z", "w")))
                .isEqualTo("a:\n- x\n- z # two\n- w\nb: 1\n");
        assertThat(set("a:\n  - x\n  - y\n  - z\n", "a", List.of("x"))).isEqualTo("a:\n  - x\n");
        assertThat(set("a: [x, y, z]\n", "a", List.of("x", "y"))).isEqualTo("a: [x, y]\n");
        assertThat(set("l:\n  - for: 1s\n    users: 2\n", "l[0].for", null)).isEqualTo("l:\n  - users: 2\n");
        assertThat(set("a: 'it''s'\nb: 2", "a", "so")).isEqualTo("a: \"so\"\nb: 2");
        assertThat(set("a: \"12\"\n", "a", 12)).isEqualTo("a: 12\n");
        assertThat(set("\ufeffa: 1\r\nb: 2\r\n", "c", 3)).isEqualTo("\ufeffa: 1\r\nb: 2\r\nc: 3\r\n");
        assertThat(set("a: 1", "a", null)).isEqualTo("{}");
        assertThat(set("a: 1\nb: 2", "b", null)).isEqualTo("a: 1");
    }

    @Test
    void whatWouldChangeSomethingElseIsRefused() {
        String shared = "a: &one { x: 1 }\nb: *one\n";
        assertThatThrownBy(() -> set(shared, "a.x", 2)).hasMessageContaining("edit the text");
        assertThatThrownBy(() -> set(shared, "b.x", 2)).hasMessageContaining("edit the text");
        assertThatThrownBy(() -> set("a: 1\n", "a.b", 2)).hasMessageContaining("cannot be set in '1'");
        assertThatThrownBy(() -> set("a: 1\n", "a..b", 2)).hasMessageContaining("must name a value");
        assertThatThrownBy(() -> set("a: [1\n", "a", 2)).isInstanceOf(WrongConfiguration.class);
        assertThatThrownBy(() -> set("a: 1\n", "b", "half \ud800")).hasMessageContaining("half a character");
    }

    @Test
    void anAliasItselfCanBeReplaced() throws Exception {
        assertThat(set("a: &one 5\nb: *one # same\n", "b", 6)).isEqualTo("a: &one 5\nb: 6 # same\n");
    }

    @Test
    void aChangeNeverReachesAnAliasBesideIt() throws Exception {
        String shared = "a: &one { x: 1 }\nb: *one\nc: [*one, *one, 5]\n";
        assertThatThrownBy(() -> set(shared, "a", Map.of("x", 2))).hasMessageContaining("edit the text");
        assertThatThrownBy(() -> set(shared, "a", 2)).hasMessageContaining("edit the text");
        assertThat(set(shared, "c[1]", "own")).isEqualTo(shared.replace("*one, 5", "own, 5"));
        assertThat(set(shared, "b", null)).isEqualTo(shared.replace("b: *one\n", ""));
        assertThat(set(shared, "b", Map.of("x", 1))).isEqualTo(shared);
    }

    @Test
    void placesAreThoseOfTheTextWhateverItsCharacters() throws Exception {
        String text = "\"k 🧀\": { é: '🧀', z: 5 } # 🧀\nlist:\n- 🧀 # one\n- b\n";
        assertThat(set(text, "k 🧀.z", 6)).isEqualTo(text.replace("5", "6"));
        assertThat(set(text, "list", List.of("🧀", "c", "d"))).isEqualTo(text.replace("- b", "- c\n- d"));
        assertThat(set(text, "k 🧀", null)).isEqualTo("list:\n- 🧀 # one\n- b\n");
    }

    @Test
    void aValueMayComeAsYaml() throws Exception {
        Change change = Change.ofYaml("workloads.store.load.think", "{uniform: {min: 0s, max: 1s}}");
        assertThat(RunFileEdit.apply(FILE, List.of(change))).contains("    think: { uniform: { min: 0s, max: 1s } }\n");
        assertThatThrownBy(() -> Change.ofYaml("a", "[")).isInstanceOf(WrongConfiguration.class);
    }
}
