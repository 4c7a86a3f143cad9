// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.database.Database;
import org.plateaubench.process.database.MarkerTable;

/** The marker of the stores in a schema, and the values in it. */
public final class StoreMarker {
    static final String WORKLOAD = "dvdstore";
    static final String MODE = "mode";
    static final String STORES = "stores";

    private StoreMarker() {}

    static MarkerTable table(Connection connection, Database database) {
        return new MarkerTable(connection, "plateau_" + WORKLOAD, database.tableOptions());
    }

    static String mode(boolean reviewed) {
        return reviewed ? "ds3" : "ds2";
    }

    /** Returns the marker of the store; empty when it is not complete. */
    public static Optional<DataMarker> loaded(Connection connection, Database database) throws SQLException {
        return table(connection, database).read().filter(DataMarker::isLoaded);
    }

    /**
     * Returns how many runs have used the loaded state of the store, including the one that is prepared.
     *
     * @throws SQLException also when the store is not complete
     */
    public static long runNumber(Connection connection, Database database) throws SQLException {
        return loaded(connection, database)
                .orElseThrow(() -> new SQLException("the schema holds no loaded store"))
                .runs();
    }

    public static boolean isReviewed(DataMarker marker) {
        return marker.value(MODE).equals(mode(true));
    }

    public static int stores(DataMarker marker) {
        return Integer.parseInt(marker.value(STORES));
    }
}
