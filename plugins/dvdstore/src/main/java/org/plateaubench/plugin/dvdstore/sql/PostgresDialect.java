// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;

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
    public RowSink rowSink(Connection connection, Table table) throws SQLException {
        return new CopyRows(connection, table);
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

    /** Gathers statistics and the data for index-only scans; otherwise the server does both during a run. */
    @Override
    public List<String> afterLoad() {
        return List.of("VACUUM (ANALYZE) categories, products, inventory, customers, orders, orderlines, cust_hist");
    }

    @Override
    public String textSearch(TextField field, String columns) {
        return "SELECT " + columns + " FROM products p WHERE " + words("p." + field.column())
                + " @@ plainto_tsquery('simple', ?) ORDER BY p.prod_id LIMIT ?";
    }

    @Override
    public int bindWords(PreparedStatement statement, List<String> words) throws SQLException {
        statement.setString(1, String.join(" ", words));
        return 2;
    }

    @Override
    public Inspection inspection() {
        return new PostgresInspection();
    }
}
