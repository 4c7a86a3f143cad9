// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.mariadb;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext.Mode;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;
import org.plateaubench.spi.SutStatus.State;

/** Against the real server in its real process. */
@Timeout(600)
class MariaEmbeddedTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void startedServerIsReachedByJdbcAndItsOwnProcessIsTold() throws Exception {
        try (SutService service = embedded(0)) {
            SutAddress address = MariaInTest.start(service);

            assertThat(address.service()).isEqualTo("mariadb");
            assertThat(address.property("url"))
                    .isEqualTo("jdbc:mariadb://127.0.0.1:" + address.property("port") + "/plateau?sslMode=disable");
            assertThat(address.property("host")).isEqualTo("127.0.0.1");
            assertThat(MariaInTest.ask(address, "SELECT CURRENT_USER()")).isEqualTo("plateau@127.0.0.1");
            SutStatus status = service.status();
            assertThat(status.state()).isEqualTo(State.RUNNING);
            assertThat(status.processIds())
                    .singleElement()
                    .satisfies(pid -> assertThat(Files.readString(Path.of("/proc/" + pid + "/comm")))
                            .startsWith("mariadbd"));
        }
    }

    @Test
    void dataIsThereAgainAfterARestartUntilItIsCleared() throws Exception {
        try (SutService service = embedded(0)) {
            SutAddress first = MariaInTest.start(service);
            MariaInTest.execute(first, "CREATE TABLE ITEM (ID INT PRIMARY KEY, NAME VARCHAR(9)) ENGINE=InnoDB");
            MariaInTest.execute(first, "INSERT INTO ITEM VALUES (1, '\uD83D\uDE00'), (2, 'b')");
            assertThatThrownBy(service::clear).isInstanceOf(SutException.class).hasMessageContaining("stop it");
            ProcessHandle server = server(service);

            service.stop();
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
            assertThat(server.isAlive()).isFalse();
            assertThat(Files.readString(folder.resolve("mariadb.log"))).contains("Shutdown complete");
            service.stop();

            SutAddress second = MariaInTest.start(service);
            assertThat(second.property("password")).isNotEqualTo(first.property("password"));
            assertThat(MariaInTest.ask(second, "SELECT NAME FROM ITEM WHERE ID = 1"))
                    .isEqualTo("\uD83D\uDE00");

            service.stop();
            service.clear();
            assertThat(folder.resolve("data")).doesNotExist();
            SutAddress third = MariaInTest.start(service);
            assertThat(MariaInTest.ask(
                            third,
                            "SELECT COUNT(*) FROM information_schema.tables WHERE table_schema =" + " 'plateau'"))
                    .isEqualTo("0");
        }
    }

    @Test
    void killedServerShowsAsFailedAndNothingIsLostOrLeftRunning() throws Exception {
        try (SutService service = embedded(0)) {
            SutAddress address = MariaInTest.start(service);
            MariaInTest.execute(address, "CREATE TABLE ITEM (ID INT PRIMARY KEY)");
            MariaInTest.execute(address, "INSERT INTO ITEM VALUES (1)");
            List<ProcessHandle> all = ProcessHandle.current().descendants().toList();
            ProcessHandle server = server(service);
            assertThat(all).contains(server);

            server.destroyForcibly();
            for (ProcessHandle process : all) {
                process.onExit().get(30, TimeUnit.SECONDS);
            }

            SutStatus status = service.status();
            assertThat(status.state()).isEqualTo(State.FAILED);
            assertThat(status.detail()).contains("MariaDB of SUT db").contains("was ended by signal 9");
            assertThat(status.processIds()).isEmpty();
            service.stop();
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
            assertThat(MariaInTest.ask(MariaInTest.start(service), "SELECT COUNT(*) FROM ITEM"))
                    .isEqualTo("1");
        }
    }

    @Test
    void configurationTellsVersionAndWhatShapesAResult() throws Exception {
        try (SutService service = embedded(0)) {
            assertThatThrownBy(service::configuration).hasMessageContaining("is not started");
            MariaInTest.start(service);
            assertThat(service.configuration())
                    .containsEntry("version", "11.4.5-MariaDB")
                    .containsEntry("innodb_buffer_pool_size", Long.toString(64L << 20))
                    .containsEntry("innodb_flush_log_at_trx_commit", "1")
                    .containsEntry("innodb_doublewrite", "ON")
                    .containsEntry("log_bin", "OFF")
                    .containsEntry("max_connections", "20")
                    .containsEntry("transaction_isolation", "REPEATABLE-READ")
                    .containsEntry("character_set_server", "utf8mb4")
                    .containsEntry("programs", "published")
                    .containsKeys("sync_binlog", "innodb_log_file_size", "innodb_io_capacity", "options");
        }
    }

    @Test
    void passwordIsForTheOwnerOnlyAndNobodyElseGetsIn() throws Exception {
        try (SutService service = embedded(0)) {
            SutAddress address = MariaInTest.start(service);
            String password = address.property("password");
            assertThat(password).hasSizeGreaterThanOrEqualTo(32);
            Path process = Path.of("/proc/" + server(service).pid());
            assertThat(Files.readString(process.resolve("cmdline"))).doesNotContain(password);
            assertThat(Files.readString(process.resolve("environ"))).doesNotContain(password);
            assertThat(folder.resolve("data/init.sql")).doesNotExist();
            assertThat(service.logs()).isNotEmpty();
            for (Path log : service.logs()) {
                assertThat(Files.readString(log)).doesNotContain(password);
            }
            assertThat(service.configuration().toString()).doesNotContain(password);
            for (String user : List.of("root", "mariadb.sys", "", "plateau")) {
                assertThatThrownBy(() -> DriverManager.getConnection(address.property("url"), user, ""))
                        .isInstanceOf(SQLException.class);
            }
            assertThatThrownBy(() -> MariaInTest.ask(address, "SELECT COUNT(*) FROM mysql.global_priv"))
                    .isInstanceOf(SQLException.class);
        }
    }

    @Test
    void takenPortIsOneSentenceWithARemedyAndAFreeOneIsUsed() throws Exception {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
            try (SutService service = embedded(port)) {
                service.fetch(Progress.SILENT);
                assertThatThrownBy(() -> service.start(Progress.SILENT))
                        .isInstanceOf(SutException.class)
                        .hasMessageStartingWith("MariaDB of SUT db cannot listen on 127.0.0.1:" + port)
                        .hasMessageContaining("choose another");
            }
        }
        try (SutService service = embedded(port)) {
            assertThat(MariaInTest.start(service).property("port")).isEqualTo(Integer.toString(port));
        }
    }

    @Test
    void damagedDataFailsTheStartWithItsLogAndLeavesNoProcess() throws Exception {
        try (SutService service = embedded(0)) {
            MariaInTest.start(service);
            service.stop();
            Files.writeString(folder.resolve("data/databases/ibdata1"), "not a database");
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("before it was ready")
                    .hasMessageContaining("Aborting");
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
            assertThat(folder.resolve("data/init.sql")).doesNotExist();
        }
    }

    @Test
    void folderWithoutAServerIsOneSentenceWithARemedy() throws Exception {
        MariaParameters parameters = MariaInTest.embedded(0, folder.toString());
        try (SutService service = MariaInTest.service(folder, Mode.EMBEDDED, parameters)) {
            assertThatThrownBy(() -> MariaInTest.start(service))
                    .isInstanceOf(SutException.class)
                    .hasMessageStartingWith("There is no program mariadbd in " + folder)
                    .hasMessageContaining("'home'");
        }
    }

    @Test
    void secondStartIsRefused() throws Exception {
        try (SutService service = embedded(0)) {
            MariaInTest.start(service);
            assertThatThrownBy(() -> service.start(Progress.SILENT)).hasMessageContaining("stop it first");
        }
    }

    private SutService embedded(int port) {
        return MariaInTest.service(folder, Mode.EMBEDDED, MariaInTest.embedded(port, ""));
    }

    private static ProcessHandle server(SutService service) {
        return ProcessHandle.of(service.status().processIds().getFirst()).orElseThrow();
    }
}
