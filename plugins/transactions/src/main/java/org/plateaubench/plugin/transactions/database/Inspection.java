// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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
    private final Database database;
    private final Connection connection;

    Inspection(Connector connector, Connection connection) {
        this.connector = connector;
        this.database = connector.database();
        this.connection = connection;
    }

    /** Returns the findings for a change of tables that exist, or that are to be created. */
    List<Finding> findings(int connections, Change change, List<String> existing) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        if (database != Database.H2) {
            tooFewConnections(connections).ifPresent(findings::add);
        }
        unwritable(existing).ifPresent(findings::add);
        if (change == Change.DROP && !mayCreate()) {
            findings.add(Finding.problem(
                    "User " + connector.user() + " may not create tables at " + connector.place() + ".",
                    "Have the owner of the database grant "
                            + (database == Database.MARIADB
                                    ? String.join(", ", new TreeSet<>(RIGHTS_TO_LOAD))
                                    : "CREATE on its schema")
                            + " to the user, or name another user."));
        }
        return findings;
    }

    private Optional<Finding> tooFewConnections(int connections) throws SQLException {
        boolean isMaria = database == Database.MARIADB;
        long limit = Sql.number(
                connection,
                isMaria
                        ? "SELECT @@GLOBAL.max_connections"
                        : "SELECT current_setting('max_connections')::int"
                                + " - current_setting('superuser_reserved_connections')::int");
        long inUse = Sql.number(
                connection,
                isMaria
                        ? "SELECT variable_value FROM information_schema.global_status"
                                + " WHERE variable_name = 'THREADS_CONNECTED'"
                        : "SELECT COUNT(*) FROM pg_stat_activity WHERE usesysid IS NOT NULL"
                                + " AND COALESCE(backend_type, 'client backend') = 'client backend'");
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

    /** Executes statements that change no row, in a transaction that is rolled back. */
    private Optional<Finding> unwritable(List<String> tables) throws SQLException {
        connection.setAutoCommit(false);
        try {
            for (String table : tables) {
                Sql.execute(connection, "DELETE FROM " + table + " WHERE 1 = 0");
                Sql.execute(connection, "INSERT INTO " + table + " SELECT * FROM " + table + " WHERE 1 = 0");
            }
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(Finding.problem(
                    "User " + connector.user() + " may not write at " + connector.place() + ": "
                            + SqlFailure.firstLine(e.getMessage()) + ".",
                    "Grant SELECT, INSERT, UPDATE and DELETE on the tables to the user, or name another user or a server"
                            + " that accepts writes."));
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }

    private boolean mayCreate() throws SQLException {
        return switch (database) {
            case H2 ->
                Sql.isTrue(
                        connection,
                        "SELECT EXISTS (SELECT 1 FROM information_schema.users WHERE user_name = CURRENT_USER AND is_admin)"
                                + " OR EXISTS (SELECT 1 FROM information_schema.rights WHERE grantee = CURRENT_USER"
                                + " AND rights LIKE '%ALTER ANY SCHEMA%')");
            case POSTGRESQL ->
                Sql.isTrue(
                        connection,
                        "SELECT COALESCE(has_schema_privilege(current_schema(), 'CREATE'), false)"
                                + " AND current_setting('transaction_read_only') = 'off'");
            case MARIADB -> rights().containsAll(RIGHTS_TO_LOAD);
        };
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
                row -> row.getString(1)));
    }
}
