// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.plateaubench.api.Finding;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.process.database.Sql;
import org.plateaubench.process.database.SqlFailure;

/** The checks of a database before a load or run: connections, rights and settings. Nothing is changed. */
final class Inspection {
    /** Connections in addition to those of the users: loading takes five, telemetry two. */
    private static final int OTHERS = 7;

    private static final Set<String> RIGHTS_TO_LOAD =
            Set.of("SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP", "ALTER", "INDEX");

    private final Connector connector;
    private final Connection connection;

    Inspection(Connector connector, Connection connection) {
        this.connector = connector;
        this.connection = connection;
    }

    /** Returns the findings for a change of tables that exist, or that are to be created. */
    List<Finding> findings(int connections, Change change, List<String> existing) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        tooFewConnections(connections).ifPresent(findings::add);
        readOnly(existing)
                .or(() -> change == Change.DROP ? lacksCreation() : Optional.empty())
                .ifPresent(findings::add);
        findings.addAll(notDurable());
        return findings;
    }

    private Optional<Finding> tooFewConnections(int connections) throws SQLException {
        long limit;
        long inUse;
        switch (connector.database()) {
            case H2 -> {
                return Optional.empty();
            }
            case POSTGRESQL -> {
                limit = Sql.number(connection, "SELECT current_setting('max_connections')")
                        - Sql.number(connection, "SELECT current_setting('superuser_reserved_connections')");
                inUse = Sql.number(
                        connection,
                        "SELECT COUNT(*) FROM pg_stat_activity WHERE usesysid IS NOT NULL"
                                + " AND COALESCE(backend_type, 'client backend') = 'client backend'");
            }
            default -> {
                limit = Sql.number(connection, "SELECT @@GLOBAL.max_connections");
                inUse = Sql.first(connection, "SHOW GLOBAL STATUS LIKE 'Threads_connected'", row -> row.getLong(2))
                        .orElseThrow();
            }
        }
        long needed = (long) connections + OTHERS;
        // The connection that asks is closed before the others are opened.
        long free = Math.max(0, limit - inUse) + 1;
        return free >= needed
                ? Optional.empty()
                : Optional.of(Finding.problem(
                        "The server has " + free + " connections left of " + limit + ", and this run needs " + needed
                                + ".",
                        "Raise max_connections by " + (needed - free) + ", or use fewer users."));
    }

    /** Executes statements that change no row in a transaction that is rolled back. */
    private Optional<Finding> readOnly(List<String> tables) throws SQLException {
        connection.setAutoCommit(false);
        try {
            for (String table : tables) {
                Sql.execute(
                        connection,
                        List.of(
                                "INSERT INTO " + table + " SELECT * FROM " + table + " WHERE 1 = 0",
                                "DELETE FROM " + table + " WHERE 1 = 0"));
            }
            return isReadOnlyServer()
                    ? Optional.of(
                            unwritable("The server accepts no writes.", "Name its primary, or end its read-only mode."))
                    : Optional.empty();
        } catch (SQLException e) {
            return Optional.of(unwritable(
                    SqlFailure.firstLine(e.getMessage()) + ".",
                    "Have the owner grant SELECT, INSERT, UPDATE and DELETE on the tables to the user, or name another"
                            + " user."));
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private boolean isReadOnlyServer() throws SQLException {
        return switch (connector.database()) {
            case H2 -> false;
            case POSTGRESQL -> Sql.isTrue(connection, "SELECT current_setting('transaction_read_only') = 'on'");
            case MARIADB ->
                Sql.isTrue(connection, "SELECT @@GLOBAL.read_only") && !rights().contains("READ_ONLY ADMIN");
        };
    }

    private Finding unwritable(String reason, String remedy) {
        return Finding.problem(
                "User " + connector.user() + " may not write at " + connector.place() + ": " + reason, remedy);
    }

    private Optional<Finding> lacksCreation() {
        try {
            boolean mayCreate = switch (connector.database()) {
                case H2 ->
                    Sql.isTrue(
                            connection,
                            "SELECT EXISTS (SELECT 1 FROM information_schema.users WHERE user_name = CURRENT_USER AND"
                                    + " is_admin) OR EXISTS (SELECT 1 FROM information_schema.rights WHERE grantee ="
                                    + " CURRENT_USER AND rights LIKE '%ALTER ANY SCHEMA%')");
                case POSTGRESQL ->
                    Sql.isTrue(connection, "SELECT COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false)");
                case MARIADB -> rights().containsAll(RIGHTS_TO_LOAD);
            };
            return mayCreate
                    ? Optional.empty()
                    : Optional.of(unwritable(
                            "the right to create tables is missing.",
                            "Have the owner of the database grant "
                                    + (connector.database() == Database.MARIADB
                                            ? String.join(", ", new TreeSet<>(RIGHTS_TO_LOAD))
                                            : "CREATE on its schema")
                                    + " to the user, or name another user."));
        } catch (SQLException e) {
            return Optional.of(unwritable(SqlFailure.firstLine(e.getMessage()) + ".", "Name another user."));
        }
    }

    /** Returns the rights of the user of MariaDB on the database; those of a role are taken for all. */
    private Set<String> rights() throws SQLException {
        if (!Sql.text(connection, "SELECT CURRENT_ROLE()").isEmpty()) {
            return RIGHTS_TO_LOAD;
        }
        String ofUser = " WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')";
        return Set.copyOf(Sql.list(
                connection,
                "SELECT privilege_type FROM information_schema.user_privileges" + ofUser
                        + " UNION SELECT privilege_type FROM information_schema.schema_privileges" + ofUser
                        + " AND DATABASE() LIKE table_schema",
                row -> row.getString(1).toUpperCase(Locale.ROOT)));
    }

    private List<Finding> notDurable() throws SQLException {
        List<Finding> notes = new ArrayList<>();
        switch (connector.database()) {
            case H2 -> {
                // H2 confirms a commit before it is on disk; the page of the workload says so.
            }
            case POSTGRESQL -> {
                for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
                    if (Sql.isTrue(connection, "SELECT current_setting('" + setting + "') = 'off'")) {
                        notes.add(note(setting + " = off"));
                    }
                }
            }
            case MARIADB -> {
                if (Sql.number(connection, "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit") != 1) {
                    notes.add(note("innodb_flush_log_at_trx_commit other than 1"));
                }
            }
        }
        return notes;
    }

    private static Finding note(String setting) {
        return Finding.note(
                "The server runs with " + setting + ": a crash can lose what was committed, and figures do not"
                        + " compare with those of a durable server.");
    }
}
