// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;
import org.plateaubench.plugin.dvdstore.sql.Dialect;
import org.plateaubench.plugin.dvdstore.sql.Rows;
import org.plateaubench.plugin.dvdstore.sql.Table;
import org.plateaubench.process.database.OwnTables;

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

    private static final Set<String> COLUMNS = Stream.concat(
                    Stream.of("layout", "store_size", "data_seed", "load_state", "run_number"),
                    Stream.of(Baseline.columns().split(", ")))
            .collect(Collectors.toSet());

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
        return isThere(connection) ? Optional.of(read(connection)) : Optional.empty();
    }

    /** Returns whether the schema has the table of the marker, and not another one of that name. */
    private static boolean isThere(Connection connection) throws SQLException {
        return new OwnTables(connection, Map.of(TABLE, COLUMNS)).holds(TABLE);
    }

    /** Returns the tables of a store, those of the marker and the text index included. */
    static OwnTables tables(Connection connection, Dialect dialect) throws SQLException {
        Map<String, Set<String>> columns = new HashMap<>();
        columns.put(TABLE, COLUMNS);
        columns.put(LoadLedger.TABLE, LoadLedger.COLUMNS);
        for (Table table : Table.values()) {
            columns.put(table.sqlName(), Set.of(table.columns().split(", ")));
        }
        dialect.textIndexTables().forEach(table -> columns.put(table, Set.of()));
        return new OwnTables(connection, columns);
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
        return Rows.list(
                        connection,
                        "SELECT layout, store_size, data_seed, load_state, run_number FROM " + TABLE,
                        row -> new DataMarker(
                                row.getInt(1),
                                StoreSize.valueOf(row.getString(2)),
                                row.getLong(3),
                                State.of(row.getString(4)),
                                row.getLong(5)))
                .stream()
                .findFirst()
                // A load was interrupted between creating the table and its row.
                .orElseGet(() -> new DataMarker(LAYOUT, StoreSize.SMALL, 0, State.CLEARING, 0));
    }

    /** Records that the store is about to be dropped; does nothing without a store. */
    static void beginClearing(Connection connection) throws SQLException {
        if (isThere(connection)) {
            Rows.write(connection, "UPDATE " + TABLE + " SET load_state = ?", State.CLEARING.name());
        }
    }

    /** Claims a schema without a store for a load that is about to begin. */
    static void beginLoad(Connection connection, Dialect dialect, StoreSize size, long dataSeed) throws SQLException {
        Rows.execute(
                connection,
                "CREATE TABLE " + TABLE + " (layout INTEGER NOT NULL, store_size VARCHAR(20) NOT NULL,"
                        + " data_seed BIGINT NOT NULL, load_state VARCHAR(10) NOT NULL, run_number BIGINT NOT NULL, "
                        + Baseline.columnDefinitions() + ", PRIMARY KEY (layout))" + dialect.tableOptions());
        LoadLedger.create(connection, dialect);
        Rows.write(
                connection,
                "INSERT INTO " + TABLE
                        + " (layout, store_size, data_seed, load_state, run_number) VALUES (?, ?, ?, ?, 0)",
                LAYOUT,
                size.name(),
                dataSeed,
                State.FILLING.name());
    }

    /** Records that the load is complete and no run has used it. */
    static void endLoad(Connection connection) throws SQLException {
        Rows.write(connection, "UPDATE " + TABLE + " SET load_state = ?, run_number = 0", State.LOADED.name());
    }

    /** Counts one more run and stores the content of the tables before it. */
    static void beginRun(Connection connection, Baseline baseline) throws SQLException {
        Rows.write(
                connection,
                "UPDATE " + TABLE + " SET run_number = run_number + 1, " + Baseline.assignments(),
                baseline.values());
    }

    /** Returns the content of the tables before the latest run. */
    static Baseline baseline(Connection connection) throws SQLException {
        return Rows.list(connection, "SELECT " + Baseline.columns() + " FROM " + TABLE, Baseline::from).stream()
                .findFirst()
                .orElseThrow(() -> new SQLException("the schema holds no loaded store"));
    }

    /** Drops the marker, after which the schema is no longer Plateau's. */
    static void drop(Connection connection) throws SQLException {
        Rows.execute(connection, "DROP TABLE IF EXISTS " + TABLE);
    }
}
