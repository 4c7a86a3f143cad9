// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.H2Parameters.Storage;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus.State;

/** Tests with the real server process. */
@Timeout(120)
class H2EmbeddedTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void restartedServerIsEmptyWithNewPassword() throws Exception {
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
    void serverOutOfMemoryExits() throws Exception {
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
    void clientsReachOnlyTheConfiguredDatabase() throws Exception {
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
    void fileDatabaseCachesInHalfOfTheHeap() throws Exception {
        try (SutService service = file()) {
            SutAddress address = service.start(Progress.SILENT);
            assertThat(address.properties()).doesNotContainKey("memoryMebibytes");
            assertThat(service.configuration())
                    .containsEntry("storage", "file")
                    .containsEntry("info.CACHE_MAX_SIZE", "64");
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
        return Jdbc.queryValue(address, "SELECT COUNT(*) FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_SCHEMA = 'PUBLIC'");
    }

    private static long onlyProcess(SutService service) {
        assertThat(service.status().processIds()).hasSize(1);
        return service.status().processIds().getFirst();
    }
}
