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
import java.util.stream.Collectors;
import org.plateaubench.api.Finding;
import org.plateaubench.process.database.OwnTables.Change;

/** Connections, rights and settings before a load or run. A finding names the correction; nothing is changed. */
public final class Inspection {
    /** Connections in addition to those of the users: loading takes five, telemetry two. */
    private static final int EXTRA = 7;

    private static final Set<String> TO_WRITE = Set.of("SELECT", "INSERT", "UPDATE", "DELETE");
    private static final Set<String> TO_RESTORE = Set.of("ALTER");
    private static final Set<String> TO_CREATE = Set.of("CREATE", "DROP", "INDEX", "REFERENCES");
    private static final Set<String> TO_CREATE_ROUTINES = Set.of("CREATE ROUTINE", "ALTER ROUTINE", "EXECUTE");

    /** Counts client sessions; an ordinary user only sees that the sessions of other users exist. */
    private static final String SESSIONS = "SELECT COUNT(*) FROM pg_stat_activity WHERE usesysid IS NOT NULL"
            + " AND COALESCE(backend_type, 'client backend') = 'client backend'";

    private final Connector connector;
    private final Connection connection;

    public Inspection(Connector connector, Connection connection) {
        this.connector = connector;
        this.connection = connection;
    }

    public List<Finding> findings(int users, TableSet set, Change change, Collection<String> existing)
            throws SQLException {
        List<Finding> findings = new ArrayList<>(recheck(() -> tooFewConnections(users)));
        findings.addAll(rights(set, change, existing));
        if (findings.isEmpty()) {
            writeProblem(existing).ifPresent(findings::add);
        }
        if (connector.database() == Database.MARIADB) {
            findings.addAll(settings((long) set.statementsPerUser() * users));
        }
        return findings;
    }

    /** A limit on connections; {@code inUse} includes the querying one, {@code remedy} raises it to {@code %d}. */
    record ConnectionLimit(long limit, long inUse, String owner, String remedy) {
        /** Returns the problem of too few; the querying connection is closed before the users connect. */
        Optional<Finding> tooFew(int users) {
            long needed = (long) users + EXTRA;
            long free = Math.max(0, limit - inUse) + 1;
            if (free >= needed) {
                return Optional.empty();
            }
            return Optional.of(Finding.problem(
                    owner + " has " + free + " connections left of " + limit + ", and " + users + " users and " + EXTRA
                            + " others need " + needed + ".",
                    "Run '" + remedy.replace("%d", Long.toString(limit + needed - free)) + ", or use fewer users."));
        }
    }

