// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.H2Parameters.Storage;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus.State;

/** Against the real server in its real process. */
@Timeout(120)
class H2EmbeddedTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void stoppedServerIsGoneAndANewStartIsEmptyUnderANewPassword() throws Exception {
        try (SutService service = memory()) {
            SutAddress first = service.start(Progress.SILENT);
            Jdbc.execute(first, "CREATE TABLE ITEM (ID INT PRIMARY KEY)");
            long pid = onlyProcess(service);

            service.stop();
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
            service.stop();

            SutAddress second = service.start(Progress.SILENT);
            assertThat(second.property("password")).isNotEqualTo(first.property("password"));
            assertThat(tables(second)).isEqualTo("0");
        }
    }

    @Test
    void serverOutOfMemoryEndsInsteadOfLimpingOn() throws Exception {
        try (SutService service = memory()) {
            SutAddress address = service.start(Progress.SILENT);
            ProcessHandle server = ProcessHandle.of(onlyProcess(service)).orElseThrow();

            assertThatThrownBy(() -> Jdbc.execute(
                            address, "CREATE TABLE BIG AS SELECT X, SPACE(100000) || X FROM SYSTEM_RANGE(1, 100000)"))
                    .isInstanceOf(SQLException.class);

            server.onExit().get(60, TimeUnit.SECONDS);
            assertThat(SharedServers.failure(service).detail()).contains("OutOfMemoryError");
        }
    }

    @Test
    void twoServersAtOnceDoNotMeet() throws Exception {
        try (SutService one = service(Files.createDirectory(folder.resolve("one")), sized(Storage.MEMORY));
                SutService two = service(Files.createDirectory(folder.resolve("two")), sized(Storage.MEMORY))) {
            SutAddress first = one.start(Progress.SILENT);
            SutAddress second = two.start(Progress.SILENT);
            Jdbc.execute(first, "CREATE TABLE ITEM (ID INT PRIMARY KEY)");
            assertThat(first.property("port")).isNotEqualTo(second.property("port"));
            assertThat(tables(second)).isEqualTo("0");
        }
    }

    @Test
    void heapThatTheHostCannotGiveIsToldWithTheWordsOfTheJvm() throws Exception {
        H2Parameters greedy = new H2Parameters(Storage.MEMORY, 1_048_576 * 64, 0, new ExternalKeys("", "", ""));
        try (SutService service = service(folder, greedy)) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("before it was ready")
                    .hasMessageContaining("insufficient memory");
        }
    }

    @Test
    void damagedDatabaseFileFailsTheStartAndLeavesNoProcess() throws Exception {
        Path data = new DataFolder(folder.resolve("data")).madeBy("H2 2");
        Files.writeString(data.resolve("plateau.mv.db"), "not a database".repeat(1000));
        try (SutService service = file()) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("ended with exit code 1 before it was ready");
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
        }
    }

    @Test
    void clientsReachThisDatabaseOnly() throws Exception {
        try (SutService service = memory()) {
            SutAddress address = service.start(Progress.SILENT);
            String server = "jdbc:h2:tcp://127.0.0.1:" + address.property("port");
            for (String other : List.of("/mem:other", "/~/other", "//tmp/other")) {
                assertThatThrownBy(() -> DriverManager.getConnection(
                                server + other, address.property("user"), address.property("password")))
                        .isInstanceOf(SQLException.class);
            }
            assertThatThrownBy(() -> DriverManager.getConnection(address.property("url"), "plateau", "guess"))
                    .hasMessageContaining("Wrong user name or password");
        }
    }

    @Test
    void configurationTellsVersionAndTheSettingsWeChose() throws Exception {
        try (SutService service = memory()) {
            assertThatThrownBy(service::configuration).hasMessageContaining("is not started");
            service.start(Progress.SILENT);
            Map<String, String> configuration = service.configuration();
            assertThat(configuration)
                    .containsEntry("DB_CLOSE_DELAY", "-1")
                    .containsEntry("DEFAULT_LOCK_TIMEOUT", "10000")
                    .containsEntry("MV_STORE", "true")
                    .containsEntry("MODE", "REGULAR")
                    .containsEntry("storage", "memory")
                    .containsKey("property.java.runtime.version");
            assertThat(configuration.get("info.VERSION")).startsWith("2.");
            assertThat(configuration.get("javaOptions")).contains("-Xmx128m");
        }
    }

    @Test
    void databaseInAFileCachesInHalfOfTheHeap() throws Exception {
        try (SutService service = file()) {
            SutAddress address = service.start(Progress.SILENT);
            assertThat(address.properties()).doesNotContainKey("memoryMebibytes");
            assertThat(service.configuration())
                    .containsEntry("storage", "file")
                    .containsEntry("info.CACHE_MAX_SIZE", "64");
        }
    }

    @Test
    void statementInFlightDoesNotKeepTheServerFromStopping() throws Exception {
        try (SutService service = memory()) {
            SutAddress address = service.start(Progress.SILENT);
            long pid = onlyProcess(service);
            try (Connection connection = Jdbc.connect(address);
                    Statement statement = connection.createStatement()) {
                Thread busy = Thread.ofPlatform().start(() -> {
                    try {
                        statement.execute("SELECT SUM(A.X * B.X) FROM SYSTEM_RANGE(1, 1000000) A,"
                                + " SYSTEM_RANGE(1, 1000000) B");
                    } catch (SQLException e) {
                        // The server went away, which is what the test is about.
                    }
                });
                while (!Jdbc.ask(
                                address,
                                "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS"
                                        + " WHERE EXECUTING_STATEMENT LIKE '%SUM(A.X%' AND SESSION_ID <> SESSION_ID()")
                        .equals("1")) {
                    assertThat(busy.isAlive()).isTrue();
                }

                service.stop();

                assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
                busy.join(60_000);
                assertThat(busy.isAlive()).isFalse();
            }
        }
    }

    private static H2Parameters sized(Storage storage) {
        return new H2Parameters(storage, 128, 0, new ExternalKeys("", "", ""));
    }

    private static SutService service(Path folder, H2Parameters parameters) {
        return new H2ServiceType().create(new SutContext<>("db", SutContext.Mode.EMBEDDED, parameters, folder));
    }

    private SutService memory() {
        return service(folder, sized(Storage.MEMORY));
    }

    private SutService file() {
        return service(folder, sized(Storage.FILE));
    }

    private static String tables(SutAddress address) throws SQLException {
        return Jdbc.ask(address, "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'PUBLIC'");
    }

    private static long onlyProcess(SutService service) {
        assertThat(service.status().processIds()).hasSize(1);
        return service.status().processIds().getFirst();
    }
}
