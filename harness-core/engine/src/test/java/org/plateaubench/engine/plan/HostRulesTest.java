// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.RunSpec;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.loader.ParameterProblem;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.spi.SutServiceType;

/** A value that reaches the host must be the default, that of the run file on the host, or one of the allow file. */
final class HostRulesTest {
    private static final String OWNER = "store";

    @TempDir
    private Path folder;

    record Parameters(
            @Parameter(description = "Anything.", defaultValue = "")
            String label,

            @Parameter(description = "Secret.", defaultValue = "", secret = true)
            String key,

            @Parameter(description = "Program.", defaultValue = "/usr/bin/store", reach = Reach.PROGRAM)
            String server,

            @Parameter(description = "Folder.", defaultValue = "", reach = Reach.FOLDER)
            String home,

            @Parameter(description = "File.", defaultValue = "", reach = Reach.FILE)
            String trust,

            @Parameter(description = "Settings.", defaultValue = "{}", reach = Reach.SETTINGS)
            Map<String, String> settings,

            @Parameter(description = "Lines.", defaultValue = "[]", reach = Reach.SETTINGS)
            List<String> lines,

            @Parameter(description = "Address.", defaultValue = "", reach = Reach.ADDRESS)
            String url,

            @Parameter(description = "Script.", defaultValue = "{}")
            Map<String, Object> script) {}

    private static SutServiceType<Parameters> store() {
        return new TestShop.PlannedService<>(OWNER, Parameters.class);
    }

    private AllowFile file(String text) throws IOException, WrongConfiguration {
        return AllowFile.read(Files.writeString(folder.resolve("allow.yaml"), text));
    }

    private static List<ParameterProblem> refused(AllowFile allowed, Map<String, Object> given) {
        return new HostRules(allowed, null).refused(OWNER, Parameters.class, given);
    }

    private static List<String> paths(AllowFile allowed, String name, Object value) {
        return refused(allowed, Map.of(name, value)).stream()
                .map(ParameterProblem::path)
                .toList();
    }

    @Test
    void onlyDefaultsAreAllowedWithoutAnAllowFile() {
        assertThat(refused(AllowFile.NONE, Map.of("label", "/bin/sh", "server", "/usr/bin/store")))
                .isEmpty();
        assertThat(paths(AllowFile.NONE, "server", "/bin/sh")).containsExactly("server");
        assertThat(paths(AllowFile.NONE, "server", "")).containsExactly("server");
        assertThat(paths(AllowFile.NONE, "home", "/usr")).containsExactly("home");
        assertThat(paths(AllowFile.NONE, "trust", "ca.pem")).containsExactly("trust");
        assertThat(paths(AllowFile.NONE, "settings", Map.of("touch", "x"))).containsExactly("settings.touch");
        assertThat(paths(AllowFile.NONE, "lines", List.of("a", "b"))).containsExactly("lines[0]", "lines[1]");
    }

    @Test
    void freeValueMustBeOneLine() {
        for (String text : List.of("100mb\nloadmodule /tmp/x.so", "a\r", "\u0085x", "a\tb", "\u001b[2J")) {
            assertThat(paths(AllowFile.NONE, "label", text)).as(text).containsExactly("label");
        }
        assertThat(refused(AllowFile.NONE, Map.of("label", "a\nb")).getFirst().message())
                .isEqualTo("must be one line without control characters in a run of this console");
        assertThat(paths(AllowFile.NONE, "label", "gr\u00fcn ${env")).isEmpty();
    }

    @Test
    void textOfATreeMayHaveSeveralLines() {
        assertThat(paths(AllowFile.NONE, "script", Map.of("say", "a\r\n\tb", "steps", List.of("c\nd"))))
                .isEmpty();
        assertThat(paths(AllowFile.NONE, "script", Map.of("say", "\u001b[2J"))).containsExactly("script.say");
        assertThat(paths(AllowFile.NONE, "script", Map.of("say", "a\n${file:/etc/shadow}")))
                .containsExactly("script.say");
    }

