// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.process.database.Sql;

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
        return "SELECT * FROM " + Procedures.PURCHASE + "(?, ?, ?, ?, ?, ?)";
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

    /**
     * Finds unusable indexes: a failed concurrent build leaves an index that is maintained and never read, and an index
     * over other words is not read either.
     */
    @Override
    public List<Finding> textSearchProblems(Connection connection, List<StoreNumber> stores) throws SQLException {
        if (stores.isEmpty()) {
            return List.of();
        }
        String indexes = indexes(stores);
        List<Finding> findings = new ArrayList<>();
        String broken = Sql.text(
                connection,
                "SELECT string_agg(i.indexrelid::regclass::text, ', ')" + indexes
                        + " AND NOT (i.indisvalid AND i.indisready)");
        if (!broken.isEmpty()) {
            findings.add(Finding.problem(
                    "The index " + broken + " is not ready: the server maintains it and does not use it.",
                    "Run 'REINDEX INDEX " + broken.split(",", 2)[0] + "', or set 'data: reload'."));
        }
        String otherWords = Sql.text(
                connection,
                "SELECT string_agg(i.indexrelid::regclass::text, ', ')" + indexes
                        + " AND (x.relname LIKE 'ix_prod_actor%' OR x.relname LIKE 'ix_prod_title%')"
                        + " AND pg_get_indexdef(x.oid) NOT LIKE '%gin (to_tsvector(''simple''::regconfig,%'");
        if (!otherWords.isEmpty()) {
            findings.add(Finding.problem(
                    "The index " + otherWords + " is not over the words of text search configuration 'simple', so that"
                            + " searches cannot use it.",
                    "Set 'data: reload' to load the store again."));
        }
        return findings;
    }

    private static String indexes(List<StoreNumber> stores) {
        String names = stores.stream()
                .flatMap(store -> Stream.of(Table.values()).map(table -> "'" + store.named(table.sqlName()) + "'"))
                .collect(Collectors.joining(", "));
        return " FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid JOIN pg_class c ON c.oid = i.indrelid"
                + " WHERE c.relnamespace = to_regnamespace(quote_ident(current_schema()))"
                + " AND c.relname IN (" + names + ")";
    }
}
