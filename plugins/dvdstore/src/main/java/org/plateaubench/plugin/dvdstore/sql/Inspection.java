// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.plateaubench.api.Finding;

/**
 * The checks of one database before a run: its limits, rights and settings. Each finding states what was found, what is
 * needed and the statement that corrects it. Nothing is changed. Stateless; any thread.
 */
public interface Inspection {
    /** The intended use of the store. */
    enum Use {
        /** Create its tables. */
        MAKE,
        /** Restore the loaded state of existing tables. */
        RESTORE,
        /** Run shoppers. */
        SHOP
    }

    /** Returns the limits on connections; a limit that does not exist is left out. */
    default List<ConnectionLimit> connectionLimits(Connection connection) throws SQLException {
        return List.of();
    }

    /** Returns findings on rights that the user lacks. */
    default List<Finding> rights(Connection connection, Use use) throws SQLException {
        return List.of();
    }

    /** Returns a query for the server's clock in seconds since 1970, with a fraction. */
    default String clockQuery() {
        return "SELECT EXTRACT(EPOCH FROM CURRENT_TIMESTAMP)";
    }

    /**
     * Returns an identifier of the server's present lifetime, which stays the same until its next restart; empty if the
     * database has none.
     */
    default String incarnation(Connection connection) throws SQLException {
        return "";
    }

    /**
     * Returns notes on settings by which a confirmed commit can be lost, and problems of settings that prevent a run.
     */
    default List<Finding> settings(Connection connection, int users) throws SQLException {
        return List.of();
    }

    /** Returns findings on indexes of the store that exist but cannot be used. */
    default List<Finding> unusableIndexes(Connection connection) throws SQLException {
        return List.of();
    }
}