    /** A server counts a closed connection until its thread ends, so problems are checked again for a second. */
    static List<Finding> recheck(Callable<List<Finding>> check) throws SQLException {
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
        List<Finding> findings = new ArrayList<>();
        List<ConnectionLimit> limits = switch (connector.database()) {
            case H2 -> List.of();
            case POSTGRESQL -> postgresLimits();
            case MARIADB -> mariaLimits();
        };
        limits.forEach(limit -> limit.tooFew(users).ifPresent(findings::add));
        return findings;
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

    private List<ConnectionLimit> postgresLimits() throws SQLException {
        boolean superuser = isTrue("SELECT current_setting('is_superuser') = 'on'");
        // Reserved connections count as used.
        long reserved = superuser
                ? 0
                : number("SELECT current_setting('superuser_reserved_connections')::int"
                        + " + COALESCE(current_setting('reserved_connections', true)::int, 0)");
        List<ConnectionLimit> limits = new ArrayList<>();
        limits.add(new ConnectionLimit(
                number("SELECT current_setting('max_connections')"),
                reserved + number(SESSIONS),
                "The server",
                "ALTER SYSTEM SET max_connections = %d' and restart the server"));
        if (superuser) {
            return limits;
        }
        String user = text("SELECT quote_ident(current_user)");
        long userLimit = number("SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user");
        if (userLimit >= 0) {
            limits.add(new ConnectionLimit(
                    userLimit,
                    number(SESSIONS + " AND usename = current_user"),
                    "User " + user,
                    "ALTER ROLE " + user + " CONNECTION LIMIT %d'"));
        }
        String database = text("SELECT quote_ident(current_database())");
        long databaseLimit = number("SELECT datconnlimit FROM pg_database WHERE datname = current_database()");
        if (databaseLimit >= 0) {
            limits.add(new ConnectionLimit(
                    databaseLimit,
                    number(SESSIONS + " AND datname = current_database()"),
                    "Database " + database,
                    "ALTER DATABASE " + database + " CONNECTION LIMIT %d'"));
        }
        return limits;
    }

    private List<ConnectionLimit> mariaLimits() throws SQLException {
        List<ConnectionLimit> limits = new ArrayList<>();
        limits.add(new ConnectionLimit(
                number("SELECT @@GLOBAL.max_connections"),
                status("Threads_connected"),
                "The server",
                "SET GLOBAL max_connections = %d'"));
        long userLimit = number("SELECT @@SESSION.max_user_connections");
        if (userLimit > 0) {
            limits.add(new ConnectionLimit(
                    userLimit,
                    number("SELECT COUNT(*) FROM information_schema.processlist"
                            + " WHERE user = SUBSTRING_INDEX(CURRENT_USER(), '@', 1)"),
                    "User " + account(),
                    "ALTER USER " + account() + " WITH MAX_USER_CONNECTIONS %d'"));
        }
        return limits;
    }

    private long status(String name) throws SQLException {
        return Sql.first(connection, "SHOW GLOBAL STATUS LIKE '" + name + "'", row -> row.getLong(2))
                .orElseThrow();
    }

    private String account() throws SQLException {
        String[] parts = text("SELECT CURRENT_USER()").split("@", 2);
        return "`" + parts[0] + "`@`" + parts[parts.length - 1] + "`";
    }

    List<Finding> rights(TableSet set, Change change, Collection<String> existing) throws SQLException {
        return switch (connector.database()) {
            case H2 -> h2Rights(change);
            case POSTGRESQL -> postgresRights(set.createsRoutines(), change, existing);
            case MARIADB -> mariaRights(set.createsRoutines(), change);
        };
    }

    private List<Finding> h2Rights(Change change) throws SQLException {
        boolean mayCreate = change != Change.DROP
                || isTrue(
                        "SELECT EXISTS (SELECT 1 FROM information_schema.users WHERE user_name = CURRENT_USER AND is_admin)"
                                + " OR EXISTS (SELECT 1 FROM information_schema.rights WHERE grantee = CURRENT_USER"
                                + " AND rights LIKE '%ALTER ANY SCHEMA%')");
        return mayCreate
                ? List.of()
                : List.of(Finding.problem(
                        "User " + connector.user() + " may not create tables at " + connector.displayUrl() + ".",
                        "Have an administrator run 'GRANT ALTER ANY SCHEMA TO " + connector.user()
                                + "', or name another user."));
    }

    private List<Finding> postgresRights(boolean routines, Change change, Collection<String> existing)
            throws SQLException {
        if (isTrue("SELECT current_setting('transaction_read_only') = 'on'")) {
            return List.of(Finding.problem(
                    "The server accepts no writes: transaction_read_only is on, as on a standby.",
                    "Name its primary, or run 'ALTER ROLE " + text("SELECT quote_ident(current_user)")
                            + " SET default_transaction_read_only = off'."));
        }
        String user = text("SELECT quote_ident(current_user)");
        String schema = text("SELECT quote_ident(current_schema())");
        if (schema.isEmpty()) {
            return List.of(Finding.problem(
                    "There is no schema for the tables of user " + user + ": none of its search_path exists or may be"
                            + " used.",
                    "Have the owner of the database run '" + schemaStatement(user) + "'."));
        }
        if ((routines || change == Change.DROP)
                && !isTrue("SELECT has_schema_privilege(to_regnamespace(quote_ident(current_schema())), 'CREATE')")) {
            return List.of(Finding.problem(
                    "User " + user + " may not create " + (change == Change.DROP ? "tables" : "routines")
                            + " in schema " + schema + ": CREATE is missing.",
                    "Have the owner of the schema run 'GRANT CREATE ON SCHEMA " + schema + " TO " + user
                            + "', or name another user."));
        }
        return tableRights(user, change, existing).stream().toList();
    }

    private Optional<Finding> tableRights(String user, Change change, Collection<String> existing) throws SQLException {
        String names = existing.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
        String condition = change == Change.WRITE
                ? " AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')"
                        + " AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))"
                : " AND NOT pg_has_role(c.relowner, 'USAGE')";
        String tables = existing.isEmpty()
                ? ""
                : text("SELECT string_agg(c.relname, ', ' ORDER BY c.relname) FROM pg_class c"
                        + " WHERE c.relkind IN ('r', 'p')"
                        + " AND c.relnamespace = to_regnamespace(quote_ident(current_schema()))"
                        + " AND c.relname IN (" + names + ")" + condition);
        if (tables.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                change == Change.WRITE
                        ? Finding.problem(
                                "User " + user + " may not read and write " + tables + ".",
                                "Have their owner run 'GRANT SELECT, INSERT, UPDATE, DELETE ON " + tables + " TO "
                                        + user + "', or name another user.")
                        : Finding.problem(
                                "User " + user + " does not own " + tables + ", and only an owner may restore or"
                                        + " replace a table.",
                                "Name their owner as user of the SUT, or have that owner run"
                                        + " 'ALTER TABLE ... OWNER TO "
                                        + user + "' for each."));
    }

    /** Returns the statement that creates the first schema of the path, or grants the user the right to it. */
    private String schemaStatement(String user) throws SQLException {
        String path = text("SELECT current_setting('search_path')");
        String first = path.split(",", 2)[0].strip();
        if (path.contains("$user") || first.isEmpty() || first.equals("\"\"")) {
            return "CREATE SCHEMA AUTHORIZATION " + user;
        }
        boolean exists =
                isTrue("SELECT to_regnamespace(split_part(current_setting('search_path'), ',', 1)) IS NOT NULL");
        return exists
                ? "GRANT USAGE, CREATE ON SCHEMA " + first + " TO " + user
                : "CREATE SCHEMA " + first + " AUTHORIZATION " + user;
    }

    private List<Finding> mariaRights(boolean routines, Change change) throws SQLException {
        Set<String> needed = new TreeSet<>(TO_WRITE);
        if (change != Change.WRITE) {
            needed.addAll(TO_RESTORE);
        }
        if (change == Change.DROP) {
            needed.addAll(TO_CREATE);
        }
        if (routines) {
            needed.addAll(TO_CREATE_ROUTINES);
        }
        String database = text("SELECT DATABASE()");
        if (database.isEmpty()) {
            return List.of(Finding.problem(
                    "The url of the SUT names no database.",
                    "Have an administrator run 'CREATE DATABASE store', and end the url with its name."));
        }
        Set<String> missing = new TreeSet<>(needed);
        missing.removeAll(OwnTables.mariaRights(connection));
        // A role is assumed to have all rights. MySQL returns NONE without a role.
        if (missing.isEmpty() || !Set.of("", "NONE").contains(text("SELECT CURRENT_ROLE()"))) {
            return List.of();
        }
        // Names all needed rights, because a grant on the exact name replaces one on a pattern.
        return List.of(Finding.problem(
                "User " + account() + " lacks rights on database " + database + ": " + String.join(", ", missing) + ".",
                "Have an administrator run 'GRANT " + String.join(", ", needed) + " ON `" + database + "`.* TO "
                        + account() + "', or name another user."));
    }

    private List<Finding> settings(long statements) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        if (isTrue("SELECT @@GLOBAL.log_bin")
                && text("SELECT @@GLOBAL.binlog_format").equals("STATEMENT")) {
            findings.add(Finding.problem(
                    "The server runs with binlog_format = STATEMENT, in which it refuses writes of transactions in READ"
                            + " COMMITTED.",
                    "Run 'SET GLOBAL binlog_format = MIXED'."));
        }
        long max = number("SELECT @@GLOBAL.max_prepared_stmt_count");
        long inUse = status("Prepared_stmt_count");
        if (inUse + statements > max) {
            findings.add(Finding.problem(
                    "The server keeps at most " + max + " prepared statements, " + inUse
                            + " are in use, and the users need " + statements + ".",
                    "Run 'SET GLOBAL max_prepared_stmt_count = " + (inUse + statements) + "', or use fewer users."));
        }
        return findings;
    }

    /** Executes statements that change no row, in a transaction that is rolled back. */
    private Optional<Finding> writeProblem(Collection<String> tables) throws SQLException {
        connection.setAutoCommit(false);
        try {
            for (String table : tables) {
                Sql.execute(connection, "DELETE FROM " + table + " WHERE 1 = 0");
                Sql.execute(connection, "INSERT INTO " + table + " SELECT * FROM " + table + " WHERE 1 = 0");
            }
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(Finding.problem(
                    "User " + connector.user() + " may not write at " + connector.displayUrl() + ": "
                            + SqlFailure.firstLine(e.getMessage()) + ".",
                    "Grant SELECT, INSERT, UPDATE and DELETE on the tables to the user, or name another user or a server"
                            + " that accepts writes."));
        } finally {
            connection.rollback();
            connection.setAutoCommit(true);
        }
    }
}
