// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.sql.RowSink.MultiRowInsert;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.process.database.Sql;

/**
 * The dialect of MariaDB, and of MySQL through the same driver. Text is compared by its characters as on other
 * databases, except for the two columns with word search: their collation defines equality in the full-text index.
 */
final class MariaDialect implements Dialect {
    private static final String PREFIX = "jdbc:mariadb:";
    private static final String MYSQL_PREFIX = "jdbc:mysql:";
    private static final int CONNECT_MILLIS = 10_000;

    /** Rows of one insert: for the widest table these are 19,000 parameters, of which a statement can have 65,535. */
    private static final int ROWS_PER_INSERT = 1_000;

    @Override
    public String database() {
        return "MariaDB or MySQL";
    }

    @Override
    public boolean accepts(String url) {
        return url.startsWith(PREFIX) || url.startsWith(MYSQL_PREFIX);
    }

    /** Disables the driver's cache of statements, since statements are prepared once for each user and kept. */
    @Override
    public void addDriverSettings(Properties properties, int socketTimeoutMillis) {
        properties.setProperty("socketTimeout", Integer.toString(Math.max(1, socketTimeoutMillis)));
        properties.setProperty("connectTimeout", Integer.toString(CONNECT_MILLIS));
        properties.setProperty("useServerPrepStmts", "true");
        properties.setProperty("cachePrepStmts", "false");
    }

    /**
     * Sets the strict mode, in which the server refuses a value that does not fit, as other databases do, instead of
     * changing it.
     */
    @Override
    public List<String> sessionSettings() {
        return List.of(
                "SET SESSION innodb_lock_wait_timeout = 2",
                "SET SESSION sql_mode = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION'");
    }

    /**
     * Disables the check of references, which would copy the table; loaded rows only refer to existing ones. Disables
     * the list of stop words, so that the full-text index leaves out no word.
     */
    @Override
    public List<String> indexingSettings() {
        return List.of("SET SESSION foreign_key_checks = 0", "SET SESSION innodb_ft_enable_stopword = 0");
    }

    @Override
    public String identityColumn(String name) {
        return name + " INTEGER NOT NULL AUTO_INCREMENT";
    }

    @Override
    public String searchedColumn(String name) {
        return name + " VARCHAR(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci NOT NULL";
    }

