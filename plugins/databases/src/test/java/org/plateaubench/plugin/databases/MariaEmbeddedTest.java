// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus.State;

/** What is MariaDB's own, against the published server. */
@Timeout(300)
@ResourceLock(SharedServers.LOCK)
class MariaEmbeddedTest {
    @RegisterExtension
    static final SharedServers SERVERS = new SharedServers();

    @TempDir
    Path folder = Path.of("");

    @Test
    void configurationTellsVersionAndWhatShapesAResult() throws Exception {
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
    void accountHasItsDatabaseAndNoMore() throws Exception {
        SutAddress address = SERVERS.of(Engine.MARIADB).address();
        assertThat(Jdbc.ask(address, "SELECT CURRENT_USER()")).isEqualTo("plateau@127.0.0.1");
        assertThatThrownBy(() -> Jdbc.ask(address, "SELECT COUNT(*) FROM mysql.global_priv"))
                .isInstanceOf(SQLException.class);
        assertThat(SERVERS.of(Engine.MARIADB).folder().resolve("data/secret")).doesNotExist();
    }

    @Test
    void damagedDataFailsTheStartWithItsLogAndLeavesNoProcess() throws Exception {
        try (SutService service = Engine.MARIADB.embedded(folder)) {
            service.start(Progress.SILENT);
            service.stop();
            assertThat(folder.resolve("mariadb.log")).content().contains("Shutdown complete");
            Files.writeString(folder.resolve("data/databases/ibdata1"), "not a database");
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("before it was ready")
                    .hasMessageContaining("Aborting");
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
            assertThat(folder.resolve("data/secret")).doesNotExist();
        }
    }
}
