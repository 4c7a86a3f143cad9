// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

/**
 * The dialect of H2. Its own full-text search is a Java function that runs queries inside the server; a table of words
 * with an ordinary index is equivalent to the inverted index of other databases, and gives the same answers.
 */
final class H2Dialect implements Dialect {
    /**
     * Includes the rows of the customer and its share of the catalogue: a small store takes 62 MiB, or 3.2 KiB per
     * customer, and a fifth is left free for statements and indexing.
     */
    private static final long MEMORY_BYTES_PER_CUSTOMER = 4_096;

    /** Includes its votes: they take 5.3 KB, and a fifth is left free. */
    private static final long MEMORY_BYTES_PER_REVIEW = 6_600;

    @Override
    public List<String> createTextIndex() {
        return List.of(
                "CREATE TABLE product_word (field CHAR(1) NOT NULL, word VARCHAR(50) NOT NULL, prod_id INTEGER NOT NULL,"
                        + " PRIMARY KEY (field, word, prod_id))",
                wordsOf(TextField.ACTOR),
                wordsOf(TextField.TITLE));
    }

    /** Returns the words of a text: actors and titles are two words each; UNION removes duplicates. */
    private static String wordsOf(TextField field) {
        String text = field.column();
        return "INSERT INTO product_word (field, word, prod_id)"
                + " SELECT '" + code(field) + "', LOWER(SUBSTRING(" + text + " FROM 1 FOR LOCATE(' ', " + text
                + ") - 1)), prod_id FROM products"
                + " UNION SELECT '" + code(field) + "', LOWER(SUBSTRING(" + text + " FROM LOCATE(' ', " + text
                + ") + 1)), prod_id FROM products";
    }

    @Override
    public List<String> textIndexTables() {
        return List.of("product_word");
    }

    @Override
    public String textSearch(TextField field, String columns) {
        return "SELECT " + columns + " FROM product_word a"
                + " JOIN product_word b ON b.field = '" + code(field) + "' AND b.word = ? AND b.prod_id = a.prod_id"
                + " JOIN products p ON p.prod_id = a.prod_id"
                + " WHERE a.field = '" + code(field) + "' AND a.word = ? ORDER BY p.prod_id LIMIT ?";
    }

    @Override
    public String reviewsWith(TextField field) {
        return "product_word a JOIN reviews r ON r.prod_id = a.prod_id WHERE a.field = '" + code(field)
                + "' AND a.word = ?";
    }

    @Override
    public int bindWords(PreparedStatement statement, List<String> words) throws SQLException {
        int parameter = 1;
        for (String word : words) {
            statement.setString(parameter++, word.toLowerCase(Locale.ROOT));
        }
        return parameter;
    }

    private static String code(TextField field) {
        return field == TextField.ACTOR ? "A" : "T";
    }

    @Override
    public long memoryNeeded(StoreSize size) {
        return size.customers() * MEMORY_BYTES_PER_CUSTOMER + size.reviews() * MEMORY_BYTES_PER_REVIEW;
    }
}
