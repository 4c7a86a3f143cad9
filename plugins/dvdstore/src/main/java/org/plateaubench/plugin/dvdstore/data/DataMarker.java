// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Optional;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.Dialect;

/**
 * The one row that marks a schema as Plateau's and describes its content. It is created first and dropped last; the state
 * "loaded" is written last. An interrupted load is therefore always recognised, and can be completed or repeated.
 *
 * @param layout version of tables and row functions
 * @param dataSeed seed of the loaded rows
 * @param state state of the store
 * @param runNumber runs that have used the loaded state since it was loaded or restored
 */
public record DataMarker(int layout, StoreSize size, long dataSeed, State state, long runNumber) {
    /** The layout that this version writes and reads. */
    public static final int LAYOUT = 1;

    private static final String TABLE = "plateau_dvdstore";

    /** The state of a store. */
    public enum State {
        /** A load is in progress; {@link LoadLedger} has the ranges written so far. */
        FILLING,
        /** The content is being dropped, or is not known. */
        CLEARING,
        /** The store is complete. */
        LOADED;

        private static State of(String name) {
            return Arrays.stream(values())
                    .filter(state -> state.name().equals(name))
                    .findFirst()
                    .orElse(CLEARING);
        }
    }

    /** Returns whether the store is complete. */
    public boolean loaded() {
        return state == State.LOADED;
    }

    /** Returns whether this is an interrupted load of the requested store. */
    boolean isUnfinished(StoreSize wantedSize, long wantedSeed) {
        return state == State.FILLING && layout == LAYOUT && size == wantedSize && dataSeed == wantedSeed;
    }

    /** Returns the marker of the connection's schema; empty when it has none. */
    public static Optional<DataMarker> find(Connection connection) throws SQLException {
        return new SchemaContent(connection).tables().contains(TABLE)
                ? Optional.of(read(connection))
                : Optional.empty();
    }

    /**
     * Returns the marker of a complete store.
     *
     * @throws SQLException when the store is not complete
     */
    public static DataMarker requireLoaded(Connection connection) throws SQLException {
        return find(connection)
                .filter(DataMarker::loaded)
                .orElseThrow(() -> new SQLException("the schema holds no loaded store"));
    }

    private static DataMarker read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT layout, store_size, data_seed, load_state, run_number FROM " + TABLE)) {
            if (!found.next()) {
                // A load was interrupted between creating the table and its row.
                return new DataMarker(LAYOUT, StoreSize.SMALL, 0, State.CLEARING, 0);
            }
            return new DataMarker(
                    found.getInt(1),
                    StoreSize.valueOf(found.getString(2)),
                    found.getLong(3),
                    State.of(found.getString(4)),
                    found.getLong(5));
        }
    }

    /** Records that the store is about to be dropped; does nothing without a store. */
    static void beginClearing(Connection connection) throws SQLException {
        if (new SchemaContent(connection).tables().contains(TABLE)) {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE " + TABLE + " SET load_state = '" + State.CLEARING + "'");
            }
        }
    }

    /** Claims a schema without a store for a load that is about to begin. */
    static void beginLoad(Connection connection, Dialect dialect, StoreSize size, long dataSeed) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + TABLE + " (layout INTEGER NOT NULL, store_size VARCHAR(20) NOT NULL,"
                    + " data_seed BIGINT NOT NULL, load_state VARCHAR(10) NOT NULL, run_number BIGINT NOT NULL, "
                    + Baseline.columnDefinitions() + ", PRIMARY KEY (layout))" + dialect.tableOptions());
        }
        LoadLedger.create(connection, dialect);
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + TABLE
                + " (layout, store_size, data_seed, load_state, run_number) VALUES (?, ?, ?, ?, 0)")) {
            insert.setInt(1, LAYOUT);
            insert.setString(2, size.name());
            insert.setLong(3, dataSeed);
            insert.setString(4, State.FILLING.name());
            insert.executeUpdate();
        }
    }

    /** Records that the load is complete and no run has used it. */
    static void endLoad(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE " + TABLE + " SET load_state = '" + State.LOADED + "', run_number = 0");
        }
    }

    /** Counts one more run and stores the content of the tables before it. */
    static void beginRun(Connection connection, Baseline baseline) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE " + TABLE + " SET run_number = run_number + 1, " + Baseline.assignments())) {
            baseline.bind(update);
            update.executeUpdate();
        }
    }

    /** Returns the content of the tables before the latest run. */
    static Baseline baseline(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT " + Baseline.columns() + " FROM " + TABLE)) {
            if (!found.next()) {
                throw new SQLException("the schema holds no loaded store");
            }
            return Baseline.from(found);
        }
    }

    /** Drops the marker, after which the schema is no longer Plateau's. */
    static void drop(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + TABLE);
        }
    }
}
