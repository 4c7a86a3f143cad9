// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.DataState;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.DataMarker.State;
import org.plateaubench.process.database.Sql;
import org.plateaubench.testkit.Deadline;

/** The data of the smallest scale, loaded once in a JVM of tests for each database. */
final class LoadedStore {
    static final Scale SCALE = new Scale(Scale.MIN_CONCURRENT_USERS);
    static final long SEED = 4711;
    static final LocalDate DAY = LocalDate.of(2026, 3, 1);
    static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");

    private static final Map<Dialect, LoadedStore> LOADED = new EnumMap<>(Dialect.class);

    private final Database database;
    private final Loader loader;
    private final SocialStore store;

    private LoadedStore(Database database) throws Exception {
        this.database = database;
        this.loader = new Loader(database, 2);
        this.store = new SocialStore(database);
        load(loader);
    }

    /** Returns the loaded store, reset to its state after the load. */
    static synchronized LoadedStore fresh(Dialect dialect) throws Exception {
        LoadedStore loaded = LOADED.get(dialect);
        if (loaded == null) {
            loaded = new LoadedStore(new Database(TestDatabase.of(dialect)));
            LOADED.put(dialect, loaded);
        } else {
            loaded.reset();
        }
        return loaded;
    }

    static void load(Loader loader) throws SQLException, InterruptedException {
        load(loader, SEED, DAY);
    }

    /** Loads the smallest scale as the harness does, which writes the marker before and after. */
    static void load(Loader loader, long seed, LocalDate day) throws SQLException, InterruptedException {
        DataMarker wanted = DataState.wanted(SCALE, seed);
        loader.mark(wanted.withState(State.LOADING));
        loader.load(SCALE, seed, day);
        loader.mark(wanted);
    }

    Counts counts() {
        return loader.counts();
    }

    static void await(DataOperation data) {
        Deadline.until("the work has ended", () -> data.state("").work() != DataState.Work.RUNNING);
    }

    SocialStore store() {
        return store;
    }

    Database database() {
        return database;
    }

    void reset() throws Exception {
        loader.reset();
    }

    /** Opens a transaction that locks the table that is dropped last, in an H2 database in memory. */
    static AutoCloseable lockLastTable(String name) throws Exception {
        Connection connection = DriverManager.getConnection("jdbc:h2:mem:" + name, "", "");
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM olio_comment WHERE id = 1");
        }
        return connection;
    }

    /** Returns an empty H2 database in memory. */
    static Database empty(String name) {
        return new Database(TestDatabase.settings("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "", "", 4));
    }

    static void execute(Database database, String sql) {
        database.execute("'" + sql + "'", connection -> {
            Sql.execute(connection, sql);
            return true;
        });
    }

    static Population population() {
        return new Population(SCALE, SEED);
    }

    /** Returns by table the number of rows and sums over all columns, which differ after a change. */
    static Map<String, String> sums(Database database) {
        Map<String, String> sums = new TreeMap<>();
        sums.put("rows", new Loader(database, 1).counts().toString());
        for (Table table : Table.values()) {
            StringBuilder query = new StringBuilder("SELECT COUNT(*)");
            for (String column : table.columnNames()) {
                boolean number = column.endsWith("id")
                        || column.endsWith("_at")
                        || column.equals("origin")
                        || column.equals("accepted")
                        || column.equals("score_total")
                        || column.equals("votes")
                        || column.equals("uses")
                        || column.equals("rating");
                boolean degrees = column.endsWith("itude");
                query.append(number ? ", SUM(" : degrees ? ", ROUND(SUM(" : ", SUM(LENGTH(")
                        .append(column)
                        .append(number ? ")" : "))");
            }
            query.append(" FROM ").append(table.sqlName());
            sums.put(table.name(), database.execute("sums", connection -> {
                try (var statement = connection.createStatement();
                        var row = statement.executeQuery(query.toString())) {
                    row.next();
                    StringBuilder text = new StringBuilder();
                    for (int i = 1; i <= table.columnNames().size() + 1; i++) {
                        text.append(row.getString(i)).append(' ');
                    }
                    return text.toString();
                }
            }));
        }
        return sums;
    }
}
