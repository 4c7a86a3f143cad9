// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process.database;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.DataDescription;

/**
 * What is to be known of the schema of a connection when figures are compared: the rows of its tables, columns and
 * indexes, and whether the server keeps what it has committed. Of H2, PostgreSQL, MariaDB and MySQL; of others the tables.
 */
public final class DatabaseDescription {
    private static final String ROWS = DataDescription.SIZE + "rows.";
    /** The time in which a table is counted. One that takes longer is not. */
    private static final int COUNT_SECONDS = 60;

    private static final int DIGEST_DIGITS = 16;
    private static final String IN_H2 = "SELECT COALESCE(MAX(setting_value), '') FROM information_schema.settings"
            + " WHERE setting_name = ";

    private final Connection connection;
    private final DatabaseMetaData data;
    private final Map<String, String> facts = new TreeMap<>();
    private final List<String> servers = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();

    private DatabaseDescription(Connection connection) throws SQLException {
        this.connection = connection;
        this.data = connection.getMetaData();
    }

    /** Reads the description. */
    public static DataDescription of(Connection connection) throws SQLException {
        DatabaseDescription description = new DatabaseDescription(connection);
        description.tables();
        switch (description.data.getDatabaseProductName()) {
            case "PostgreSQL" -> description.postgres();
            case "MariaDB", "MySQL" -> description.maria();
            case "H2" -> description.h2();
            default -> {}
        }
        return new DataDescription(description.servers, description.facts, description.doubts);
    }

    private void tables() throws SQLException {
        TreeSet<String> schema = new TreeSet<>();
        for (String table : names()) {
            rows(table);
            TreeSet<String> indexes = indexes(table);
            facts.put("indexes." + lower(table), indexes.isEmpty() ? "none" : String.join(", ", indexes));
            schema.add(lower(table) + " indexes " + indexes);
            schema.add(lower(table) + " columns " + columns(table));
        }
        if (!schema.isEmpty()) {
            facts.put("schema", digest(String.join("\n", schema)));
        }
    }

    private TreeSet<String> names() throws SQLException {
        TreeSet<String> names = new TreeSet<>();
        String[] types = OwnTables.TABLE_TYPES.toArray(String[]::new);
        try (ResultSet found = data.getTables(connection.getCatalog(), connection.getSchema(), "%", types)) {
            while (found.next()) {
                if (isHere(found)) {
                    names.add(found.getString("TABLE_NAME"));
                }
            }
        }
        return names;
    }

    /** Whether a row is of the schema, whose name was taken for a pattern. */
    private boolean isHere(ResultSet row) throws SQLException {
        String schema = connection.getSchema();
        return schema == null || schema.equals(row.getString("TABLE_SCHEM"));
    }

    private void rows(String table) throws SQLException {
        String quote = data.getIdentifierQuoteString();
        try (Statement statement = connection.createStatement()) {
            statement.setQueryTimeout(COUNT_SECONDS);
            try (ResultSet count = statement.executeQuery(
                    "SELECT COUNT(*) FROM " + quote + table.replace(quote, quote + quote) + quote)) {
                count.next();
                facts.put(ROWS + lower(table), Long.toString(count.getLong(1)));
            }
        } catch (SQLException e) {
            // It takes too long, or the user may not read the table.
            facts.put(ROWS + lower(table), "not counted");
            if (!connection.getAutoCommit()) {
                connection.rollback();
            }
        }
    }

