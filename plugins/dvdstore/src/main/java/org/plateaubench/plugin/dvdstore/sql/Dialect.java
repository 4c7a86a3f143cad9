// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;

/**
 * The differences between databases. Everything not covered here is SQL that all of them accept. Stateless; any thread.
 */
public interface Dialect {
    /** Returns the name of the database for messages. */
    String database();

    /** Returns whether a JDBC URL is for this database. */
    boolean accepts(String url);

    /** Returns whether the URL opens a database inside this process instead of connecting to a server. */
    boolean isInProcess(String url);

    /** Returns the URL in the form that the driver accepts. */
    default String driverUrl(String url) {
        return url;
    }

    /**
     * Adds the driver settings for time limits and for preparing statements.
     *
     * @param socketTimeoutMillis longest wait for an answer
     */
    void addDriverSettings(Properties properties, int socketTimeoutMillis);

    /** Returns the statements that begin every new connection. */
    List<String> sessionSettings();

    /**
     * Returns the statements that begin a connection for restoring or checking a store, which has longer time limits
     * than a user's.
     */
    default List<String> upkeepSettings() {
        return List.of();
    }

    /** Returns the statements that begin a connection for creating indexes and references of loaded tables. */
    default List<String> indexingSettings() {
        return List.of();
    }

    /** Returns the definition of an integer column that numbers new rows. */
    String identityColumn(String name);

    /** Returns the definition of a column of short text with word search, not null. */
    default String searchedColumn(String name) {
        return name + " VARCHAR(50) NOT NULL";
    }

    /** Returns the options after the columns of a table, for its storage and the comparison of text. */
    default String tableOptions() {
        return "";
    }

    /** Returns the sink that loads rows of a table over a connection, inside the connection's transaction. */
    RowSink rowSink(Connection connection, Table table) throws SQLException;

    /** Returns the statement that makes an identity column continue with a number. */
    String restartIdentity(String table, String column, long next);

    /** Returns the statements that create the text search, once the products are loaded. */
    List<String> createTextIndex();

    /** Returns the tables that {@link #createTextIndex} creates beside those of the store. */
    default List<String> textIndexTables() {
        return List.of();
    }

    /** Returns the statements after rows were loaded or restored, such as gathering statistics. */
    List<String> afterLoad();

    /**
     * Returns a query for the products whose text holds both of two words as whole words, in any case and order, by
     * ascending number. Its parameters are those of {@link #bindWords} and then the largest number of rows.
     *
     * @param columns columns of {@code products}, with the alias {@code p}
     */
    String textSearch(TextField field, String columns);

    /**
     * Binds two words from parameter 1 on.
     *
     * @return the next parameter's number
     */
    int bindWords(PreparedStatement statement, List<String> words) throws SQLException;

    /**
     * Returns the memory, in bytes, that a server with its data in memory needs to load and serve a store; 0 for a
     * database with its data on disk.
     */
    long memoryNeeded(StoreSize size);

    /** Returns the checks of the server before a run. */
    Inspection inspection();

    /** Classifies a failure. */
    SqlFailure failure(SQLException failure);

    /**
     * Closes a connection at once, even while another thread uses it: that thread's call fails soon. Does not wait for
     * the server. Any thread.
     */
    void drop(Connection connection);
}
