// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.DataDescription;
import org.plateaubench.spi.SutIncarnation;

/**
 * The properties of a connection's schema that matter when figures are compared: the rows of its tables, columns and
 * indexes, and the durability of commits, for H2, PostgreSQL, MariaDB and MySQL; for other databases only the tables.
 */
public final class DatabaseDescription {
    private static final String ROWS = DataDescription.SIZE + "rows.";
    /** Time limit for counting the rows of a table; a table that takes longer is not counted. */
    private static final int COUNT_SECONDS = 60;

    private final Connection connection;
    private final DatabaseMetaData data;
    private final Map<String, String> facts = new TreeMap<>();
    private final List<String> servers = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();

    private DatabaseDescription(Connection connection) throws SQLException {
        this.connection = connection;
        this.data = connection.getMetaData();
    }

    public static DataDescription of(Connection connection) throws SQLException {
        DatabaseDescription description = new DatabaseDescription(connection);
        description.readTables();
        switch (description.data.getDatabaseProductName()) {
            case "PostgreSQL" -> description.readPostgres();
            case "MariaDB", "MySQL" -> description.readMaria();
            case "H2" -> description.readH2();
            default -> {}
        }
        return new DataDescription(description.servers, description.facts, description.doubts);
    }

    /**
     * Returns the present lifetime of a PostgreSQL, MariaDB or MySQL server by its start and role; of PostgreSQL also
     * by the start of its statistics, which restart after a crash of one of its processes.
     *
     * @param place name of the server in messages
     */
    public static List<SutIncarnation> incarnations(Connection connection, String place) throws SQLException {
        String query = switch (connection.getMetaData().getDatabaseProductName()) {
            case "PostgreSQL" ->
                "SELECT 'started at ' || pg_postmaster_start_time()"
                        + " || CASE WHEN pg_is_in_recovery() THEN ' as a standby' ELSE '' END"
                        + " || COALESCE(', counting since ' || (SELECT stats_reset FROM pg_stat_bgwriter), '')";
            case "MariaDB", "MySQL" ->
                "SELECT CONCAT('started at ', FROM_UNIXTIME(UNIX_TIMESTAMP() - variable_value),"
                        + " IF(@@GLOBAL.read_only, ', read only', ''))"
                        + " FROM information_schema.global_status WHERE variable_name = 'UPTIME'";
            default -> "";
        };
        return query.isEmpty() ? List.of() : List.of(new SutIncarnation(place, Sql.text(connection, query), ""));
    }

    private void readTables() throws SQLException {
        TreeSet<String> schema = new TreeSet<>();
        String[] types = OwnTables.TABLE_TYPES.toArray(String[]::new);
        for (String table :
                namesInSchema(data.getTables(connection.getCatalog(), connection.getSchema(), "%", types))) {
            String name = table.toLowerCase(Locale.ROOT);
            facts.put(ROWS + name, countRows(table));
            String indexes = indexes(table);
            facts.put("indexes." + name, indexes.isEmpty() ? "none" : indexes);
            schema.add(name + " indexes " + indexes + " columns " + columns(table));
        }
        if (!schema.isEmpty()) {
            byte[] text = String.join("\n", schema).getBytes(StandardCharsets.UTF_8);
            facts.put("schema", UUID.nameUUIDFromBytes(text).toString());
        }
    }

    /** Returns the tables of this schema only, since JDBC treats its name as a pattern that other schemas may match. */
    private List<String> namesInSchema(ResultSet tables) throws SQLException {
        List<String> names = new ArrayList<>();
        try (tables) {
            while (tables.next()) {
                String schema = connection.getSchema();
                if (schema == null || schema.equals(tables.getString("TABLE_SCHEM"))) {
                    names.add(tables.getString("TABLE_NAME"));
                }
            }
        }
        return names;
    }

    private String quoted(String table) throws SQLException {
        String quote = data.getIdentifierQuoteString();
        return quote + table.replace(quote, quote + quote) + quote;
    }

