// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.allowed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.redis.RedisPlugin;
import org.plateaubench.web.TestConsole;
import org.plateaubench.web.http.Json;
import tools.jackson.databind.JsonNode;

/** Administrators keep the allow list; what is on it, everybody may name. */
@Timeout(300)
final class AllowListTest {
    private static final String LIST = "/api/v1/allow-list";

    @TempDir
    private Path folder;

    private TestConsole console;
    private TestConsole.Client admin;
    private TestConsole.Client operator;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        console = TestConsole.start(Installation.of(PluginCatalog.of(new RedisPlugin())), folder);
        admin = console.admin();
        operator = console.user(admin, "oscar", "operator");
        admin.send("POST", "/api/v1/queue/pause", "{}").expect(200);
    }

    @AfterEach
    void stop() {
        console.close();
    }

    private String digest() throws IOException, InterruptedException {
        return admin.get(LIST).expect(200).json().path("digest").asString();
    }

    private TestConsole.Answer put(TestConsole.Client client, List<?> values, List<?> suts, List<?> variables)
            throws IOException, InterruptedException {
        return client.send(
                "PUT",
                LIST,
                json(Map.of(
                        "values",
                        values,
                        "suts",
                        suts,
                        "variables",
                        variables,
                        "files",
                        List.of(),
                        "digest",
                        client == admin ? digest() : "")));
    }

    private static Map<String, String> value(String owner, String parameter, String value) {
        return Map.of("owner", owner, "parameter", parameter, "value", value);
    }

    private static String json(Object tree) {
        return Json.mapper().writeValueAsString(tree);
    }

    private int submit(String keys) throws IOException, InterruptedException {
        String text = """
                run: { name: allowed }
                phases: { rampUp: 0s, steady: 1s, rampDown: 0s }
                suts: { cache: { service: redis, %s } }
                workloads: { gets: { plugin: redis, sut: cache, load: { users: 1 } } }
                """.formatted(keys);
        return operator.send("POST", "/api/v1/queue", json(Map.of("text", text)))
                .status();
    }

    @Test
    void itIsEmptyAtFirstAndForAdministratorsAlone() throws IOException, InterruptedException {
        JsonNode list = admin.get(LIST).expect(200).json();
        assertThat(list.path("values")).isEmpty();
        assertThat(list.path("parameters"))
                .extracting(one -> one.path("owner").asString() + " "
                        + one.path("parameter").asString() + " "
                        + one.path("reach").asString())
                .containsExactly("redis settings settings", "redis server program", "redis trust file");
        assertThat(operator.get(LIST).status()).isEqualTo(403);
        assertThat(put(operator, List.of(), List.of(), List.of()).status()).isEqualTo(403);
        assertThat(console.anonymous().get(LIST).status()).isEqualTo(401);
    }

    @Test
    void whatIsOnItIsAcceptedAndNothingBesideIt() throws IOException, InterruptedException {
        Path program = Files.createFile(folder.resolve("redis-server"));
        assertThat(submit("mode: embedded, server: " + program)).isEqualTo(422);
        put(
                        admin,
                        List.of(value("redis", "server", program.toString()), value("redis", "settings.hz", "50")),
                        List.of(),
                        List.of())
                .expect(200);
        assertThat(submit("mode: embedded, server: " + program)).isEqualTo(201);
        assertThat(submit("mode: embedded, server: " + folder + "/data/../redis-server"))
                .isEqualTo(201);
        assertThat(submit("mode: embedded, settings: { hz: 50 }")).isEqualTo(201);
        assertThat(submit("mode: embedded, settings: { hz: 51 }")).isEqualTo(422);
        assertThat(submit("mode: embedded, server: /bin/sh")).isEqualTo(422);
        put(admin, List.of(), List.of(), List.of()).expect(200);
        assertThat(submit("mode: embedded, server: " + program)).isEqualTo(422);
    }

    @Test
    void aDeclaredSutMayBeUsed() throws IOException, InterruptedException {
        Map<String, Object> sut = Map.of(
                "name", "lab", "service", "redis", "parameters", Map.of("trust", "/etc/lab-ca.pem", "tls", true));
        String keys = "mode: external, address: [\"127.0.0.1:1\"], tls: true, trust: /etc/lab-ca.pem";
        assertThat(submit(keys)).isEqualTo(422);
        put(admin, List.of(), List.of(sut), List.of()).expect(200);
        assertThat(submit(keys)).isEqualTo(201);
        assertThat(submit(keys.replace("lab-ca", "passwd"))).isEqualTo(422);
    }

    @Test
    void aListedSecretIsForParametersThatHoldOne() throws IOException, InterruptedException {
        String reference = "${env:PATH}:6379";
        String keys = "mode: external, address: [\"" + reference + "\"]";
        put(admin, List.of(), List.of(), List.of("PATH")).expect(200);
        assertThat(submit(keys)).isEqualTo(422);
        put(admin, List.of(value("redis", "address", "lab:6379")), List.of(), List.of("PATH"))
                .expect(422);
        put(admin, List.of(value("redis", "none", reference)), List.of(), List.of("PATH"))
                .expect(422);
        put(admin, List.of(value("redis", "address", reference)), List.of(), List.of("PATH"))
                .expect(200);
        assertThat(submit(keys)).isEqualTo(201);
        assertThat(submit(keys.replace(":6379", ":6380"))).isEqualTo(422);
    }

    @Test
    void everyChangeIsInTheAuditLogAndALostOneIsNotMade() throws IOException, InterruptedException {
        String before = digest();
        put(admin, List.of(value("redis", "settings.hz", "50")), List.of(), List.of("STORE_PASSWORD"))
                .expect(200);
        assertThat(admin.get("/api/v1/audit?limit=1").expect(200).text())
                .contains("+ redis settings.hz: 50, + STORE_PASSWORD");
        admin.send(
                        "PUT",
                        LIST,
                        json(Map.of(
                                "values",
                                List.of(),
                                "suts",
                                List.of(),
                                "variables",
                                List.of(),
                                "files",
                                List.of(),
                                "digest",
                                before)))
                .expect(409);
        assertThat(admin.get(LIST).expect(200).json().path("values")).hasSize(1);
    }

    @Test
    void anEntryThatMeansNothingIsRefused() throws IOException, InterruptedException {
        for (Map<String, String> value : List.of(
                value("redis", "instances", "1"),
                value("redis", "settings", "hz 50"),
                value("redis", "server", "redis-server"),
                value("nobody", "server", "/bin/sh"))) {
            assertThat(put(admin, List.of(value), List.of(), List.of()).status())
                    .as(value.toString())
                    .isEqualTo(422);
        }
        for (String variable : List.of("", "A B", "PLATEAU_TLS_PASSWORD")) {
            assertThat(put(admin, List.of(), List.of(), List.of(variable)).status())
                    .as(variable)
                    .isEqualTo(422);
        }
        assertThat(folder.resolve("data/allow-list.json")).doesNotExist();
    }

    @Test
    void aListThatCannotBeReadAllowsNothing() throws IOException, InterruptedException {
        put(admin, List.of(value("redis", "settings.hz", "50")), List.of(), List.of())
                .expect(200);
        Path file = folder.resolve("data/allow-list.json");
        Files.writeString(file, Files.readString(file).substring(5));
        assertThat(submit("mode: embedded, settings: { hz: 50 }")).isEqualTo(422);
        assertThat(submit("mode: embedded")).isEqualTo(422);
        assertThat(admin.get(LIST).expect(200).json().path("problem").asString())
                .contains("nothing is allowed");
        put(admin, List.of(), List.of(), List.of()).expect(200);
        assertThat(submit("mode: embedded")).isEqualTo(201);
    }
}
