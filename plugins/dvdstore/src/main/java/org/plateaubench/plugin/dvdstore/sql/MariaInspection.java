// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.plateaubench.api.Finding;

/** The checks of the rights and settings of MariaDB and MySQL. */
final class MariaInspection implements Inspection {
    /** Statements that {@link JdbcStore} keeps for each user, once each was used. */
    private static final int STATEMENTS_PER_USER = 41;

    /** Length of the shortest word in a search, letters. */
    private static final int SHORTEST_WORD = 4;

    private static final Set<String> TO_SHOP = Set.of("SELECT", "INSERT", "UPDATE", "DELETE");
    private static final Set<String> TO_RESTORE = Set.of("ALTER");
    private static final Set<String> TO_MAKE = Set.of("CREATE", "DROP", "INDEX", "REFERENCES");

    @Override
    public List<ConnectionLimit> connectionLimits(Connection connection) throws SQLException {
        List<ConnectionLimit> rooms = new ArrayList<>();
        rooms.add(new ConnectionLimit(
                Rows.number(connection, "SELECT @@GLOBAL.max_connections"),
                Rows.number(connection, "SHOW GLOBAL STATUS LIKE 'Threads_connected'", 2),
                "The server",
                "SET GLOBAL max_connections = %d'"));
        long ofUser = Rows.number(connection, "SELECT @@SESSION.max_user_connections");
        if (ofUser > 0) {
            String account = account(connection);
            rooms.add(new ConnectionLimit(
                    ofUser,
                    Rows.number(
                            connection,
                            "SELECT COUNT(*) FROM information_schema.processlist"
                                    + " WHERE user = SUBSTRING_INDEX(CURRENT_USER(), '@', 1)"),
                    "User " + account,
                    "ALTER USER " + account + " WITH MAX_USER_CONNECTIONS %d'"));
        }
        return rooms;
    }

    private static String account(Connection connection) throws SQLException {
        String[] parts = Rows.text(connection, "SELECT CURRENT_USER()").split("@", 2);
        return "`" + parts[0] + "`@`" + parts[parts.length - 1] + "`";
    }

    @Override
    public List<Finding> rights(Connection connection, Use use) throws SQLException {
        Set<String> needed = new TreeSet<>(TO_SHOP);
        if (use != Use.SHOP) {
            needed.addAll(TO_RESTORE);
        }
        if (use == Use.MAKE) {
            needed.addAll(TO_MAKE);
        }
        String database = Rows.text(connection, "SELECT DATABASE()");
        if (database.isEmpty()) {
            return List.of(Finding.problem(
                    "The url of the SUT names no database.",
                    "Have an administrator run 'CREATE DATABASE store', and end the url with its name."));
        }
        Set<String> missing = new TreeSet<>(needed);
        missing.removeAll(MariaGrants.of(connection).on(database));
        if (missing.isEmpty()) {
            return List.of();
        }
        String account = account(connection);
        // All rights: a grant on this very name replaces one on a pattern.
        return List.of(Finding.problem(
                "User " + account + " lacks rights on database " + database + ": " + String.join(", ", missing) + ".",
                "Have an administrator run 'GRANT " + String.join(", ", needed) + " ON `" + database + "`.* TO "
                        + account + "', or name another user."));
    }

    /**
     * Returns the start of the server: its uptime is in whole seconds of the same clock, so that the difference is
     * constant.
     */
    @Override
    public String incarnation(Connection connection) throws SQLException {
        String started = Rows.text(
                connection,
                "SELECT FROM_UNIXTIME(UNIX_TIMESTAMP() - VARIABLE_VALUE) FROM information_schema.GLOBAL_STATUS"
                        + " WHERE VARIABLE_NAME = 'UPTIME'");
        boolean readOnly = Rows.isTrue(connection, "SELECT @@GLOBAL.read_only");
        return "started at " + started + (readOnly ? ", read only" : "");
    }

    @Override
    public String clockQuery() {
        return "SELECT UNIX_TIMESTAMP(NOW(6))";
    }

    @Override
    public List<Finding> settings(Connection connection, int users) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        boolean logsChanges = Rows.isTrue(connection, "SELECT @@GLOBAL.log_bin");
        String format = Rows.text(connection, "SELECT @@GLOBAL.binlog_format");
        if (logsChanges && format.equals("STATEMENT")) {
            findings.add(Finding.problem(
                    "The server runs with binlog_format = STATEMENT, in which it refuses writes of transactions in READ"
                            + " COMMITTED.",
                    "Run 'SET GLOBAL binlog_format = MIXED'."));
        }
        long statements = Rows.number(connection, "SELECT @@GLOBAL.max_prepared_stmt_count");
        long inUse = Rows.number(connection, "SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'", 2);
        long needed = inUse + (long) STATEMENTS_PER_USER * users;
        if (needed > statements) {
            findings.add(Finding.problem(
                    "The server keeps at most " + statements + " prepared statements, " + inUse + " are in use, and "
                            + users + " users need " + (needed - inUse) + ".",
                    "Run 'SET GLOBAL max_prepared_stmt_count = " + needed + "', or use fewer users."));
        }
        long shortest = Rows.number(connection, "SELECT @@GLOBAL.innodb_ft_min_token_size");
        if (shortest > SHORTEST_WORD) {
            findings.add(Finding.problem(
                    "The server runs with innodb_ft_min_token_size = " + shortest + ", so that its text search finds no"
                            + " names of " + SHORTEST_WORD + " letters.",
                    "Set it to " + SHORTEST_WORD + " or less in the server's configuration, restart the server, and set"
                            + " 'data: reload'."));
        }
        durability(connection, logsChanges, findings);
        return findings;
    }

    private static void durability(Connection connection, boolean logsChanges, List<Finding> findings)
            throws SQLException {
        long flush = Rows.number(connection, "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit");
        if (flush == 0 || flush == 2) {
            findings.add(note(
                    "innodb_flush_log_at_trx_commit = " + flush,
                    "lose what was committed",
                    "'SET GLOBAL innodb_flush_log_at_trx_commit = 1' fixes that."));
        }
        long sync = Rows.number(connection, "SELECT @@GLOBAL.sync_binlog");
        if (logsChanges && sync != 1) {
            findings.add(note(
                    "log_bin on and sync_binlog = " + sync,
                    "lose what was committed",
                    "'SET GLOBAL sync_binlog = 1' fixes that."));
        }
        String doubled = Rows.text(connection, "SELECT @@GLOBAL.innodb_doublewrite");
        if (doubled.equals("0") || doubled.equals("OFF")) {
            findings.add(note(
                    "innodb_doublewrite = OFF",
                    "harm what was committed",
                    "'innodb_doublewrite = ON' in its configuration fixes that."));
        }
    }

    private static Finding note(String setting, String harm, String remedy) {
        return Finding.note("The server runs with " + setting + ": a crash can " + harm
                + ", and figures do not compare with those of a durable server. " + remedy);
    }
}
