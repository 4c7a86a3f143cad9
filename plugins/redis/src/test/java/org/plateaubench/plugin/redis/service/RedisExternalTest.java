// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.plugin.redis.client.RedisAddress;
import org.plateaubench.plugin.redis.client.RedisAddress.Topology;
import org.plateaubench.process.Ports;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext.Mode;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;
import org.plateaubench.spi.SutStatus.State;
import org.plateaubench.testkit.Deadline;

/** External servers: use, and messages about problems. */
@Timeout(60)
class RedisExternalTest {
    private static final String PASSWORD = "secret word";

    private static TestRedis redis;
    private static String endpoint = "";

    @BeforeAll
    static void start() throws Exception {
        redis = TestRedis.withPassword(PASSWORD, "user bench on >other ~* +@all");
        endpoint = "127.0.0.1:" + redis.port();
    }

    @AfterAll
    static void stop() throws Exception {
        redis.close();
    }

    private static SutService external(Given given) {
        assertThat(given.parameters().check(Mode.EXTERNAL)).isEmpty();
        return Given.service(Mode.EXTERNAL, given.parameters(), Path.of(""));
    }

    private static void assertRefused(Given given, String... words) {
        assertThatThrownBy(() -> external(given).start(Progress.SILENT))
                .satisfies(failure ->
                        assertThat(failure.getMessage()).contains(words).doesNotContain("guess"));
    }

    @Test
    void externalServerIsUsedAndNotStopped() throws Exception {
        SutService service = external(Given.external(endpoint)
                .with("user", "bench")
                .with("password", "other")
                .with("protocol", 3));
        assertThat(service.status().state()).isEqualTo(State.STOPPED);
        RedisAddress address = RedisAddress.of(service.start(Progress.SILENT));
        assertThat(address.topology()).isEqualTo(Topology.SERVERS);
        assertThat(address.protocol()).isEqualTo(3);
        assertThat(service.status())
                .isEqualTo(new SutStatus(State.RUNNING, "Redis at " + endpoint + " as bench answers", List.of()));
        assertThat(service.configuration())
                .containsEntry("protocol", "3")
                .containsEntry("servers", endpoint)
                .containsKeys("version", "save");
        service.stop();
        assertThat(redis.execute("PING")).isEqualTo("PONG");
    }

    /** The connections of the harness must not look like connections of other clients. */
    @Test
    void statusReusesConnectionOfStart() throws Exception {
        try (TestRedis watched = TestRedis.start()) {
            SutService service = external(Given.external("127.0.0.1:" + watched.port()));
            service.start(Progress.SILENT);
            long before = watched.info("total_connections_received");
            for (int i = 0; i < 5; i++) {
                assertThat(service.status().state()).isEqualTo(State.RUNNING);
            }
            // The query of the test is one connection.
            assertThat(watched.info("total_connections_received")).isEqualTo(before + 1);
            watched.kill();
            assertThat(service.status().state()).isEqualTo(State.FAILED);
            watched.restart();
            assertThat(service.status().state()).isEqualTo(State.RUNNING);
            service.stop();
            // The server closes a connection slightly later than its client.
            Deadline.until("the connection is closed", () -> watched.info("connected_clients") <= 1);
        }
    }

    @Test
    void connectionProblemsAreReportedWithRemedy() throws Exception {
        assertRefused(Given.external(endpoint), "Redis at " + endpoint + " requires a password", "add 'password'");
        assertRefused(
                Given.external(endpoint).with("password", "guess"),
                "refused the default user",
                "correct user or password");
        assertRefused(
                Given.external(endpoint).with("user", "bench").with("password", "guess"),
                "refused bench with the password given");
        assertRefused(
                Given.external(endpoint).with("password", PASSWORD).with("cluster", true),
                "is not a node of a cluster",
                "take 'cluster' out");
        int unowned = Ports.free();
        assertRefused(
                Given.external(endpoint, "127.0.0.1:" + unowned).with("password", PASSWORD),
                "SUT cache: no Redis answers at 127.0.0.1:" + unowned,
                "start it or correct the address");
    }

    @Test
    void demandedClientCertificateIsNamed() throws Exception {
        try (TestRedis mutualTls = TestRedis.withTls("tls-auth-clients yes")) {
            ServerCertificate own = mutualTls.certificate();
            Given given = Given.external(
                            RedisAddress.text(mutualTls.tlsAddress().nodes().getFirst()))
                    .with("tls", true)
                    .with("trust", own.authority().toString());
            assertRefused(given, "the server requires a client certificate", "set 'clientCertificate'");
            Given presenting = given.with("clientCertificate", own.certificate().toString())
                    .with("clientKey", own.key().toString());
            try (SutService service = external(presenting)) {
                RedisAddress address = RedisAddress.of(service.start(Progress.SILENT));
                assertThat(address.certificate().keys().demand()).isNull();
                assertThat(service.status().state()).isEqualTo(State.RUNNING);
            }
        }
    }
}
