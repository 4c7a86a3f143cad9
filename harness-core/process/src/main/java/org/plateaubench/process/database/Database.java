// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;

/** The databases of workloads that define their own tables, and the differences of their SQL and their drivers. */
public enum Database {
    /** H2, as a server or in this process. */
    H2("H2", "jdbc:h2:.*"),
    POSTGRESQL("PostgreSQL", "jdbc:postgresql:.*"),
    /** MariaDB, and MySQL where it behaves the same. */
    MARIADB("MariaDB or MySQL", "jdbc:(mariadb|mysql):.*");

    private static final Duration LOGIN_TIMEOUT = Duration.ofSeconds(10);
    private static final int LOCK_SECONDS = 5;

    private final String label;
    private final String addresses;

    Database(String label, String addresses) {
        this.label = label;
        this.addresses = addresses;
    }

    /** Returns the database of a JDBC URL; empty for any other. */
    public static Optional<Database> of(String url) {
        return Stream.of(values())
                .filter(database -> url.matches(database.addresses))
                .findFirst();
    }

    public String label() {
        return label;
    }

    /** Returns whether a URL opens a database inside this process instead of connecting to a server. */
    boolean isInProcess(String url) {
        return this == H2 && !url.startsWith("jdbc:h2:tcp:") && !url.startsWith("jdbc:h2:ssl:");
    }

    /** Adds the settings of the driver. Statements are prepared by the server from their first use, and kept. */
    void addSettings(Properties properties, Duration answerLimit) {
        switch (this) {
            case H2 -> properties.setProperty("NETWORK_TIMEOUT", Long.toString(answerLimit.toMillis()));
            case POSTGRESQL -> {
                // The caller limits the attempt. A limit in the driver would connect in a separate thread, which
                // cannot be cancelled, and would make each later read poll the socket first.
                properties.setProperty("loginTimeout", "0");
                properties.setProperty("connectTimeout", "0");
                properties.setProperty("sslResponseTimeout", "0");
                properties.setProperty("socketTimeout", Long.toString(answerLimit.toSeconds()));
                properties.setProperty("prepareThreshold", "1");
                properties.setProperty("reWriteBatchedInserts", "true");
            }
            case MARIADB -> {
                properties.setProperty("socketTimeout", Long.toString(answerLimit.toMillis()));
                properties.setProperty("connectTimeout", Long.toString(LOGIN_TIMEOUT.toMillis()));
                properties.setProperty("useServerPrepStmts", "true");
                properties.setProperty("cachePrepStmts", "false");
            }
        }
    }

    /** Limits waits for locks, restricts names to one schema, and makes MariaDB refuse values that do not fit. */
    List<String> sessionSettings() {
        return switch (this) {
            case H2 -> List.of("SET LOCK_TIMEOUT " + 1_000 * LOCK_SECONDS);
            case POSTGRESQL ->
                List.of(
                        "SET lock_timeout = '" + LOCK_SECONDS + "s'",
                        "SELECT set_config('search_path', quote_ident(current_schema()), false)"
                                + " WHERE current_schema() IS NOT NULL");
            case MARIADB ->
                List.of(
                        "SET SESSION innodb_lock_wait_timeout = " + LOCK_SECONDS,
                        "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'");
        };
    }

    /** Returns the statement that makes the transactions of a session READ COMMITTED. */
    String readCommitted() {
        return "SET SESSION " + (this == MARIADB ? "" : "CHARACTERISTICS AS ")
                + "TRANSACTION ISOLATION LEVEL READ COMMITTED";
    }

    /** Returns the first statements of a connection for loading, which waits longer, such as for a vacuum. */
    List<String> loadSettings() {
        return switch (this) {
            case H2 -> List.of();
            case POSTGRESQL -> List.of("SET lock_timeout = '60s'", "SET statement_timeout = 0");
            case MARIADB -> List.of("SET SESSION innodb_lock_wait_timeout = 60");
        };
    }

    /** Returns the options of a table: text is compared by its characters, as on the other databases. */
    public String tableOptions() {
        return this == MARIADB ? " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin" : "";
    }

    /** Returns the definition of a column for this database. A full-text index ignores case. */
    String column(String definition) {
        return this == MARIADB
                ? definition
                        .replace(" TIMESTAMP", " DATETIME")
                        .replace(" IDENTITY", " INTEGER NOT NULL AUTO_INCREMENT")
                        .replace(" WORDS", " VARCHAR(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci")
                : definition
                        .replace(" IDENTITY", " INTEGER GENERATED BY DEFAULT AS IDENTITY")
                        .replace(" WORDS", " VARCHAR(50)");
    }

    /** Returns the statement after which an identity column continues with a number. */
    public String restartIdentity(String table, String column, long next) {
        return this == MARIADB
                ? "ALTER TABLE " + table + " AUTO_INCREMENT = " + next
                : "ALTER TABLE " + table + " ALTER COLUMN " + column + " RESTART WITH " + next;
    }

    /** Gathers statistics and data for index-only scans, which the server would otherwise do in a run. */
    public String afterLoad(List<String> tables) {
        return switch (this) {
            case H2 -> "ANALYZE";
            case POSTGRESQL -> "VACUUM (ANALYZE) " + String.join(", ", tables);
            case MARIADB -> "ANALYZE TABLE " + String.join(", ", tables);
        };
    }
}
