// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.List;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;

/** The dialect of PostgreSQL. The text search is its own, with the configuration without stems and stop words. */
final class PostgresDialect implements Dialect {
    /** Sets the memory for sorting, so that small sorts stay in memory. */
    @Override
    public List<String> indexingSettings() {
        return List.of("SELECT set_config('maintenance_work_mem', '256MB', false)"
                + " WHERE pg_size_bytes(current_setting('maintenance_work_mem')) < pg_size_bytes('256MB')");
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
        return "SELECT * FROM " + Procedures.PURCHASE + "(?, ?, ?, ?, ?)";
    }

    /** Leaves the type to the server. */
    @Override
    public void bindZip(PreparedStatement statement, int parameter, int zip) throws SQLException {
        statement.setObject(parameter, Integer.toString(zip), Types.OTHER);
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
}
