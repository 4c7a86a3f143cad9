// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.plateaubench.api.Finding;

/**
 * What one database is asked before a run: what it allows, and how it is set. Each finding names what was found, what
 * is needed and the statement that mends it. Nothing is changed. Stateless; any thread.
 */
public interface Inspection {
    /** What the user is to do with the store. */
    enum Use {
        /** Make its tables. */
        MAKE,
        /** Bring back the loaded state of tables that are there. */
        RESTORE,
        /** Shop. */
        SHOP
    }

    /** How many connections there are; a limit that does not exist is left out. */
    default List<ConnectionRoom> connectionRooms(Connection connection) throws SQLException {
        return List.of();
    }

    /** Rights that the user lacks. */
    default List<Finding> rights(Connection connection, Use use) throws SQLException {
        return List.of();
    }

    /** A query for the server's clock in seconds since 1970, with a fraction. */
    default String clockQuery() {
        return "SELECT EXTRACT(EPOCH FROM CURRENT_TIMESTAMP)";
    }

    /**
     * What tells this life of the server from the next, in words that stay the same as long as it goes on as what it is;
     * empty where the database does not say.
     */
    default String life(Connection connection) throws SQLException {
        return "";
    }

    /** Notes on settings by which a confirmed commit can be lost, and problems of those that do not let us work. */
    default List<Finding> settings(Connection connection, int users) throws SQLException {
        return List.of();
    }

    /** Indexes of the store that are there and of no use. */
    default List<Finding> unusableIndexes(Connection connection) throws SQLException {
        return List.of();
    }
}
