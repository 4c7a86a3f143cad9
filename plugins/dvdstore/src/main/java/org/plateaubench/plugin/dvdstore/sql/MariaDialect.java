// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.process.database.Sql;

/**
 * The dialect of MariaDB. The collation of the two columns with word search defines equality in the full-text index.
 */
final class MariaDialect implements Dialect {
    /** Length of the shortest word in a search, letters. */
    private static final int MIN_WORD_LENGTH = 4;

    /**
     * Disables the check of references, which would copy the table; loaded rows only refer to existing ones. Disables
     * the list of stop words, so that the full-text index leaves out no word.
     */
    @Override
    public List<String> indexingSettings() {
        return List.of("SET SESSION foreign_key_checks = 0", "SET SESSION innodb_ft_enable_stopword = 0");
    }

    @Override
    public List<String> createTextIndex() {
        return List.of(index(TextField.ACTOR), index(TextField.TITLE));
    }

    private static String index(TextField field) {
        return "CREATE FULLTEXT INDEX ix_prod_" + field.column() + " ON products (" + field.column() + ")";
    }

    @Override
    public String createProcedure() {
        return Procedures.forMaria();
    }

    @Override
    public String dropProcedure() {
        return "DROP PROCEDURE IF EXISTS " + Procedures.PURCHASE;
    }

    @Override
    public String purchaseCall() {
        return "CALL " + Procedures.PURCHASE + "(?, ?, ?, ?, ?, ?)";
    }

    @Override
    public String textSearch(TextField field, String columns) {
        return "SELECT " + columns + " FROM products p WHERE MATCH (p." + field.column()
                + ") AGAINST (? IN BOOLEAN MODE) ORDER BY p.prod_id LIMIT ?";
    }

    @Override
    public String reviewsWith(TextField field) {
        return "products p JOIN reviews r ON r.prod_id = p.prod_id WHERE MATCH (p." + field.column()
                + ") AGAINST (? IN BOOLEAN MODE)";
    }

    @Override
    public int bindWords(PreparedStatement statement, List<String> words) throws SQLException {
        statement.setString(1, words.stream().map(word -> "+" + word).collect(Collectors.joining(" ")));
        return 2;
    }

    @Override
    public List<Finding> textSearchProblems(Connection connection, List<StoreNumber> stores) throws SQLException {
        long shortest = Sql.number(connection, "SELECT @@GLOBAL.innodb_ft_min_token_size");
        if (shortest <= MIN_WORD_LENGTH) {
            return List.of();
        }
        return List.of(Finding.problem(
                "The server runs with innodb_ft_min_token_size = " + shortest + ", so that its text search finds no"
                        + " names of " + MIN_WORD_LENGTH + " letters.",
                "Set it to " + MIN_WORD_LENGTH + " or less in the server's configuration, restart the server, and set"
                        + " 'data: reload'."));
    }
}
