// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;

/**
 * The dialect of MariaDB, and of MySQL through the same driver. Text is compared by its characters as on other
 * databases, except for the two columns with word search: their collation defines equality in the full-text index.
 */
final class MariaDialect implements Dialect {
    private static final String PREFIX = "jdbc:mariadb:";
    private static final String MYSQL_PREFIX = "jdbc:mysql:";
    private static final Pattern LOOPBACK = Pattern.compile("^jdbc:mariadb://(localhost|127\\.[0-9.]+|\\[::1])[:/]");
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

    /**
     * Adds options to the URL: the driver refuses MySQL's URLs, and requires TLS with a certificate that it can verify,
     * which a server on loopback rarely has. A URL that sets these options is not changed.
     */
    @Override
    public String driverUrl(String url) {
        String driverUrl = url.startsWith(MYSQL_PREFIX) ? PREFIX + url.substring(MYSQL_PREFIX.length()) : url;
        if (!LOOPBACK.matcher(driverUrl).find() || driverUrl.contains("sslMode=")) {
            return driverUrl;
        }
        return driverUrl + (driverUrl.contains("?") ? "&" : "?") + "sslMode=disable";
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
    public RowSink rowSink(Connection connection, Table table) throws SQLException {
        return new MultiRowInsert(connection, table, ROWS_PER_INSERT);
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
    public List<String> afterLoad() {
        return List.of("ANALYZE TABLE categories, products, inventory, customers, orders, orderlines, cust_hist");
    }

    @Override
    public String textSearch(TextField field, String columns) {
        return "SELECT " + columns + " FROM products p WHERE MATCH (p." + field.column()
                + ") AGAINST (? IN BOOLEAN MODE) ORDER BY p.prod_id LIMIT ?";
    }

    @Override
    public int bindWords(PreparedStatement statement, List<String> words) throws SQLException {
        statement.setString(1, words.stream().map(word -> "+" + word).collect(Collectors.joining(" ")));
        return 2;
    }

    @Override
    public Inspection inspection() {
        return new MariaInspection();
    }
}