    @Test
    void valuesOfTheAllowFileMustMatchExactly() throws Exception {
        AllowFile allowed = file("""
                # YAML or JSON
                parameters:
                  store: { server: [/opt/a, /opt/b], settings.hz: 100, lines: b }
                """);
        assertThat(paths(allowed, "server", "/opt/a")).isEmpty();
        assertThat(paths(allowed, "server", "/opt/b")).isEmpty();
        assertThat(paths(allowed, "server", "/opt/../opt/b")).containsExactly("server");
        assertThat(paths(allowed, "home", "/opt/a")).containsExactly("home");
        assertThat(paths(allowed, "settings", Map.of("hz", "100"))).isEmpty();
        assertThat(paths(allowed, "settings", Map.of("hz", "101"))).containsExactly("settings.hz");
        assertThat(paths(allowed, "settings", Map.of("hz", "100", "touch", "x")))
                .containsExactly("settings.touch");
        assertThat(paths(allowed, "lines", List.of("a", "b"))).containsExactly("lines[0]");
        assertThat(new HostRules(allowed, null).refused("other", Parameters.class, Map.of("server", "/opt/a")))
                .hasSize(1);
    }

    @Test
    void addressWithOptionsMustBeAllowed() throws Exception {
        for (String url : List.of(
                "jdbc:postgresql://db.lab:5432/store",
                "jdbc:h2:tcp://db${tile}.lab/~/store",
                "jdbc:mariadb://[::1]:3306/store")) {
            assertThat(paths(AllowFile.NONE, "url", url)).as(url).isEmpty();
        }
        for (String url : List.of(
                "jdbc:postgresql://db.lab/store?socketFactory=evil",
                "jdbc:postgresql://db.lab/store%3FsocketFactory=evil",
                "jdbc:h2:tcp://db.lab/store;INIT=evil",
                "jdbc:mariadb://address=(host=db.lab)(localSocket=/tmp/x)/store")) {
            assertThat(paths(AllowFile.NONE, "url", url)).as(url).containsExactly("url");
            assertThat(paths(file("parameters: { store: { url: '" + url + "' } }"), "url", url))
                    .as(url)
                    .isEmpty();
        }
    }

