// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus.State;

/** Against the real, published server. */
@Timeout(300)
class PostgresEmbeddedTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void dataIsThereAgainAfterARestartAndGoneAfterClear() throws Exception {
        try (SutService service = embedded()) {
            service.fetch(Progress.SILENT);
            SutAddress first = service.start(Progress.SILENT);
            assertThat(first.property("url"))
                    .isEqualTo("jdbc:postgresql://127.0.0.1:" + first.property("port") + "/plateau");
            ask(first, "CREATE TABLE item AS SELECT 7 AS id; SELECT 1");
            long pid = onlyProcess(service);
            assertThat(ProcessHandle.of(pid).flatMap(server -> server.info().command()))
                    .hasValueSatisfying(command -> assertThat(command).endsWith("bin/postgres"));
            assertThatThrownBy(service::clear).isInstanceOf(SutException.class).hasMessageContaining("stop it");

            service.stop();
            assertThat(service.status().state()).isEqualTo(State.STOPPED);
            assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
            assertThat(service.logs()).first().asString().endsWith("postgresql.log");

            SutAddress second = service.start(Progress.SILENT);
            assertThat(ask(second, "SELECT id FROM item")).isEqualTo("7");
            service.stop();
            service.clear();
            assertThat(folder.resolve("data")).doesNotExist();
        }
    }

    @Test
    void serverTellsDurableSettingsAndListensOnLoopbackOnly() throws Exception {
        try (SutService service = embedded()) {
            SutAddress address = service.start(Progress.SILENT);

            assertThat(service.configuration())
                    .containsEntry("fsync", "on")
                    .containsEntry("synchronous_commit", "on")
                    .containsEntry("full_page_writes", "on")
                    .containsEntry("shared_buffers", "64MB")
                    .containsEntry("max_connections", "50")
                    .containsEntry("server_encoding", "UTF8")
                    .containsEntry("server_version", "18.6")
                    .doesNotContainValue(address.property("password"));
            assertThat(ask(address, "SHOW listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(ask(address, "SHOW unix_socket_directories")).isEmpty();
            assertThat(ask(address, "SHOW password_encryption")).isEqualTo("scram-sha-256");
        }
    }

    @Test
    void externalServiceSaysInASentenceWhatIsWrong() throws Exception {
        try (SutService service = embedded()) {
            SutAddress address = service.start(Progress.SILENT);
            String url = address.property("url");
            String password = address.property("password");

            try (SutService right = external(url, "plateau", password)) {
                assertThat(right.start(Progress.SILENT).property("url")).isEqualTo(url);
                assertThat(right.status().state()).isEqualTo(State.RUNNING);
            }
            refused(external(url, "plateau", "wrong"), "refused user 'plateau'");
            refused(external(url + "x", "plateau", password), "has no such database");
            refused(
                    external("jdbc:postgresql://127.0.0.1:" + Ports.free() + "/plateau", "plateau", password),
                    "no PostgreSQL server answers at");
        }
    }

    @Test
    void killedServerIsFailedAndLeavesNoProcess() throws Exception {
        try (SutService service = embedded()) {
            SutAddress address = service.start(Progress.SILENT);
            ask(address, "CREATE TABLE item AS SELECT 7 AS id; SELECT 1");
            ProcessHandle server = ProcessHandle.of(onlyProcess(service)).orElseThrow();
            ProcessHandle guard = server.parent().orElseThrow();
            List<ProcessHandle> workers = server.descendants().toList();
            assertThat(workers).isNotEmpty();

            server.destroyForcibly();
            guard.onExit().get(30, TimeUnit.SECONDS);

            assertThat(service.status().state()).isEqualTo(State.FAILED);
            assertThat(service.status().detail())
                    .contains("PostgreSQL of SUT db")
                    .contains("was ended by signal 9");
            for (ProcessHandle worker : workers) {
                worker.onExit().get(30, TimeUnit.SECONDS);
            }
            service.stop();
            assertThat(ask(service.start(Progress.SILENT), "SELECT id FROM item"))
                    .as("what was committed survives")
                    .isEqualTo("7");
        }
    }

    @Test
    void homeWithoutAServerIsNamed() throws Exception {
        PostgresParameters given = new PostgresParameters(64, 50, 0, folder.toString(), "", "", "");
        try (SutService service = create(SutContext.Mode.EMBEDDED, given)) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("there is no program " + folder.resolve("bin/postgres"));
        }
    }

    private static void refused(SutService service, String words) throws SutException {
        try (service) {
            assertThatThrownBy(() -> service.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining(words);
        }
    }

    private SutService embedded() {
        return create(SutContext.Mode.EMBEDDED, new PostgresParameters(64, 50, 0, "", "", "", ""));
    }

    private SutService external(String url, String user, String password) {
        return create(SutContext.Mode.EXTERNAL, new PostgresParameters(128, 500, 0, "", url, user, password));
    }

    private SutService create(SutContext.Mode mode, PostgresParameters parameters) {
        return new PostgresServiceType().create(new SutContext<>("db", mode, parameters, folder));
    }

    private static long onlyProcess(SutService service) {
        assertThat(service.status().processIds()).hasSize(1);
        return service.status().processIds().getFirst();
    }

    private static String ask(SutAddress address, String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(
                        address.property("url"), address.property("user"), address.property("password"));
                Statement statement = connection.createStatement()) {
            boolean rowsCome = statement.execute(sql);
            while (!rowsCome) {
                rowsCome = statement.getMoreResults();
            }
            try (ResultSet rows = statement.getResultSet()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }
}
