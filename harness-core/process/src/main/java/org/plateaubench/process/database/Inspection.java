// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.plateaubench.api.Finding;
import org.plateaubench.process.database.OwnTables.Change;

/**
 * The checks of a database before a load or run: connections, rights and prepared statements. Each finding states what was
 * found and what is needed. Nothing is changed.
 */
public final class Inspection {
    /** Connections in addition to those of the users: loading takes five, telemetry two. */
    private static final int OTHERS = 7;

    private static final Set<String> TO_WRITE = Set.of("SELECT", "INSERT", "UPDATE", "DELETE");
    private static final Set<String> TO_RESTORE = Set.of("ALTER");
    private static final Set<String> TO_CREATE = Set.of("CREATE", "DROP", "INDEX", "REFERENCES");
    private static final Set<String> TO_CREATE_ROUTINES = Set.of("CREATE ROUTINE", "ALTER ROUTINE", "EXECUTE");

    /** Counts client sessions; an ordinary user only sees that the sessions of other users exist. */
    private static final String SESSIONS = "SELECT COUNT(*) FROM pg_stat_activity WHERE usesysid IS NOT NULL"
            + " AND COALESCE(backend_type, 'client backend') = 'client backend'";

    private static final String H2_CREATES =
            "SELECT EXISTS (SELECT 1 FROM information_schema.users WHERE user_name = CURRENT_USER AND is_admin)"
                    + " OR EXISTS (SELECT 1 FROM information_schema.rights WHERE grantee = CURRENT_USER"
                    + " AND rights LIKE '%ALTER ANY SCHEMA%')";
    private static final String POSTGRES_CREATES = "SELECT COALESCE("
            + "has_schema_privilege(to_regnamespace(quote_ident(current_schema())), 'CREATE'), false)";

    private final Connector connector;
    private final Connection connection;

    /** Creates the checks over a connection. */
    public Inspection(Connector connector, Connection connection) {
        this.connector = connector;
        this.connection = connection;
    }

    /**
     * Returns the findings.
     *
     * @param users connections of the users at the same time
     * @param existing tables of the workload that exist
     */
    public List<Finding> findings(int users, TableSet set, Change change, Collection<String> existing)
            throws SQLException {
        List<Finding> findings = new ArrayList<>(settled(() -> tooFewConnections(users)));
        Set<String> missing = missingRights(set, change);
        if (!missing.isEmpty()) {
            findings.add(Finding.problem(
                    "User " + connector.user() + " lacks rights at " + connector.place() + ": "
                            + String.join(", ", missing) + ".",
                    "Have an administrator grant them, or name another user."));
        }
        if (findings.isEmpty()) {
            unwritable(existing).ifPresent(findings::add);
        }
        if (connector.database() == Database.MARIADB) {
            findings.addAll(tooFewStatements((long) set.statementsPerUser() * users));
        }
        return findings;
    }

    /** Returns the problem of too few connections; the querying one is closed before the users connect. */
    static List<Finding> tooFew(long limit, long inUse, int users, String remedy) {
        long needed = (long) users + OTHERS;
        long free = Math.max(0, limit - inUse) + 1;
        return free >= needed
                ? List.of()
                : List.of(Finding.problem(
                        "The server has " + free + " connections left of " + limit + ", and " + users + " users and "
                                + OTHERS + " others need " + needed + ".",
                        "Run '" + remedy + (limit + needed - free) + "', or use fewer users."));
    }

    /**
     * Returns what a check finds. A server counts a connection that was just closed until its thread has ended, so that
     * problems are checked again, for at most a second.
     */
    static List<Finding> settled(Callable<List<Finding>> check) throws SQLException {
        try {
            List<Finding> findings = check.call();
            for (int i = 0; i < 20 && !findings.isEmpty(); i++) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
                findings = check.call();
            }
            return findings;
        } catch (SQLException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private List<Finding> tooFewConnections(int users) throws SQLException {
        return switch (connector.database()) {
            case H2 -> List.of();
            case POSTGRESQL ->
                // Reserved connections are as good as in use.
                tooFew(
                        number("SELECT current_setting('max_connections')"),
                        number(SESSIONS)
                                + number("SELECT CASE WHEN current_setting('is_superuser') = 'on' THEN 0"
                                        + " ELSE current_setting('superuser_reserved_connections')::int END"),
                        users,
                        "ALTER SYSTEM SET max_connections = ");
            case MARIADB ->
                tooFew(
                        number("SELECT @@GLOBAL.max_connections"),
                        status("Threads_connected"),
                        users,
                        "SET GLOBAL max_connections = ");
        };
    }

    private String text(String query) throws SQLException {
        return Sql.text(connection, query);
    }

    private long number(String query) throws SQLException {
        return Sql.number(connection, query);
    }

    private boolean isTrue(String query) throws SQLException {
        return Sql.isTrue(connection, query);
    }

    private long status(String name) throws SQLException {
        return Sql.first(connection, "SHOW GLOBAL STATUS LIKE '" + name + "'", row -> row.getLong(2))
                .orElseThrow();
    }

    private Set<String> missingRights(TableSet set, Change change) throws SQLException {
        boolean creates = change == Change.DROP || set.createsRoutines();
        return switch (connector.database()) {
            case H2 -> creates && !isTrue(H2_CREATES) ? Set.of("ALTER ANY SCHEMA") : Set.of();
            case POSTGRESQL ->
                creates && !isTrue(POSTGRES_CREATES) ? Set.of("a schema of its search_path with CREATE") : Set.of();
            case MARIADB ->
                text("SELECT DATABASE()").isEmpty()
                        ? Set.of("a database, since the url of the SUT names none")
                        : mariaRights(set.createsRoutines(), change);
        };
    }

    /** Returns missing rights of a user without a role, which is assumed to have all. MySQL says NONE for no role. */
    private Set<String> mariaRights(boolean routines, Change change) throws SQLException {
        Set<String> missing = new TreeSet<>(TO_WRITE);
        if (change != Change.WRITE) {
            missing.addAll(TO_RESTORE);
        }
        if (change == Change.DROP) {
            missing.addAll(TO_CREATE);
        }
        if (routines) {
            missing.addAll(TO_CREATE_ROUTINES);
        }
        String ofUser = " WHERE grantee = CONCAT('''', REPLACE(CURRENT_USER(), '@', '''@'''), '''')";
        missing.removeAll(Sql.list(
                connection,
                "SELECT privilege_type FROM information_schema.user_privileges" + ofUser
                        + " UNION SELECT privilege_type FROM information_schema.schema_privileges" + ofUser
                        + " AND DATABASE() LIKE table_schema",
                row -> row.getString(1)));
        boolean hasRole = !Set.of("", "NONE").contains(text("SELECT CURRENT_ROLE()"));
        return hasRole ? Set.of() : missing;
    }

    private List<Finding> tooFewStatements(long statements) throws SQLException {
        long most = number("SELECT @@GLOBAL.max_prepared_stmt_count");
        long inUse = status("Prepared_stmt_count");
        return inUse + statements <= most
                ? List.of()
                : List.of(Finding.problem(
                        "The server keeps at most " + most + " prepared statements, " + inUse
                                + " are in use, and the users need " + statements + ".",
                        "Run 'SET GLOBAL max_prepared_stmt_count = " + (inUse + statements)
                                + "', or use fewer users."));
    }

    /** Executes statements that change no row, in a transaction that is rolled back. */
    private Optional<Finding> unwritable(Collection<String> tables) throws SQLException {
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
}