    private List<String> columns(String table) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (ResultSet found = data.getColumns(connection.getCatalog(), connection.getSchema(), table, "%")) {
            while (found.next()) {
                if (isHere(found) && table.equals(found.getString("TABLE_NAME"))) {
                    columns.add(lower(found.getString("COLUMN_NAME")) + " " + found.getString("TYPE_NAME") + " "
                            + found.getInt("COLUMN_SIZE") + " " + found.getString("IS_NULLABLE"));
                }
            }
        }
        return columns;
    }

    /** The indexes by their columns, without names, of which the server may have made some. */
    private TreeSet<String> indexes(String table) throws SQLException {
        Map<String, List<String>> byName = new TreeMap<>();
        TreeSet<String> unique = new TreeSet<>();
        try (ResultSet found =
                data.getIndexInfo(connection.getCatalog(), connection.getSchema(), table, false, true)) {
            while (found.next()) {
                @Nullable String name = found.getString("INDEX_NAME");
                if (name != null) {
                    byName.computeIfAbsent(name, key -> new ArrayList<>()).add(lower(found.getString("COLUMN_NAME")));
                    if (!found.getBoolean("NON_UNIQUE")) {
                        unique.add(name);
                    }
                }
            }
        }
        TreeSet<String> indexes = new TreeSet<>();
        byName.forEach((name, columns) ->
                indexes.add("(" + String.join(" ", columns) + ")" + (unique.contains(name) ? " unique" : "")));
        return indexes;
    }

    /** Reads settings as new sessions of this user have them, and tables that are not in the log. */
    private void postgres() throws SQLException {
        servers.add(Sql.text(
                connection,
                "SELECT 'PostgreSQL at port ' || current_setting('port') || ', started at ' || pg_postmaster_start_time()"));
        for (String setting : List.of("fsync", "full_page_writes", "synchronous_commit")) {
            String value =
                    Sql.text(connection, "SELECT reset_val FROM pg_settings WHERE name = '" + setting + "'");
            facts.put(setting, value);
            doubt(value.equals("off"), setting + " is off");
        }
        String unlogged = Sql.text(
                connection,
                "SELECT string_agg(relname, ', ' ORDER BY relname) FROM pg_class WHERE relpersistence = 'u'"
                        + " AND relkind IN ('r', 'p')"
                        + " AND relnamespace = to_regnamespace(quote_ident(current_schema()))");
        if (!unlogged.isEmpty()) {
            facts.put("unlogged", unlogged);
        }
        doubt(!unlogged.isEmpty(), "unlogged tables: " + unlogged);
    }

    private void maria() throws SQLException {
        servers.add(data.getDatabaseProductName() + " at "
                + Sql.text(connection, "SELECT CONCAT(@@hostname, ' port ', @@port, ', ', @@datadir)"));
        for (String setting :
                List.of("innodb_flush_log_at_trx_commit", "sync_binlog", "log_bin", "innodb_doublewrite")) {
            facts.put(setting, Sql.text(connection, "SELECT @@GLOBAL." + setting));
        }
        String flush = facts.getOrDefault("innodb_flush_log_at_trx_commit", "");
        doubt(flush.equals("0") || flush.equals("2"), "innodb_flush_log_at_trx_commit is " + flush);
        doubt(
                "1".equals(facts.get("log_bin")) && !"1".equals(facts.get("sync_binlog")),
                "sync_binlog is " + facts.get("sync_binlog"));
        doubt(List.of("0", "OFF").contains(facts.getOrDefault("innodb_doublewrite", "")), "innodb_doublewrite is off");
        String engines = Sql.text(
                connection,
                "SELECT GROUP_CONCAT(table_name, ' ', engine ORDER BY table_name SEPARATOR ', ')"
                        + " FROM information_schema.tables WHERE table_schema = DATABASE()"
                        + " AND table_type = 'BASE TABLE' AND engine <> 'InnoDB'");
        if (!engines.isEmpty()) {
            facts.put("engines", engines);
        }
        doubt(!engines.isEmpty(), "tables that are not of InnoDB: " + engines);
    }

    /** A database in a file looks durable, and is so only after the delay; one in memory was chosen as such. */
    private void h2() throws SQLException {
        boolean isInMemory = Sql.text(connection, "SELECT DATABASE_PATH()").isEmpty();
        String delay = Sql.text(connection, IN_H2 + "'WRITE_DELAY'");
        facts.put("storage", isInMemory ? "memory" : "file");
        facts.put("WRITE_DELAY", delay);
        doubt(!isInMemory && !delay.isEmpty() && !delay.equals("0"), "WRITE_DELAY is " + delay + " ms");
    }

    private void doubt(boolean isOne, String clause) {
        if (isOne) {
            doubts.add(clause);
        }
    }

    private static String lower(@Nullable String name) {
        return String.valueOf(name).toLowerCase(Locale.ROOT);
    }

    private static String digest(String text) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)))
                    .substring(0, DIGEST_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
