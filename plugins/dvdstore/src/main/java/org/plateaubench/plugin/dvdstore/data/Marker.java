// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore.data;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.dvdstore.catalog.StoreSize;

/**
 * The one row by which a schema is known as ours, and what is in it. Made before anything else and dropped after
 * everything else is gone; that the store is loaded is written last. So a load that was broken off, wherever that was,
 * is known as such, and ours to do anew.
 *
 * @param layout version of tables and row functions
 * @param dataSeed seed that the loaded rows are a function of
 * @param loaded false while a load is under way
 * @param runNumber runs that have used the loaded state since it was loaded or restored
 */
public record Marker(int layout, StoreSize size, long dataSeed, boolean loaded, long runNumber) {
    /** The layout that this version makes and reads. */
    public static final int LAYOUT = 1;

    private static final String TABLE = "plateau_dvdstore";

    /** The marker of the connection's schema, empty when it has none. */
    public static Optional<Marker> find(Connection connection) throws SQLException {
        return tables(connection).contains(TABLE) ? Optional.of(read(connection)) : Optional.empty();
    }

    /**
     * The marker of a schema that is ready.
     *
     * @throws SQLException when it is not
     */
    public static Marker requireLoaded(Connection connection) throws SQLException {
        return find(connection)
                .filter(Marker::loaded)
                .orElseThrow(() -> new SQLException("the schema holds no loaded store"));
    }

    private static Marker read(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(
                        "SELECT layout, store_size, data_seed, load_state, run_number FROM " + TABLE)) {
            if (!found.next()) {
                // A load was broken off between making the table and its row.
                return new Marker(LAYOUT, StoreSize.SMALL, 0, false, 0);
            }
            return new Marker(
                    found.getInt(1),
                    StoreSize.valueOf(found.getString(2)),
                    found.getLong(3),
                    found.getString(4).equals("LOADED"),
                    found.getLong(5));
        }
    }

    /** Tables and views of the connection's schema in small letters, the marker's own among them. */
    static Set<String> tables(Connection connection) throws SQLException {
        Set<String> names = new TreeSet<>();
        @Nullable String catalog = connection.getCatalog();
        try (ResultSet found = connection.getMetaData().getTables(catalog, connection.getSchema(), null, null)) {
            while (found.next()) {
                String type = found.getString("TABLE_TYPE");
                if (type.contains("TABLE") || type.contains("VIEW")) {
                    names.add(found.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
                }
            }
        }
        return names;
    }

    /** Says that the store is about to be taken apart; does nothing where there is none. */
    static void beginClearing(Connection connection) throws SQLException {
        if (tables(connection).contains(TABLE)) {
            try (Statement statement = connection.createStatement()) {
                statement.executeUpdate("UPDATE " + TABLE + " SET load_state = 'LOADING'");
            }
        }
    }

    /** Claims a schema that holds nothing of the store for a load that is about to begin. */
    static void beginLoad(Connection connection, StoreSize size, long dataSeed) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + TABLE + " (layout INTEGER NOT NULL, store_size VARCHAR(20) NOT NULL,"
                    + " data_seed BIGINT NOT NULL, load_state VARCHAR(10) NOT NULL, run_number BIGINT NOT NULL, "
                    + Baseline.columnDefinitions() + ", PRIMARY KEY (layout))");
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + TABLE
                + " (layout, store_size, data_seed, load_state, run_number) VALUES (?, ?, ?, ?, 0)")) {
            insert.setInt(1, LAYOUT);
            insert.setString(2, size.name());
            insert.setLong(3, dataSeed);
            insert.setString(4, "LOADING");
            insert.executeUpdate();
        }
    }

    /** Says that the loaded state is complete and no run has used it. */
    static void endLoad(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("UPDATE " + TABLE + " SET load_state = 'LOADED', run_number = 0");
        }
    }

    /** Counts one more run and keeps what the tables hold before it. */
    static void beginRun(Connection connection, Baseline baseline) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE " + TABLE + " SET run_number = run_number + 1, " + Baseline.assignments())) {
            baseline.bind(update);
            update.executeUpdate();
        }
    }

    /** What the tables held before the latest run. */
    static Baseline baseline(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT " + Baseline.columns() + " FROM " + TABLE)) {
            if (!found.next()) {
                throw new SQLException("the schema holds no loaded store");
            }
            return Baseline.from(found);
        }
    }

    /** Gives the schema up. */
    static void drop(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("DROP TABLE IF EXISTS " + TABLE);
        }
    }
}
