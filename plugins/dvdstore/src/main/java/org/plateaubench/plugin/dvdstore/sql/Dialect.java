// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

/**
 * The differences between databases in the store's text search and its procedures. Everything else is SQL that all of
 * them accept, or common to all workloads. Stateless and thread-safe.
 */
public interface Dialect {
    /** Returns the settings to execute before indexes and references of loaded tables are created. */
    default List<String> indexingSettings() {
        return List.of();
    }

    /** Returns problems with settings and indexes that make the text search slow or incomplete. */
    default List<Finding> textSearchProblems(Connection connection, List<StoreNumber> stores) throws SQLException {
        return List.of();
    }

    /** Returns the statements that create the text search, once the products are loaded. */
    List<String> createTextIndex();

    /** Returns the tables that {@link #createTextIndex} creates in addition to those of the store. */
    default List<String> textIndexTables() {
        return List.of();
    }

    /** Returns the statement that creates the stored procedure of purchases; empty if the database has none. */
    default String createProcedure() {
        return "";
    }

    default String dropProcedure() {
        return "";
    }

    default String purchaseCall() {
        throw new UnsupportedOperationException("the store has no stored procedures on this database");
    }

    /** Binds a ZIP code, whose column is text in some stores that Plateau has not loaded. */
    default void bindZip(PreparedStatement statement, int parameter, int zip) throws SQLException {
        statement.setInt(parameter, zip);
    }

    /**
     * Returns a query for the products whose text contains two complete words, in any case and order, by ascending
     * number. Its parameters are those of {@link #bindWords} and then the largest number of rows.
     *
     * @param columns columns of {@code products}, with the alias {@code p}
     */
    String textSearch(TextField field, String columns);

    /**
     * Returns the tables and the condition of a query for reviews, with the alias {@code r}, of products whose text
     * contains a word. Its parameter is bound like those of {@link #bindWords}.
     */
    String reviewsWith(TextField field);

    /** Binds words from parameter 1 on, and returns the next parameter's number. */
    int bindWords(PreparedStatement statement, List<String> words) throws SQLException;

    /**
     * Returns the memory, in bytes, that a server with its data in memory needs to load and serve a store; 0 for a
     * database with its data on disk.
     */
    default long memoryNeeded(StoreSize size) {
        return 0;
    }
}
