// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.h2.H2Parameters.Storage;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;
import org.plateaubench.spi.SutStatus.State;

/** Against the real server in its real process. */
@Timeout(120)
class H2EmbeddedTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void startedServerIsReachedByJdbcFromOutsideItsProcess() throws Exception {
        try (SutService service = memory()) {
            SutAddress address = service.start(Progress.SILENT);

            assertThat(address.service()).isEqualTo("h2");
            assertThat(address.property("url"))
                    .isEqualTo("jdbc:h2:tcp://127.0.0.1:" + address.property("port") + "/plateau");
            assertThat(address.property("host")).isEqualTo("127.0.0.1");
            assertThat(address.property("memoryMebibytes")).isEqualTo("128");
            H2InTest.execute(address, "CREATE TABLE ITEM (ID INT PRIMARY KEY)");
            H2InTest.execute(address, "INSERT INTO ITEM VALUES (1), (2)");
            assertThat(H2InTest.ask(address, "SELECT COUNT(*) FROM ITEM"))
                    .as("survives the last connection")
                    .isEqualTo("2");
            SutStatus status = service.status();
            assertThat(status.state()).isEqualTo(State.RUNNING);
            assertThat(status.processIds()).singleElement().satisfies(pid -> {
                assertThat(pid).isNotEqualTo(ProcessHandle.current().pid());
                assertThat(ProcessHandle.of(pid)).get().matches(ProcessHandle::isAlive);
            });
        }
    }

    @Test
    void stoppedServerIsGoneAndANewStartIsEmptyUnderANewPassword() throws Exception {
        try (SutService service = memory()) {
            SutAddress first = service.start(Progress.SILENT);
            H2InTest.execute(first, "CREATE TABLE ITEM (ID INT PRIMARY KEY)");
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
    void databaseInAFileIsThereAgainForAnotherServiceUntilCleared() throws Exception {
        try (SutService first = file()) {
            SutAddress address = first.start(Progress.SILENT);
            H2InTest.execute(address, "CREATE TABLE ITEM (ID INT PRIMARY KEY)");
            assertThatThrownBy(first::clear).isInstanceOf(SutException.class).hasMessageContaining("stop it");
        }
        try (SutService second = file()) {
            assertThat(tables(second.start(Progress.SILENT))).isEqualTo("1");
            second.stop();
            second.clear();
            assertThat(tables(second.start(Progress.SILENT))).isEqualTo("0");
        }
    }

    @Test
    void databaseInAFileSurvivesTheKillOfItsServer() throws Exception {
        try (SutService service = file()) {
            SutAddress address = service.start(Progress.SILENT);
            H2InTest.execute(address, "CREATE TABLE ITEM (ID INT PRIMARY KEY)");
            H2InTest.execute(address, "CHECKPOINT SYNC");
            kill(onlyProcess(service));
            service.stop();
            assertThat(tables(service.start(Progress.SILENT))).isEqualTo("1");
        }
    }

    @Test
    void killedServerShowsAsFailed() throws Exception {
        try (SutService service = memory()) {
            service.start(Progress.SILENT);
            kill(onlyProcess(service));

            SutStatus status = service.status();

            assertThat(status.state()).isEqualTo(State.FAILED);
            assertThat(status.detail()).contains("H2 of SUT db").contains("was ended by signal 9");
            assertThat(status.processIds()).isEmpty();
            service.stop();
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
        }
    }

    @Test
    void serverOutOfMemoryEndsInsteadOfLimpingOn() throws Exception {
        try (SutService service = memory()) {
            SutAddress address = service.start(Progress.SILENT);
            ProcessHandle server = ProcessHandle.of(onlyProcess(service)).orElseThrow();

            assertThatThrownBy(() -> H2InTest.execute(
                            address, "CREATE TABLE BIG AS SELECT X, SPACE(100000) || X FROM SYSTEM_RANGE(1, 100000)"))
                    .isInstanceOf(SQLException.class);

            server.onExit().get(60, TimeUnit.SECONDS);
            assertThat(service.status().state()).isEqualTo(State.FAILED);
            assertThat(service.status().detail()).contains("OutOfMemoryError");
        }
    }

    @Test
    void twoServersAtOnceDoNotMeet() throws Exception {
        try (SutService one = H2InTest.service(
                        Files.createDirectory(folder.resolve("one")), H2InTest.embedded(Storage.MEMORY, 0));
                SutService two = H2InTest.service(
                        Files.createDirectory(folder.resolve("two")), H2InTest.embedded(Storage.MEMORY, 0))) {
            SutAddress first = one.start(Progress.SILENT);
            SutAddress second = two.start(Progress.SILENT);
            H2InTest.execute(first, "CREATE TABLE ITEM (ID INT PRIMARY KEY)");
            assertThat(first.property("port")).isNotEqualTo(second.property("port"));
            assertThat(tables(second)).isEqualTo("0");
        }
    }

    @Test
    void configuredPortIsUsed() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        try (SutService service = H2InTest.service(folder, H2InTest.embedded(Storage.MEMORY, port))) {
            assertThat(service.start(Progress.SILENT).property("port")).isEqualTo(Integer.toString(port));
        }
    }

    @Test
    void takenPortIsOneSentenceWithARemedy() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                SutService service =
                        H2InTest.service(folder, H2InTest.embedded(Storage.MEMORY, taken.getLocalPort()))) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageStartingWith("H2 of SUT db cannot listen on 127.0.0.1:" + taken.getLocalPort())
                    .hasMessageContaining("choose another");
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
        }
    }

    @Test
    void heapThatTheHostCannotGiveIsToldWithTheWordsOfTheJvm() throws Exception {
        H2Parameters greedy = new H2Parameters(Storage.MEMORY, 1_048_576 * 64, 0, "", "", "");
        try (SutService service = H2InTest.service(folder, greedy)) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("before it was ready")
                    .hasMessageContaining("insufficient memory");
        }
    }

    @Test
    void damagedDatabaseFileFailsTheStartAndLeavesNoProcess() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.writeString(data.resolve("plateau.mv.db"), "not a database".repeat(1000));
        try (SutService service = file()) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("ended with exit code 1 before it was ready");
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
        }
    }

    @Test
    void passwordIsNeitherInTheCommandLineNorInTheEnvironmentNorInAnyLog() throws Exception {
        try (SutService service = memory()) {
            SutAddress address = service.start(Progress.SILENT);
            String password = address.property("password");
            assertThat(password).hasSizeGreaterThanOrEqualTo(32);
            Path process = Path.of("/proc/" + onlyProcess(service));
            assertThat(Files.readString(process.resolve("cmdline")))
                    .contains("H2Server")
                    .doesNotContain(password);
            assertThat(Files.readString(process.resolve("environ"))).doesNotContain(password);
            assertThat(service.logs()).isNotEmpty();
            assertThat(allText()).doesNotContain(password);
            assertThat(service.configuration().toString()).doesNotContain(password);
            assertThat(address.toString()).doesNotContain(password);
        }
    }

    @Test
    void fileOfTheKeptPasswordIsForItsOwnerOnly() throws Exception {
        try (SutService service = file()) {
            service.start(Progress.SILENT);
            assertThat(Files.getPosixFilePermissions(folder.resolve("data/password")))
                    .allMatch(permission -> permission.name().startsWith("OWNER"));
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
    void rowLockIsAwaitedForTheConfiguredTimeByEverySession() throws Exception {
        try (SutService service = memory()) {
            SutAddress address = service.start(Progress.SILENT);
            assertThat(H2InTest.ask(address, "SELECT LOCK_TIMEOUT()")).isEqualTo("10000");
        }
    }

    @Test
    void secondStartAndKeysOfTheOtherModeAreRefused() throws Exception {
        try (SutService service = memory()) {
            service.start(Progress.SILENT);
            assertThatThrownBy(() -> service.start(Progress.SILENT)).hasMessageContaining("stop it first");
        }
        H2Parameters mixed = new H2Parameters(Storage.MEMORY, 128, 0, "jdbc:h2:tcp://db.lab/store", "", "");
        try (SutService service = H2InTest.service(folder, mixed)) {
            assertThatThrownBy(() -> service.start(Progress.SILENT)).hasMessageContaining("mode: external");
        }
    }

    @Test
    void statementInFlightDoesNotKeepTheServerFromStopping() throws Exception {
        try (SutService service = memory()) {
            SutAddress address = service.start(Progress.SILENT);
            long pid = onlyProcess(service);
            try (Connection connection = H2InTest.connect(address);
                    Statement statement = connection.createStatement()) {
                Thread busy = Thread.ofPlatform().start(() -> {
                    try {
                        statement.execute("SELECT SUM(A.X * B.X) FROM SYSTEM_RANGE(1, 1000000) A,"
                                + " SYSTEM_RANGE(1, 1000000) B");
                    } catch (SQLException e) {
                        // The server went away, which is what the test is about.
                    }
                });
                while (!H2InTest.ask(
                                address,
                                "SELECT COUNT(*) FROM INFORMATION_SCHEMA.SESSIONS"
                                        + " WHERE EXECUTING_STATEMENT LIKE '%SUM(A.X%' AND SESSION_ID <> SESSION_ID()")
                        .equals("1")) {
                    assertThat(busy.isAlive()).isTrue();
                }

                service.stop();

                assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
                busy.join(10_000);
                assertThat(busy.isAlive()).isFalse();
            }
        }
    }

    private SutService memory() {
        return H2InTest.service(folder, H2InTest.embedded(Storage.MEMORY, 0));
    }

    private SutService file() {
        return H2InTest.service(folder, H2InTest.embedded(Storage.FILE, 0));
    }

    private static String tables(SutAddress address) throws SQLException {
        return H2InTest.ask(address, "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'PUBLIC'");
    }

    private static long onlyProcess(SutService service) {
        assertThat(service.status().processIds()).hasSize(1);
        return service.status().processIds().getFirst();
    }

    private static void kill(long pid) throws Exception {
        ProcessHandle server = ProcessHandle.of(pid).orElseThrow();
        server.destroyForcibly(); // SIGKILL
        server.onExit().get(30, TimeUnit.SECONDS);
    }

    private String allText() throws IOException {
        StringBuilder text = new StringBuilder();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                text.append(Files.readString(file));
            }
        }
        return text.toString();
    }
}
