// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.reach;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.loader.ParameterBinder;
import org.plateaubench.loader.ParameterProblem;

/** What reaches into the host is what an administrator has allowed, whatever way a text takes to it. */
final class HostRulesTest {
    private static final String OWNER = "store";

    @TempDir
    private Path folder;

    private Path programs;
    private Path files;

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
            String url) {}

    @BeforeEach
    void fill() throws IOException {
        programs = Files.createDirectories(folder.resolve("programs"));
        files = Files.createDirectories(folder.resolve("files"));
        Files.writeString(programs.resolve("store"), "");
        Files.createSymbolicLink(programs.resolve("sh"), programs.resolve("store"));
        Files.createSymbolicLink(folder.resolve("link"), programs);
        Files.writeString(files.resolve("ca.pem"), "");
        Files.createSymbolicLink(files.resolve("out.pem"), programs.resolve("store"));
    }

    private List<ParameterProblem> refused(AllowList list, Map<String, Object> given) {
        Map<String, Object> values = new HashMap<>(ParameterBinder.plainDefaults(Parameters.class));
        values.putAll(given);
        return new HostRules(list, files, files).refused(OWNER, Parameters.class, values);
    }

    private List<String> paths(AllowList list, String name, Object value) {
        return refused(list, Map.of(name, value)).stream()
                .map(ParameterProblem::path)
                .toList();
    }

    private static AllowList values(String... parameterAndValue) {
        return new AllowList(
                List.of(new AllowList.Value(OWNER, parameterAndValue[0], parameterAndValue[1])),
                List.of(),
                List.of(),
                List.of());
    }

    private String at(String path) {
        return folder.resolve(path).toString();
    }

    @Test
    void defaultsAreFreeAndEverythingElseIsNot() {
        assertThat(refused(AllowList.EMPTY, Map.of("label", "/bin/sh"))).isEmpty();
        assertThat(paths(AllowList.EMPTY, "server", "/bin/sh")).containsExactly("server");
        assertThat(paths(AllowList.EMPTY, "server", "")).containsExactly("server");
        assertThat(paths(AllowList.EMPTY, "home", "/usr")).containsExactly("home");
        assertThat(paths(AllowList.EMPTY, "settings", Map.of("touch", "x"))).containsExactly("settings.touch");
        assertThat(paths(AllowList.EMPTY, "lines", List.of("a", "b"))).containsExactly("lines[0]", "lines[1]");
    }

    @Test
    void aFreeValueIsOneLine() {
        for (String text : List.of("100mb\nloadmodule /tmp/x.so", "a\r", "\u0085x", "a\tb", "\u001b[2J")) {
            assertThat(paths(AllowList.EMPTY, "label", text)).as(text).containsExactly("label");
        }
        assertThat(refused(AllowList.EMPTY, Map.of("label", "a\nb")).getFirst().message())
                .isEqualTo("must be one line without control characters in a run of this console");
        assertThat(paths(AllowList.EMPTY, "label", "gr\u00fcn ${env")).isEmpty();
    }

    @Test
    void aProgramIsKnownByItsPlaceAndItsName() {
        AllowList list = values("server", at("programs/store"));
        assertThat(paths(list, "server", at("programs/store"))).isEmpty();
        assertThat(paths(list, "server", at("link/store"))).isEmpty();
        assertThat(paths(list, "server", at("files/../programs/./store"))).isEmpty();
        // One program under many names is another program under each.
        assertThat(paths(list, "server", at("programs/sh"))).containsExactly("server");
        assertThat(paths(list, "server", at("nothing/../programs/store"))).containsExactly("server");
        assertThat(paths(list, "server", "store\0")).containsExactly("server");
        assertThat(paths(list, "home", at("programs/store"))).containsExactly("home");
        assertThat(paths(values("home", at("programs")), "home", at("link"))).isEmpty();
        assertThat(paths(values("home", at("programs")), "home", at("programs/..")))
                .containsExactly("home");
    }

    @Test
    void aFileOfTheFolderOfRunFilesIsFree() {
        assertThat(paths(AllowList.EMPTY, "trust", at("files/ca.pem"))).isEmpty();
        assertThat(paths(AllowList.EMPTY, "trust", at("files/none.pem"))).isEmpty();
        assertThat(paths(AllowList.EMPTY, "trust", at("files/out.pem"))).containsExactly("trust");
        assertThat(paths(AllowList.EMPTY, "trust", at("files/../programs/store")))
                .containsExactly("trust");
        assertThat(paths(AllowList.EMPTY, "trust", at("files/") + "${env:A}")).contains("trust");
        // An operator writes run files, and must not thereby write what else a run reads.
        assertThat(paths(AllowList.EMPTY, "trust", at("files/run.yaml"))).containsExactly("trust");
        assertThat(paths(AllowList.EMPTY, "trust", at("files/none.YML"))).containsExactly("trust");
        assertThat(paths(AllowList.EMPTY, "trust", at("files/yaml"))).isEmpty();
        assertThat(paths(values("trust", at("programs/store")), "trust", at("files/out.pem")))
                .isEmpty();
        assertThat(paths(values("trust", "any"), "trust", "any")).isEmpty();
    }

    @Test
    void settingsAreAllowedOneByOne() {
        AllowList list = values("settings.hz", "100");
        assertThat(paths(list, "settings", Map.of("hz", "100"))).isEmpty();
        assertThat(paths(list, "settings", Map.of("hz", "101"))).containsExactly("settings.hz");
        assertThat(paths(list, "settings", Map.of("hz", "100", "touch", "x"))).containsExactly("settings.touch");
        assertThat(paths(values("lines", "b"), "lines", List.of("a", "b"))).containsExactly("lines[0]");
    }

    @Test
    void anAddressIsFreeWithoutOptions() {
        for (String url : List.of(
                "jdbc:postgresql://db.lab:5432/store",
                "jdbc:h2:tcp://db.lab/~/store",
                "jdbc:mariadb://[::1]:3306/store")) {
            assertThat(paths(AllowList.EMPTY, "url", url)).as(url).isEmpty();
        }
        for (String url : List.of(
                "jdbc:postgresql://db.lab/store?socketFactory=evil",
                "jdbc:postgresql://db.lab/store%3FsocketFactory=evil",
                "jdbc:h2:tcp://db.lab/store;INIT=evil",
                "jdbc:mariadb://address=(host=db.lab)(localSocket=/tmp/x)/store")) {
            assertThat(paths(AllowList.EMPTY, "url", url)).as(url).containsExactly("url");
            assertThat(paths(values("url", url), "url", url)).as(url).isEmpty();
        }
    }

    @Test
    void aSutOfTheRigAllowsWhatItHas() {
        AllowList list = new AllowList(
                List.of(),
                List.of(new AllowList.DeclaredSut(
                        "main",
                        OWNER,
                        Map.of("server", at("programs/store"), "settings", Map.of("hz", 100), "lines", List.of("a")))),
                List.of(),
                List.of());
        Map<String, Object> same =
                Map.of("server", at("programs/store"), "settings", Map.of("hz", "100"), "lines", List.of("a"));
        assertThat(refused(list, same)).isEmpty();
        assertThat(new HostRules(list, files, files).refused("other", Parameters.class, same))
                .hasSize(3);
    }

    @Test
    void aSecretIsReadWhenItIsListed() throws IOException {
        Files.writeString(files.resolve("key"), "sesame");
        AllowList list = new AllowList(List.of(), List.of(), List.of("STORE"), List.of(at("files/key")));
        assertThat(paths(list, "key", "${env:STORE}${file:key}")).isEmpty();
        assertThat(paths(list, "key", "${file:../files/key}")).isEmpty();
        assertThat(refused(list, Map.of("key", "x${env:HOME}")))
                .extracting(ParameterProblem::message)
                .containsExactly("environment variable HOME is not among the secrets that runs of this console may"
                        + " read: ask an administrator to add it on the page Allow list");
        assertThat(paths(list, "key", "${file:/etc/hostname}")).containsExactly("key");
        assertThat(paths(list, "key", "${file:/no/such}")).containsExactly("key");
    }

    @Test
    void aListedSecretIsNotShown() {
        String address = "jdbc:h2:tcp://${env:STORE}/store";
        AllowList list = new AllowList(
                List.of(new AllowList.Value(OWNER, "url", address)),
                List.of(new AllowList.DeclaredSut("main", OWNER, Map.of("label", "x${env:STORE}"))),
                List.of("STORE"),
                List.of());
        assertThat(refused(list, Map.of("label", "${env:STORE}")))
                .extracting(ParameterProblem::toString)
                .containsExactly("label: would show a secret in results and messages: write the value itself, or ask an"
                        + " administrator to add it on the page Allow list for store label");
        assertThat(paths(list, "trust", at("files/a") + "${env:STORE}")).containsExactly("trust");
        assertThat(paths(list, "url", address + "x")).contains("url");
        // An administrator who lists the value too says that it is none.
        assertThat(paths(list, "url", address)).isEmpty();
        assertThat(paths(list, "label", "x${env:STORE}")).isEmpty();
    }

    @Test
    void theSentenceSaysWhatToDo() {
        assertThat(refused(AllowList.EMPTY, Map.of("home", "/usr")))
                .extracting(ParameterProblem::toString)
                .containsExactly("home: is a folder of the host and must be on the allow list of this console, found"
                        + " '/usr': ask an administrator to add it on the page Allow list for store home");
    }
}
