// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.sql.RowSink.CopyRows;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.process.database.Sql;

/** The dialect of PostgreSQL. The text search is its own, with the configuration without stems and stop words. */
final class PostgresDialect implements Dialect {
    private static final String PREFIX = "jdbc:postgresql:";
    private static final int CONNECT_SECONDS = 10;

    @Override
    public String database() {
        return "PostgreSQL";
    }

    @Override
    public boolean accepts(String url) {
        return url.startsWith(PREFIX);
    }

    /**
     * Adds the driver's time limits, in seconds; 0 would mean no limit. The server prepares statements from their first
     * use.
     */
    @Override
    public void addDriverSettings(Properties properties, int socketTimeoutMillis) {
        properties.setProperty(
                "socketTimeout", Integer.toString(Math.max(1, Math.ceilDiv(socketTimeoutMillis, 1_000))));
        properties.setProperty("connectTimeout", Integer.toString(CONNECT_SECONDS));
        properties.setProperty("prepareThreshold", "1");
    }

    /**
     * Sets the search path to the one schema that was checked, so that a name never means a table further down the
     * path.
     */
    @Override
    public List<String> sessionSettings() {
        return List.of(
                "SET lock_timeout = '2s'",
                "SELECT set_config('search_path', quote_ident(current_schema()), false)"
                        + " WHERE current_schema() IS NOT NULL");
    }

    /** Sets a longer lock time-out, to wait for the server's own vacuum of a table that was just changed. */
    @Override
    public List<String> upkeepSettings() {
        return List.of("SET lock_timeout = '60s'", "SET statement_timeout = 0");
    }

    /** Sets the memory for sorting, so that small sorts stay in memory. */
    @Override
    public List<String> indexingSettings() {
        return List.of("SELECT set_config('maintenance_work_mem', '256MB', false)"
                + " WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB')");
    }

    @Override
    public RowSink rowSink(Connection connection, Table table, StoreNumber store) throws SQLException {
        return new CopyRows(connection, table, store);
    }

    @Override
    public List<String> createTextIndex() {
        return List.of(index(TextField.ACTOR), index(TextField.TITLE));
    }

    private static String index(TextField field) {
        String column = field.column();
        return "CREATE INDEX ix_prod_" + column + " ON products USING gin (" + words(column) + ")";
    }

    private static String words(String column) {
        return "to_tsvector('simple', " + column + ")";
    }

    @Override
    public String createProcedure() {
        return Procedures.forPostgres();
    }

    @Override
    public String dropProcedure() {
        return "DROP FUNCTION IF EXISTS " + Procedures.PURCHASE;
    }

    @Override
    public String purchaseCall() {
        return "SELECT * FROM " + Procedures.PURCHASE + "(?, ?, ?, ?, ?, ?)";
    }

    /** Leaves the type to the server. */
    @Override
    public void bindZip(PreparedStatement statement, int parameter, int zip) throws SQLException {
        statement.setObject(parameter, Integer.toString(zip), Types.OTHER);
    }

    /** Gathers statistics and the data for index-only scans; otherwise the server does both during a run. */
    @Override
    public String gatherStatistics(String tables) {
        return "VACUUM (ANALYZE) " + tables;
    }

    @Override
    public String textSearch(TextField field, String columns) {
        return "SELECT " + columns + " FROM products p WHERE " + words("p." + field.column())
                + " @@ plainto_tsquery('simple', ?) ORDER BY p.prod_id LIMIT ?";
    }

    @Override
    public String reviewsWith(TextField field) {
        return "products p JOIN reviews r ON r.prod_id = p.prod_id WHERE " + words("p." + field.column())
                + " @@ plainto_tsquery('simple', ?)";
    }

    @Override
    public int bindWords(PreparedStatement statement, List<String> words) throws SQLException {
        statement.setString(1, String.join(" ", words));
        return 2;
    }

    // ---- inspection

    /** Counts client sessions; an ordinary user only sees that the sessions of other users exist. */
    private static final String SESSIONS = "SELECT COUNT(*) FROM pg_stat_activity WHERE usesysid IS NOT NULL"
            + " AND COALESCE(backend_type, 'client backend') = 'client backend'";

    private static final String OUR_TABLES = "FROM pg_class c WHERE c.relkind IN ('r', 'p')"
            + " AND c.relnamespace = to_regnamespace(quote_ident(current_schema()))"
            + " AND c.relname IN (" + quotedTables() + ")";

    private static String quotedTables() {
        List<String> names = new ArrayList<>(List.of("'plateau_dvdstore'"));
        for (Table table : Table.values()) {
            names.add("'" + table.sqlName() + "'");
        }
        return String.join(", ", names);
    }