    private String countRows(String table) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(COUNT_SECONDS);
            try (ResultSet count = statement.executeQuery("SELECT COUNT(*) FROM " + quoted(table))) {
                count.next();
                return Long.toString(count.getLong(1));
            }
        } catch (SQLException e) {
            // It takes too long, or the user may not read the table.
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
            return "not counted";
        }
    }

    private String columns(String table) throws SQLException {
        StringBuilder columns = new StringBuilder();
        try (ResultSet found = data.getColumns(connection.getCatalog(), connection.getSchema(), table, "%")) {
            while (found.next()) {
                columns.append(found.getString("TABLE_NAME")).append('.');
                columns.append(found.getString("COLUMN_NAME")).append(' ');
                columns.append(found.getString("TYPE_NAME")).append(' ');
                columns.append(found.getInt("COLUMN_SIZE")).append(found.getString("IS_NULLABLE"));
            }
        }
        return columns.toString();
    }

    /** The columns of the indexes, without the names of indexes, because the server may have generated some. */
    private String indexes(String table) throws SQLException {
        Map<String, String> byName = new TreeMap<>();
        try (ResultSet found = data.getIndexInfo(connection.getCatalog(), connection.getSchema(), table, false, true)) {
            while (found.next()) {
                @Nullable String name = found.getString("INDEX_NAME");
                if (name != null) {
                    String column =
                            String.valueOf(found.getString("COLUMN_NAME")).toLowerCase(Locale.ROOT);
                    String kind = found.getBoolean("NON_UNIQUE") ? "" : "unique ";
                    byName.merge(
                            name,
                            kind + "(" + column + ")",
                            (columns, next) -> columns.replace(")", " " + column + ")"));
                }
            }
        }
        return String.join(", ", new TreeSet<>(byName.values()));
    }

    /** Reads the settings of new sessions of this user, and the unlogged tables. */
    private void readPostgres() throws SQLException {
        servers.add(
                Sql.text(
                        connection,
                        "SELECT 'PostgreSQL at port ' || current_setting('port') || ', started at ' || pg_postmaster_start_time()"));
        for (String setting : List.of("fsync", "full_page_writes", "synchronous_commit")) {
            String value = fact(setting, "SELECT reset_val FROM pg_settings WHERE name = '" + setting + "'");
            addDoubtIf(value.equals("off"), setting + " is off");
        }
        String unlogged = fact(
                "unlogged",
                "SELECT string_agg(relname, ', ' ORDER BY relname) FROM pg_class WHERE relpersistence = 'u'"
                        + " AND relkind IN ('r', 'p')"
                        + " AND relnamespace = to_regnamespace(quote_ident(current_schema()))");
        addDoubtIf(!unlogged.isEmpty(), "unlogged tables: " + unlogged);
    }

    private void readMaria() throws SQLException {
        servers.add(data.getDatabaseProductName() + " at "
                + Sql.text(connection, "SELECT CONCAT(@@hostname, ' port ', @@port, ', ', @@datadir)"));
        String flush = fact("innodb_flush_log_at_trx_commit", "SELECT @@GLOBAL.innodb_flush_log_at_trx_commit");
        addDoubtIf(flush.equals("0") || flush.equals("2"), "innodb_flush_log_at_trx_commit is " + flush);
        String sync = fact("sync_binlog", "SELECT @@GLOBAL.sync_binlog");
        addDoubtIf(
                fact("log_bin", "SELECT @@GLOBAL.log_bin").equals("1") && !sync.equals("1"), "sync_binlog is " + sync);
        String doublewrite = fact("innodb_doublewrite", "SELECT @@GLOBAL.innodb_doublewrite");
        addDoubtIf(doublewrite.equals("0") || doublewrite.equals("OFF"), "innodb_doublewrite is off");
        String engines = fact(
                "engines",
                "SELECT GROUP_CONCAT(table_name, ' (', engine, ')' ORDER BY table_name SEPARATOR ', ')"
                        + " FROM information_schema.tables WHERE table_schema = DATABASE()"
                        + " AND table_type = 'BASE TABLE' AND engine <> 'InnoDB'");
        addDoubtIf(!engines.isEmpty(), "tables with another engine than InnoDB: " + engines);
    }

    /** A database in a file is durable only after the delay; a database in memory is never durable. */
    private void readH2() throws SQLException {
        String path = Sql.text(connection, "SELECT DATABASE_PATH()");
        facts.put("storage", path.isEmpty() ? "memory" : "file");
        String delay = fact(
                "WRITE_DELAY",
                "SELECT COALESCE(MAX(setting_value), '0') FROM information_schema.settings"
                        + " WHERE setting_name = 'WRITE_DELAY'");
        addDoubtIf(!path.isEmpty() && !delay.equals("0"), "WRITE_DELAY is " + delay + " ms");
    }

    /** Stores the result of a query as a fact, unless it is empty. */
    private String fact(String name, String query) throws SQLException {
        String value = Sql.text(connection, query);
        if (!value.isEmpty()) {
            facts.put(name, value);
        }
        return value;
    }

    private void addDoubtIf(boolean condition, String clause) {
        if (condition) {
            doubts.add(clause);
        }
    }
}
