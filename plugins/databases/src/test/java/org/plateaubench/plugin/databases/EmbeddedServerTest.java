// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.SharedServers.Shared;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;
import org.plateaubench.spi.SutStatus.State;

/** Requirements on every embedded server, tested with the real servers. */
@Tag("slow")
@Timeout(600)
@ResourceLock(SharedServers.LOCK)
class EmbeddedServerTest {
    @RegisterExtension
    static final SharedServers SERVERS = new SharedServers();

    @TempDir
    Path folder = Path.of("");

    @ParameterizedTest
    @EnumSource
    void addressStatusLogsAndSettingsAreReported(Engine engine) throws Exception {
        Shared shared = SERVERS.of(engine);
        SutAddress address = shared.address();

        assertThat(address.service()).isEqualTo(engine.service());
        assertThat(address.property("host")).isEqualTo("127.0.0.1");
        assertThat(address.property("url"))
                .startsWith(engine.scheme() + "127.0.0.1:" + address.property("port") + "/plateau");
        assertThat(Jdbc.queryValue(address, "SELECT 7")).isEqualTo("7");
        SutStatus status = shared.service().status();
        assertThat(status.state()).isEqualTo(State.RUNNING);
        assertThat(status.detail()).contains(engine.title() + " of SUT db", "127.0.0.1:" + address.property("port"));
        assertThat(Files.readString(Path.of("/proc/" + server(shared.service()).pid() + "/comm")))
                .as("process id is the server's, not its guard's")
                .isIn("java\n", "postgres\n", "mariadbd\n");
        assertThat(shared.service().logs())
                .contains(shared.folder().resolve(engine.service() + ".log"))
                .allMatch(Files::exists);
        assertThat(shared.service().configuration()).hasSizeGreaterThan(10);
    }

    @ParameterizedTest
    @EnumSource
    void passwordIsSecretAndRequired(Engine engine) throws Exception {
        Shared shared = SERVERS.of(engine);
        String password = shared.address().property("password");

        assertThat(password).hasSize(32);
        Path process = Path.of("/proc/" + server(shared.service()).pid());
        assertThat(Files.readString(process.resolve("cmdline"))).isNotEmpty().doesNotContain(password);
        assertThat(Files.readString(process.resolve("environ"))).doesNotContain(password);
        assertThat(shared.service().configuration().toString()).doesNotContain(password);
        assertThat(shared.address().toString()).doesNotContain(password);
        for (Path log : shared.service().logs()) {
            assertThat(Files.readString(log)).doesNotContain(password);
        }
        for (Path file :
                List.of(shared.folder().resolve("data"), shared.folder().resolve("data/password"))) {
            assertThat(Files.getPosixFilePermissions(file))
                    .allMatch(permission -> permission.name().startsWith("OWNER"));
        }
        for (String user : List.of("plateau", "root", "postgres", "sa")) {
            assertThatThrownBy(
                            () -> DriverManager.getConnection(shared.address().property("url"), user, "guess"))
                    .isInstanceOf(SQLException.class);
        }
    }

    @ParameterizedTest
    @EnumSource
    void committedDataSurvivesStopAndKill(Engine engine) throws Exception {
        int port = Ports.free();
        try (SutService service = engine.embedded(folder, port, "")) {
            assertThatThrownBy(service::configuration).hasMessageContaining("is not started");
            SutAddress first = service.start(Progress.SILENT);
            assertThat(first.property("port")).isEqualTo(Integer.toString(port));
            Jdbc.execute(first, "CREATE TABLE item (id INT PRIMARY KEY)", "INSERT INTO item VALUES (1)");
            ProcessHandle server = server(service);

            service.stop();
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
            assertThat(server.isAlive()).isFalse();
            service.stop();

            SutAddress second = service.start(Progress.SILENT);
            assertThat(second.properties())
                    .as("an earlier client can connect again")
                    .isEqualTo(first.properties());
            Jdbc.execute(second, "INSERT INTO item VALUES (2)");
            if (engine == Engine.H2) {
                Jdbc.execute(second, "CHECKPOINT SYNC"); // H2 writes commits to disk half a second later
            }
            killedServerIsFailed(engine, service);

            assertThat(Jdbc.queryValue(service.start(Progress.SILENT), "SELECT COUNT(*) FROM item"))
                    .isEqualTo("2");
            service.stop();
            service.clear();
            assertThat(folder.resolve("data")).doesNotExist();
        }
    }

