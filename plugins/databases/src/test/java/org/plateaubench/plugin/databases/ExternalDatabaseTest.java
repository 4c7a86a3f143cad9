// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;
import org.plateaubench.spi.SutStatus.State;

/** External databases; an embedded server of another service is used as one. */
@Timeout(600)
@ResourceLock(SharedServers.LOCK)
class ExternalDatabaseTest {
    @RegisterExtension
    static final SharedServers SERVERS = new SharedServers();

    @TempDir
    Path folder = Path.of("");

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void reachableDatabaseIsUsedAndNotCleared(Engine engine) throws Exception {
        SutAddress server = SERVERS.of(engine).address();
        try (SutService service = engine.external(folder, server.property("url"), server.property("password"))) {
            String subject = "the database at " + withoutSettings(server.property("url"));
            assertThat(service.status()).isEqualTo(new SutStatus(State.STOPPED, subject + " is not in use", List.of()));

            SutAddress address = service.start(Progress.SILENT);

            assertThat(address.properties()).containsOnlyKeys("url", "user", "password");
            assertThat(address.property("url")).isEqualTo(server.property("url"));
            assertThat(service.status()).isEqualTo(new SutStatus(State.RUNNING, subject + " answers", List.of()));
            assertThat(service.configuration()).hasSizeGreaterThan(10);
            assertThat(service.logs()).isEmpty();
            service.stop();
            service.clear();
        }
        assertThat(Jdbc.queryValue(server, "SELECT 7")).isEqualTo("7");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void stoppedDatabaseIsReportedAsFailed() throws Exception {
        try (SutService database = Engine.H2.embedded(folder)) {
            SutAddress server = database.start(Progress.SILENT);
            try (SutService service = Engine.H2.external(folder, server.property("url"), server.property("password"))) {
                service.start(Progress.SILENT);
                database.stop();
                assertThat(service.status().state()).isEqualTo(State.FAILED);
                assertThat(service.status().detail())
                        .contains("The database at " + server.property("url") + " does not answer");
            }
        }
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void wrongPasswordIsRefusedAndNotDisclosed(Engine engine) throws Exception {
        String url = SERVERS.of(engine).address().property("url");
        assertRefused(
                engine.external(folder, url, "guess-4711"),
                "SUT db: The database at " + withoutSettings(url) + " refuses user plateau");
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "H2") // the embedded H2 does not report missing databases
    void missingDatabaseIsReported(Engine engine) throws Exception {
        SutAddress server = SERVERS.of(engine).address();
        String elsewhere = server.property("url").replace("/plateau", "/elsewhere");
        String message = engine == Engine.MARIADB // does not disclose databases without access
                ? "refuses user plateau"
                : "Create the database or schema that the url of the SUT names";
        assertRefused(engine.external(folder, elsewhere, server.property("password")), message);
    }

    @Tag("slow")
    @ParameterizedTest
    @EnumSource
    void unreachableServerIsReported(Engine engine) throws Exception {
        String url = engine.scheme() + "127.0.0.1:" + Ports.free() + "/store";
        assertRefused(engine.external(folder, url, ""), "SUT db: The database at " + url + " does not answer");
        String host = engine.scheme() + "no-such-host.invalid/store";
        assertRefused(engine.external(folder, host, ""), "The database at " + host + " does not answer");
    }

    @Test
    void silentServerTimesOut() throws Exception {
        Engine engine = Engine.H2; // the time limit is the harness's, for every driver
        try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            String url = engine.scheme() + "127.0.0.1:" + silent.getLocalPort() + "/store";
            long startNanos = System.nanoTime();
            assertRefused(engine.external(folder, url, ""), "The database at " + url + " does not answer");
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isLessThan(Duration.ofSeconds(30));
        }
    }

    @Tag("slow")
    @Test
    void mariadbAcceptsMysqlUrlsAndSeveralHosts() throws Exception {
        SutAddress server = SERVERS.of(Engine.MARIADB).address();
        String url = withoutSettings(server.property("url"));
        String severalHosts =
                url.replace("jdbc:mariadb://", "jdbc:mariadb:sequential://127.0.0.1:" + Ports.free() + ",");
        for (String accepted : List.of(url, url.replace("jdbc:mariadb:", "jdbc:mysql:"), severalHosts)) {
            try (SutService service = Engine.MARIADB.external(folder, accepted, server.property("password"))) {
                SutAddress address = service.start(Progress.SILENT);
                assertThat(address.property("url")).startsWith("jdbc:mariadb:").endsWith("?sslMode=disable");
                assertThat(Jdbc.queryValue(address, "SELECT 1")).isEqualTo("1");
            }
        }
    }

    private static void assertRefused(SutService service, String message) throws SutException {
        try (service) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining(message);
        }
    }

    private static String withoutSettings(String url) {
        return url.split("\\?", 2)[0];
    }
}