    @Test
    void onlyListedSecretsAreReadAndNeverShown() throws Exception {
        AllowFile allowed = file("""
                {"parameters": {"store": {"label": "x${env:STORE}"}}, "secrets": ["env:STORE", "file:/etc/key"]}
                """);
        assertThat(paths(allowed, "key", "${env:STORE}${file:/etc/key}")).isEmpty();
        assertThat(paths(allowed, "key", "${file:/etc/../etc/key}")).containsExactly("key");
        assertThat(refused(allowed, Map.of("key", "x${env:HOME}")))
                .extracting(ParameterProblem::message)
                .containsExactly(
                        "environment variable HOME is not a secret that runs of this console may read: they may"
                                + " read those that the administrator's allow file (" + allowed.path()
                                + ") lists under secrets");
        assertThat(paths(AllowFile.NONE, "key", "${file:/no/such}")).containsExactly("key");
        assertThat(refused(allowed, Map.of("label", "${env:STORE}")))
                .extracting(ParameterProblem::message)
                .singleElement()
                .asString()
                .startsWith("would show a secret in results and messages: write the value itself: the console accepts");
        assertThat(paths(allowed, "label", "x${env:STORE}")).isEmpty();
        assertThat(allowed.variables()).containsExactly("STORE");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            run: {}                              | 1:1: run: unknown key, known are parameters, secrets
            [a]                                  | must be a mapping, found a list
            parameters: [a]                      | 1:13: parameters: must be a mapping, found a list
            parameters: { redis: /bin/sh }       | 1:22: parameters.redis: must be a mapping, found '/bin/sh'
            parameters: { redis: { a: { b: 1 } } } | 1:27: parameters.redis.a: must be text
            parameters: { redis: { a: } }        | 1:26: parameters.redis.a: must be text
            secrets: [STORE]                     | 1:10: secrets: must be env:NAME
            secrets: ["file:key"]                | 1:10: secrets: must be env:NAME
            secrets: ["env:PLATEAU_TLS_PASSWORD"] | 1:10: secrets: must be env:NAME
            secrets: [                           | is not valid YAML
            """)
    void wrongAllowFileIsReportedWithThePosition(String text, String problem) {
        assertThatThrownBy(() -> file(text))
                .isInstanceOf(WrongConfiguration.class)
                .hasMessageStartingWith(folder.resolve("allow.yaml").toString())
                .hasMessageContaining(problem);
    }

    @Test
    void missingAllowFileAllowsNothing() {
        assertThatThrownBy(() -> AllowFile.read(folder.resolve("none.yaml")))
                .hasMessageContaining("none.yaml: cannot be read, so nothing is allowed");
    }

    private static RunFile run(String suts) throws WrongConfiguration {
        String text = "run: { name: a }\nsuts: { " + suts + " }\n";
        return RunFileReader.read("sent.yaml", text.getBytes(StandardCharsets.UTF_8), List.of());
    }

    private static List<String> problems(List<Problem> problems) {
        return problems.stream()
                .map(problem -> problem.line() + ":" + problem.column() + " " + problem.path())
                .toList();
    }

    @Test
    void runFileOnTheHostAllowsTheSameValues() throws Exception {
        try (PluginCatalog catalog = PluginCatalog.of(TestShop.plugin("p", List.of(), List.of(store())))) {
            RunSpec onHost = run("a: { service: store, server: /opt/s, lines: [x, y], label: \"one\\ntwo\" }")
                    .spec();
            HostRules rules = new HostRules(AllowFile.NONE, onHost);
            for (String same : List.of(
                    "a: { service: store, server: /opt/s, lines: [x, y], label: \"one\\ntwo\" }",
                    "a: { label: other, service: store, server: /opt/s }, b: { service: store }")) {
                assertThat(rules.refused(run(same), catalog)).as(same).isEmpty();
            }
            assertThat(problems(rules.refused(run("a: { service: store, server: /bin/sh }"), catalog)))
                    .containsExactly("2:38 suts.a.server");
            assertThat(problems(rules.refused(run("a: { service: store, home: /opt/s }"), catalog)))
                    .containsExactly("2:36 suts.a.home");
            assertThat(problems(rules.refused(run("a: { service: store, lines: [x, z] }"), catalog)))
                    .containsExactly("2:38 suts.a.lines[0]", "2:41 suts.a.lines[1]");
            assertThat(problems(rules.refused(run("b: { service: store, server: /opt/s }"), catalog)))
                    .containsExactly("2:38 suts.b.server");
        }
    }

    @Test
    void runFileWithUnknownServiceIsNotStorable() throws Exception {
        try (PluginCatalog catalog = PluginCatalog.of(TestShop.plugin("p", List.of(), List.of(store())))) {
            HostRules rules = new HostRules(AllowFile.NONE, null);
            assertThat(problems(rules.notStorable(
                            run(
                                    "a: { service: later, home: /x }, b: { service: later }, c: { service: store, home: /y }"),
                            catalog)))
                    .containsExactlyInAnyOrder("2:23 suts.a.service", "2:92 suts.c.home");
        }
    }

    @Test
    void messageNamesTheAllowFile() throws Exception {
        assertThat(refused(AllowFile.NONE, Map.of("home", "/usr")))
                .extracting(ParameterProblem::toString)
                .containsExactly(
                        "home: is a folder of the host, found '/usr': the console accepts only what the run file"
                                + " on the host sets here, and what an allow file of the administrator (./plateau console"
                                + " --allow FILE) names for store home");
        AllowFile allowed = file("secrets: []");
        assertThat(refused(allowed, Map.of("settings", Map.of("hz", "1"))))
                .extracting(ParameterProblem::message)
                .singleElement()
                .asString()
                .endsWith("what the administrator's allow file (" + allowed.path() + ") names for store settings.hz");
    }
}