    private static void killedServerIsFailed(Engine engine, SutService service) throws Exception {
        ProcessHandle server = server(service);
        List<ProcessHandle> processes = ProcessHandle.current()
                .children()
                .filter(child -> child.equals(server) || child.descendants().anyMatch(server::equals))
                .flatMap(child -> Stream.concat(Stream.of(child), child.descendants()))
                .toList();
        assertThat(processes).contains(server);

        server.destroyForcibly();
        for (ProcessHandle process : processes) {
            process.onExit().get(30, TimeUnit.SECONDS);
        }

        SutStatus status = SharedServers.failure(service);
        assertThat(status.detail()).contains(engine.title() + " of SUT db").contains("was ended by signal 9");
        assertThat(status.processIds()).isEmpty();
        service.stop();
        assertThat(service.status().state()).isEqualTo(State.STOPPED);
    }

    @ParameterizedTest
    @EnumSource
    void portInUseIsReported(Engine engine) throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                SutService service = engine.embedded(folder, taken.getLocalPort(), "")) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageStartingWith(
                            engine.title() + " of SUT db cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .hasMessageContaining("choose another");
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
        }
    }

    @ParameterizedTest
    @EnumSource
    void foreignDataIsRefusedAndKept(Engine engine) throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Path foreignFile = Files.writeString(data.resolve("letter.txt"), "dear");
        try (SutService service = engine.embedded(folder)) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("The folder " + data + " holds files that are not of a database");
            assertThatThrownBy(service::clear).isInstanceOf(SutException.class).hasMessageContaining("holds files");
            assertThat(foreignFile).hasContent("dear");

            Files.writeString(data.resolve("made-by"), "Rdb 7");
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("is of Rdb 7 and cannot be used by " + engine.title() + " ")
                    .hasMessageContaining("clear it first");
        }
    }

    @Test
    void postgresqlIsDurableAndListensOnLoopbackOnly() throws Exception {
        SutAddress address = SERVERS.of(Engine.POSTGRESQL).address();
        assertThat(SERVERS.of(Engine.POSTGRESQL).service().configuration())
                .containsEntry("fsync", "on")
                .containsEntry("synchronous_commit", "on")
                .containsEntry("full_page_writes", "on")
                .containsEntry("shared_buffers", "64MB")
                .containsEntry("max_connections", "50")
                .containsEntry("server_encoding", "UTF8")
                .containsEntry("server_version", "18.6")
                .containsEntry("programs", "published")
                .containsKey("options");
        assertThat(Jdbc.queryValue(address, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
        assertThat(Jdbc.queryValue(address, "SHOW unix_socket_directories")).isEmpty();
        assertThat(Jdbc.queryValue(address, "SHOW password_encryption")).isEqualTo("scram-sha-256");
    }

    @Test
    void mariadbReportsVersionAndSettings() throws Exception {
        assertThat(SERVERS.of(Engine.MARIADB).service().configuration())
                .containsEntry("version", "11.4.5-MariaDB")
                .containsEntry("innodb_buffer_pool_size", Long.toString(64L << 20))
                .containsEntry("innodb_flush_log_at_trx_commit", "1")
                .containsEntry("innodb_doublewrite", "ON")
                .containsEntry("log_bin", "OFF")
                .containsEntry("max_connections", "50")
                .containsEntry("transaction_isolation", "REPEATABLE-READ")
                .containsEntry("character_set_server", "utf8mb4")
                .containsEntry("programs", "published")
                .containsKeys("sync_binlog", "innodb_log_file_size", "innodb_io_capacity", "options");
    }

    @Test
    void mariadbAccountIsLimitedToItsDatabase() throws Exception {
        SutAddress address = SERVERS.of(Engine.MARIADB).address();
        assertThat(Jdbc.queryValue(address, "SELECT CURRENT_USER()")).isEqualTo("plateau@127.0.0.1");
        assertThatThrownBy(() -> Jdbc.queryValue(address, "SELECT COUNT(*) FROM mysql.global_priv"))
                .isInstanceOf(SQLException.class);
        assertThat(SERVERS.of(Engine.MARIADB).folder().resolve("data/secret")).doesNotExist();
    }

    private static ProcessHandle server(SutService service) {
        assertThat(service.status().processIds()).hasSize(1);
        return ProcessHandle.of(service.status().processIds().getFirst()).orElseThrow();
    }
}
