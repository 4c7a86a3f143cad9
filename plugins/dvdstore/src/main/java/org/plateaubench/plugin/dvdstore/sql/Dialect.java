// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.shop.Request.TextField;
import org.plateaubench.plugin.dvdstore.sql.Schema.Table;

/**
 * Where one database differs from another. Everything not asked here is SQL that all of them read. Stateless; any
 * thread.
 */
public interface Dialect {
    /** Name of the database for messages. */
    String database();

    /** Whether JDBC URLs of this form are for this database. */
    boolean accepts(String url);

    /** Whether the URL opens a database inside this process instead of asking a server. */
    boolean isInProcess(String url);

    /** The URL as the driver wants it. */
    default String driverUrl(String url) {
        return url;
    }

    /**
     * Adds what makes connecting and a socket read end, and how statements are prepared.
     *
     * @param socketTimeoutMillis longest wait for an answer
     */
    void addDriverSettings(Properties properties, int socketTimeoutMillis);

    /** Statements that every new connection begins with. */
    List<String> sessionSettings();

    /** Statements that a connection begins with which restores or checks a store: it has more patience than a user. */
    default List<String> upkeepSettings() {
        return List.of();
    }

    /** Statements that a connection begins with which makes indexes and references of loaded tables. */
    default List<String> indexingSettings() {
        return List.of();
    }

    /** Definition of an integer column that numbers new rows. */
    String identityColumn(String name);

    /** Definition of a column of short text that is searched for words, not null. */
    default String searchedColumn(String name) {
        return name + " VARCHAR(50) NOT NULL";
    }

    /** What follows the columns of a table: how it is stored and its text compared. */
    default String tableOptions() {
        return "";
    }

    /** What loads rows of a table over a connection, inside the connection's transaction. */
    RowSink rowSink(Connection connection, Table table) throws SQLException;

    /** Makes an identity column go on with a number. */
    String restartIdentity(String table, String column, long next);

    /** Statements that make the text search ready, once the products are loaded. */
    List<String> createTextIndex();

    /** Tables that {@link #createTextIndex} makes beside those of the store. */
    default List<String> textIndexTables() {
        return List.of();
    }

    /** Statements after rows were loaded or restored, such as gathering statistics. */
    List<String> afterLoad();

    /**
     * A query for the products whose text holds both of two words as whole words, in any case and order, by ascending
     * number. Its parameters are those of {@link #bindWords} and then the most rows.
     *
     * @param columns columns of {@code products}, bearing the alias {@code p}
     */
    String textSearch(TextField field, String columns);

    /**
     * Binds two words from parameter 1 on.
     *
     * @return the next parameter's number
     */
    int bindWords(PreparedStatement statement, List<String> words) throws SQLException;

    /**
     * Memory, in bytes, that a server which keeps its data in memory alone needs to load and serve a store; 0 for a
     * database that is never asked to.
     */
    long memoryNeeded(StoreSize size);

    /** What the server is asked before a run. */
    Inspection inspection();

    /** What kind of failure this is. */
    SqlFailure failure(SQLException failure);

    /**
     * Drops a connection at once, whatever another thread does with it: that thread's call fails soon. Does not wait
     * for the server. Any thread.
     */
    void drop(Connection connection);
}