    /**
     * Returns the start of the server and of its statistics: a server that recovers from a crash of one of its
     * processes keeps running but resets them, which every user may see.
     */
    @Override
    public List<ConnectionLimit> connectionLimits(Connection connection) throws SQLException {
        boolean superuser = Sql.isTrue(connection, "SELECT current_setting('is_superuser') = 'on'");
        // Reserved connections are as good as in use.
        long reserved = superuser
                ? 0
                : Sql.number(
                        connection,
                        "SELECT current_setting('superuser_reserved_connections')::int"
                                + " + COALESCE(current_setting('reserved_connections', true)::int, 0)");
        List<ConnectionLimit> rooms = new ArrayList<>();
        rooms.add(new ConnectionLimit(
                Sql.number(connection, "SELECT current_setting('max_connections')"),
                reserved + Sql.number(connection, SESSIONS),
                "The server",
                "ALTER SYSTEM SET max_connections = %d' and restart the server"));
        if (superuser) {
            return rooms;
        }
        String user = Sql.text(connection, "SELECT quote_ident(current_user)");
        long ofUser = Sql.number(connection, "SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user");
        if (ofUser >= 0) {
            rooms.add(new ConnectionLimit(
                    ofUser,
                    Sql.number(connection, SESSIONS + " AND usename = current_user"),
                    "User " + user,
                    "ALTER ROLE " + user + " CONNECTION LIMIT %d'"));
        }
        String database = Sql.text(connection, "SELECT quote_ident(current_database())");
        long ofDatabase =
                Sql.number(connection, "SELECT datconnlimit FROM pg_database WHERE datname = current_database()");
        if (ofDatabase >= 0) {
            rooms.add(new ConnectionLimit(
                    ofDatabase,
                    Sql.number(connection, SESSIONS + " AND datname = current_database()"),
                    "Database " + database,
                    "ALTER DATABASE " + database + " CONNECTION LIMIT %d'"));
        }
        return rooms;
    }

    @Override
    public List<Finding> rights(Connection connection, Change change) throws SQLException {
        String user = Sql.text(connection, "SELECT quote_ident(current_user)");
        String schema = Sql.text(connection, "SELECT quote_ident(current_schema())");
        if (schema.isEmpty()) {
            return List.of(Finding.problem(
                    "There is no schema for the tables of user " + user + ": none of its search_path exists or may be"
                            + " used.",
                    "Have the owner of the database run '" + schemaStatement(connection, user) + "'."));
        }
        List<Finding> findings = new ArrayList<>();
        if (change == Change.DROP
                && !Sql.isTrue(
                        connection,
                        "SELECT has_schema_privilege(to_regnamespace(quote_ident(current_schema())), 'CREATE')")) {
            findings.add(Finding.problem(
                    "User " + user + " may not create tables in schema " + schema + ": CREATE is missing.",
                    "Have the owner of the schema run 'GRANT CREATE ON SCHEMA " + schema + " TO " + user
                            + "', or name another user."));
        }
        ofTables(connection, user, change).ifPresent(findings::add);
        return findings;
    }

    /** Returns the problem of the tables that the user may not use so. */
    private static Optional<Finding> ofTables(Connection connection, String user, Change change) throws SQLException {
        String condition = change == Change.WRITE
                ? " AND NOT (has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')"
                        + " AND has_table_privilege(c.oid, 'UPDATE') AND has_table_privilege(c.oid, 'DELETE'))"
                : " AND NOT pg_has_role(c.relowner, 'USAGE')";
        String tables =
                Sql.text(connection, "SELECT string_agg(c.relname, ', ' ORDER BY c.relname) " + OUR_TABLES + condition);
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
    private static String schemaStatement(Connection connection, String user) throws SQLException {
        String path = Sql.text(connection, "SELECT current_setting('search_path')");
        String first = path.split(",", 2)[0].strip();
        if (path.contains("$user") || first.isEmpty() || first.equals("\"\"")) {
            return "CREATE SCHEMA AUTHORIZATION " + user;
        }
        boolean exists = Sql.isTrue(
                connection, "SELECT to_regnamespace(split_part(current_setting('search_path'), ',', 1)) IS NOT NULL");
        return exists
                ? "GRANT USAGE, CREATE ON SCHEMA " + first + " TO " + user
                : "CREATE SCHEMA " + first + " AUTHORIZATION " + user;
    }

    @Override
    public List<Finding> settings(Connection connection, int users) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        if (Sql.isTrue(connection, "SELECT current_setting('transaction_read_only') = 'on'")) {
            findings.add(Finding.problem(
                    "The server accepts no writes: transaction_read_only is on, as on a standby.",
                    "Name its primary, or run 'ALTER ROLE "
                            + Sql.text(connection, "SELECT quote_ident(current_user)")
                            + " SET default_transaction_read_only = off'."));
        }
        return findings;
    }

    /**
     * Finds indexes of no use: a broken concurrent build leaves an index that is maintained and never read; one over
     * different words is not read either.
     */
    @Override
    public List<Finding> unusableIndexes(Connection connection) throws SQLException {
        List<Finding> findings = new ArrayList<>();
        String broken = Sql.text(
                connection,
                "SELECT string_agg(i.indexrelid::regclass::text, ', ') FROM pg_index i WHERE NOT (i.indisvalid AND"
                        + " i.indisready) AND i.indrelid IN (SELECT c.oid " + OUR_TABLES + ")");
        if (!broken.isEmpty()) {
            findings.add(Finding.problem(
                    "The index " + broken + " is not ready: the server maintains it and does not use it.",
                    "Run 'REINDEX INDEX " + broken.split(",", 2)[0] + "', or set 'data: reload'."));
        }
        String otherWords = Sql.text(
                connection,
                "SELECT string_agg(i.indexrelid::regclass::text, ', ') FROM pg_index i JOIN pg_class x ON x.oid ="
                        + " i.indexrelid WHERE i.indrelid IN (SELECT c.oid " + OUR_TABLES + ") AND x.relname IN"
                        + " ('ix_prod_actor', 'ix_prod_title') AND pg_get_indexdef(x.oid) NOT LIKE"
                        + " '%gin (to_tsvector(''simple''::regconfig,%'");
        if (!otherWords.isEmpty()) {
            findings.add(Finding.problem(
                    "The index " + otherWords + " is not over the words of text search configuration 'simple', so that"
                            + " searches cannot use it.",
                    "Set 'data: reload' to load the store again."));
        }
        return findings;
    }
}