    @Override
    public String tableOptions() {
        return " ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    }

    @Override
    public RowSink rowSink(Connection connection, Table table, StoreNumber store) throws SQLException {
        return new MultiRowInsert(connection, table, store, ROWS_PER_INSERT);
    }

    @Override
    public String restartIdentity(String table, String column, long next) {
        return "ALTER TABLE " + table + " AUTO_INCREMENT = " + next;
    }

    @Override
    public List<String> createTextIndex() {
        return List.of(index(TextField.ACTOR), index(TextField.TITLE));
    }

    private static String index(TextField field) {
        return "CREATE FULLTEXT INDEX ix_prod_" + field.column() + " ON products (" + field.column() + ")";
    }

    @Override
    public String createProcedure() {
        return Procedures.forMaria();
    }

    @Override
    public String dropProcedure() {
        return "DROP PROCEDURE IF EXISTS " + Procedures.PURCHASE;
    }

    @Override
    public String purchaseCall() {
        return "CALL " + Procedures.PURCHASE + "(?, ?, ?, ?, ?, ?)";
    }

    @Override
    public String gatherStatistics(String tables) {
        return "ANALYZE TABLE " + tables;
    }

    @Override
    public String textSearch(TextField field, String columns) {
        return "SELECT " + columns + " FROM products p WHERE MATCH (p." + field.column()
                + ") AGAINST (? IN BOOLEAN MODE) ORDER BY p.prod_id LIMIT ?";
    }

    @Override
    public String reviewsWith(TextField field) {
        return "products p JOIN reviews r ON r.prod_id = p.prod_id WHERE MATCH (p." + field.column()
                + ") AGAINST (? IN BOOLEAN MODE)";
    }

    @Override
    public int bindWords(PreparedStatement statement, List<String> words) throws SQLException {
        statement.setString(1, words.stream().map(word -> "+" + word).collect(Collectors.joining(" ")));
        return 2;
    }

    // ---- inspection

    /** Statements that {@link JdbcStore} keeps for each user, once each was used. */
    private static final int STATEMENTS_PER_USER = 51;

    /** Length of the shortest word in a search, letters. */
    private static final int SHORTEST_WORD = 4;

    private static final Set<String> TO_SHOP = Set.of("SELECT", "INSERT", "UPDATE", "DELETE");
    private static final Set<String> TO_RESTORE = Set.of("ALTER");
    private static final Set<String> TO_MAKE = Set.of("CREATE", "DROP", "INDEX", "REFERENCES");

    @Override
    public List<ConnectionLimit> connectionLimits(Connection connection) throws SQLException {
        List<ConnectionLimit> rooms = new ArrayList<>();
        rooms.add(new ConnectionLimit(
                Sql.number(connection, "SELECT @@GLOBAL.max_connections"),
                Sql.first(connection, "SHOW GLOBAL STATUS LIKE 'Threads_connected'", row -> row.getLong(2))
                        .orElseThrow(),
                "The server",
                "SET GLOBAL max_connections = %d'"));
        long ofUser = Sql.number(connection, "SELECT @@SESSION.max_user_connections");
        if (ofUser > 0) {
            String account = account(connection);
            rooms.add(new ConnectionLimit(
                    ofUser,
                    Sql.number(
                            connection,
                            "SELECT COUNT(*) FROM information_schema.processlist"
                                    + " WHERE user = SUBSTRING_INDEX(CURRENT_USER(), '@', 1)"),
                    "User " + account,
                    "ALTER USER " + account + " WITH MAX_USER_CONNECTIONS %d'"));
        }
        return rooms;
    }

    private static String account(Connection connection) throws SQLException {
        String[] parts = Sql.text(connection, "SELECT CURRENT_USER()").split("@", 2);
        return "`" + parts[0] + "`@`" + parts[parts.length - 1] + "`";
    }

    @Override
    public List<Finding> rights(Connection connection, Change change) throws SQLException {
        Set<String> needed = new TreeSet<>(TO_SHOP);
        if (change != Change.WRITE) {
            needed.addAll(TO_RESTORE);
        }
        if (change == Change.DROP) {
            needed.addAll(TO_MAKE);
        }
        String database = Sql.text(connection, "SELECT DATABASE()");
        if (database.isEmpty()) {
            return List.of(Finding.problem(
                    "The url of the SUT names no database.",
                    "Have an administrator run 'CREATE DATABASE store', and end the url with its name."));
        }
        Set<String> missing = new TreeSet<>(needed);
        missing.removeAll(granted(connection));
        // A role is assumed to have all rights. MySQL says NONE for no role.
        if (missing.isEmpty() || !Set.of("", "NONE").contains(Sql.text(connection, "SELECT CURRENT_ROLE()"))) {
            return List.of();
        }
        String account = account(connection);
        // All rights: a grant on this very name replaces one on a pattern.
        return List.of(Finding.problem(
                "User " + account + " lacks rights on database " + database + ": " + String.join(", ", missing) + ".",
                "Have an administrator run 'GRANT " + String.join(", ", needed) + " ON `" + database + "`.* TO "
                        + account + "', or name another user."));
    }

    /** Returns the rights of the user on the database, without those of a role. */
    private static Set<String> granted(Connection connection) throws SQLException {
        String ofUser = " WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')";
        return Set.copyOf(Sql.list(
                connection,
                "SELECT privilege_type FROM information_schema.user_privileges" + ofUser
                        + " UNION SELECT privilege_type FROM information_schema.schema_privileges" + ofUser
                        + " AND DATABASE() LIKE table_schema",
                row -> row.getString(1)));
    }

    /**
     * Returns the start of the server: its uptime is in whole seconds of the same clock, so that the difference is
     * constant.
     */
    @Override
    public List<Finding> settings(Connection connection, int users) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        boolean logsChanges = Sql.isTrue(connection, "SELECT @@GLOBAL.log_bin");
        String format = Sql.text(connection, "SELECT @@GLOBAL.binlog_format");
        if (logsChanges && format.equals("STATEMENT")) {
            findings.add(Finding.problem(
                    "The server runs with binlog_format = STATEMENT, in which it refuses writes of transactions in READ"
                            + " COMMITTED.",
                    "Run 'SET GLOBAL binlog_format = MIXED'."));
        }
        long statements = Sql.number(connection, "SELECT @@GLOBAL.max_prepared_stmt_count");
        long inUse = Sql.first(connection, "SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'", row -> row.getLong(2))
                .orElseThrow();
        long needed = inUse + (long) STATEMENTS_PER_USER * users;
        if (needed > statements) {
            findings.add(Finding.problem(
                    "The server keeps at most " + statements + " prepared statements, " + inUse + " are in use, and "
                            + users + " users need " + (needed - inUse) + ".",
                    "Run 'SET GLOBAL max_prepared_stmt_count = " + needed + "', or use fewer users."));
        }
        long shortest = Sql.number(connection, "SELECT @@GLOBAL.innodb_ft_min_token_size");
        if (shortest > SHORTEST_WORD) {
            findings.add(Finding.problem(
                    "The server runs with innodb_ft_min_token_size = " + shortest + ", so that its text search finds no"
                            + " names of " + SHORTEST_WORD + " letters.",
                    "Set it to " + SHORTEST_WORD + " or less in the server's configuration, restart the server, and set"
                            + " 'data: reload'."));
        }
        return findings;
    }
}
