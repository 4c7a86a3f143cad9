// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.postgresql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.plateaubench.plugin.databases.server.DatabaseClient;
import org.plateaubench.plugin.databases.server.JdbcQuestions;
import org.plateaubench.plugin.databases.server.JdbcQuestions.Login;
import org.plateaubench.spi.SutException;

/** Asks one PostgreSQL database about itself. Immutable; any thread. */
final class PostgresClient implements DatabaseClient {
    /** What shapes a result. */
    private static final List<String> TOLD_SETTINGS = List.of(
            "autovacuum",
            "checkpoint_completion_target",
            "checkpoint_timeout",
            "default_transaction_isolation",
            "effective_cache_size",
            "effective_io_concurrency",
            "fsync",
            "full_page_writes",
            "huge_pages",
            "io_method",
            "jit",
            "maintenance_work_mem",
            "max_connections",
            "max_parallel_workers_per_gather",
            "max_wal_size",
            "random_page_cost",
            "server_encoding",
            "server_version",
            "shared_buffers",
            "shared_preload_libraries",
            "synchronous_commit",
            "wal_buffers",
            "wal_compression",
            "wal_level",
            "wal_sync_method",
            "work_mem");

    private final String url;
    private final String user;
    private final JdbcQuestions questions;

    /** The owner is how messages call the SUT, such as {@code SUT db}. */
    PostgresClient(String owner, String url, String user, String password) {
        this.url = url;
        this.user = user;
        Login login = new Login(JdbcQuestions.driver("org.postgresql.Driver"), url, user, password);
        this.questions = new JdbcQuestions(owner, "PostgreSQL", place(), login, this::sentence);
    }

    @Override
    public void check() throws SutException, InterruptedException {
        questions.ask(statement -> statement.execute("SELECT 1"));
    }

    /** Makes a database when it is not there; the name is a plain word. */
    void requireDatabase(String name) throws SutException, InterruptedException {
        questions.ask(statement -> {
            try (ResultSet rows = statement.executeQuery("SELECT FROM pg_database WHERE datname = '" + name + "'")) {
                if (rows.next()) {
                    return true;
                }
            }
            return statement.execute("CREATE DATABASE " + name);
        });
    }

    @Override
    public Map<String, String> settings() throws SutException {
        return questions.askUninterrupted(PostgresClient::readSettings);
    }

    private static Map<String, String> readSettings(Statement statement) throws SQLException {
        String names = TOLD_SETTINGS.stream().collect(Collectors.joining("', '", "('", "')"));
        Map<String, String> settings = new TreeMap<>();
        try (ResultSet rows =
                statement.executeQuery("SELECT name, current_setting(name) FROM pg_settings WHERE name IN " + names)) {
            while (rows.next()) {
                settings.put(rows.getString(1), rows.getString(2));
            }
        }
        return settings;
    }

    private String sentence(SQLException said) {
        String state = String.valueOf(said.getSQLState());
        return switch (state) {
            case "28P01", "28000" ->
                "PostgreSQL at " + place() + " refused user '" + user + "' with the password given; correct user or"
                        + " password, or what the server's pg_hba.conf allows (" + said.getMessage() + ").";
            case "3D000" ->
                "the PostgreSQL server at " + place() + " has no such database; create it or correct the url.";
            case "53300" ->
                "PostgreSQL at " + place() + " has no connection left; raise its max_connections or use fewer users.";
            case "08001", "08004", "08006" ->
                "no PostgreSQL server answers at " + place() + "; start it or correct the url (" + said.getMessage()
                        + ").";
            default -> "PostgreSQL at " + place() + " answered with an error: " + said.getMessage();
        };
    }

    @Override
    public String place() {
        return url.split("\\?", 2)[0];
    }
}
