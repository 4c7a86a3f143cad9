// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.mariadb;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.mariadb.jdbc.Driver;
import org.plateaubench.spi.SutException;

/**
 * Asks one MariaDB or MySQL database about itself, each time over a connection of its own, always within a limit.
 * Immutable; any thread.
 */
final class MariaClient {
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private static final int ACCESS_DENIED = 1045;
    private static final int ACCESS_TO_DATABASE_DENIED = 1044;
    private static final int UNKNOWN_DATABASE = 1049;

    /** What shapes a result; the rest is the default that the version stands for. MySQL has not all of them. */
    private static final Set<String> TOLD_VARIABLES = Set.of(
            "binlog_format",
            "character_set_server",
            "collation_server",
            "innodb_adaptive_hash_index",
            "innodb_buffer_pool_size",
            "innodb_doublewrite",
            "innodb_flush_log_at_trx_commit",
            "innodb_flush_method",
            "innodb_io_capacity",
            "innodb_io_capacity_max",
            "innodb_lock_wait_timeout",
            "innodb_log_buffer_size",
            "innodb_log_file_size",
            "innodb_page_size",
            "innodb_read_io_threads",
            "innodb_redo_log_capacity",
            "innodb_snapshot_isolation",
            "innodb_write_io_threads",
            "log_bin",
            "lower_case_table_names",
            "max_connections",
            "performance_schema",
            "query_cache_type",
            "sql_mode",
            "sync_binlog",
            "table_open_cache",
            "thread_cache_size",
            "thread_handling",
            "transaction_isolation",
            "tx_isolation",
            "version",
            "version_comment",
            "version_compile_machine");

    private final String owner;
    private final String url;
    private final String user;
    private final String password;

    /** The owner is how messages call the SUT, such as {@code SUT db}; the url is one that the driver takes. */
    MariaClient(String owner, String url, String user, String password) {
        this.owner = owner;
        this.url = url;
        this.user = user;
        this.password = password;
    }

    private interface Question<T> {
        T ask(Statement statement) throws SQLException;
    }

    /** Returns when the database has answered. */
    void check() throws SutException, InterruptedException {
        within(statement -> statement.execute("SELECT 1"));
    }

    /** Whether the database has answered, as a probe of readiness. */
    Optional<Boolean> answers() {
        try {
            check();
            return Optional.of(true);
        } catch (SutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /** The global variables that matter, by the server's names. */
    Map<String, String> settings() throws SutException {
        try {
            return within(MariaClient::readVariables);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SutException(owner + ": reading the settings of the server was interrupted", e);
        }
    }

    private static Map<String, String> readVariables(Statement statement) throws SQLException {
        Map<String, String> variables = new TreeMap<>();
        try (ResultSet rows = statement.executeQuery("SHOW GLOBAL VARIABLES")) {
            while (rows.next()) {
                if (TOLD_VARIABLES.contains(rows.getString(1))) {
                    variables.put(rows.getString(1), String.valueOf(rows.getString(2)));
                }
            }
        }
        return variables;
    }

    private <T> T within(Question<T> question) throws SutException, InterruptedException {
        CompletableFuture<T> answer = new CompletableFuture<>();
        // A server may accept and then say nothing; interrupting a virtual thread closes the socket that it reads from.
        Thread asker = Thread.ofVirtual().name("mariadb " + owner).start(() -> ask(question, answer));
        try {
            return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new SutException(
                    owner + ": MariaDB at " + place() + " did not answer within " + LIMIT.toSeconds()
                            + " s; check that a MariaDB or MySQL server runs there and is not overloaded.",
                    e);
        } catch (ExecutionException e) {
            throw new SutException(owner + ": " + sentence(e.getCause()), e);
        } finally {
            asker.interrupt();
        }
    }

    private <T> void ask(Question<T> question, CompletableFuture<T> answer) {
        Properties login = new Properties();
        login.setProperty("user", user);
        login.setProperty("password", password);
        // The driver itself: DriverManager does not show it to a class loader that is not its own.
        try (Connection connection = new Driver().connect(url, login);
                Statement statement = connection.createStatement()) {
            answer.complete(question.ask(statement));
        } catch (SQLException | RuntimeException | Error e) {
            answer.completeExceptionally(e);
        }
    }

    private String sentence(@Nullable Throwable failure) {
        if (!(failure instanceof SQLException said)) {
            return "MariaDB at " + place() + " could not be asked: " + failure;
        }
        return switch (said.getErrorCode()) {
            case ACCESS_DENIED ->
                "MariaDB at " + place() + " refused user '" + user
                        + "' with the password given; correct user or password.";
            case ACCESS_TO_DATABASE_DENIED ->
                "MariaDB at " + place() + " does not let user '" + user + "' into this database; grant it the rights.";
            case UNKNOWN_DATABASE ->
                "the MariaDB server at " + place() + " has no such database; create it or correct the url.";
            default -> otherSentence(said);
        };
    }

    private String otherSentence(SQLException said) {
        if (said.getCause() instanceof IOException) {
            return "no MariaDB server answers at " + place() + "; start it or correct the url (" + said.getMessage()
                    + ").";
        }
        return "MariaDB at " + place() + " answered with an error: " + said.getMessage();
    }

    /** The address without settings. */
    String place() {
        return url.split("\\?", 2)[0];
    }
}
