// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.olio.store.Database.DatabaseSettings;
import org.plateaubench.plugin.olio.data.HarnessState;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.DataMarker.State;
import org.plateaubench.process.database.Sql;

/** The smallest scale, loaded once in a process of tests for each database. */
public final class LoadedStore {
    public static final Scale SCALE = new Scale(Scale.MIN_CONCURRENT_USERS);
    public static final long SEED = 4711;
    public static final LocalDate DAY = LocalDate.of(2026, 3, 1);
    public static final Instant MIDNIGHT = Instant.parse("2026-03-01T00:00:00Z");

    private static final DataMarker WANTED = HarnessState.wanted(SCALE, SEED);
    private static final Map<Dialect, LoadedStore> LOADED = new EnumMap<>(Dialect.class);

    private final Database database;
    private final Loader loader;
    private final SocialStore store;

    private LoadedStore(Database database) throws Exception {
        this.database = database;
        this.loader = loader(database, 2);
        this.store = new SocialStore(database);
        load(loader);
    }

    /** As it was loaded. */
    public static synchronized LoadedStore fresh(Dialect dialect) throws Exception {
        LoadedStore loaded = LOADED.get(dialect);
        if (loaded == null) {
            loaded = new LoadedStore(new Database(TestDatabase.of(dialect)));
            LOADED.put(dialect, loaded);
        } else {
            loaded.reset();
        }
        return loaded;
    }

    static Loader loader(Database database, int threads) {
        return new Loader(database, new Loader.LoadProgress(), threads);
    }

    /** Loads as the harness does, which writes the marker before and after. */
    static void load(Loader loader) throws Exception {
        loader.mark(WANTED.in(State.LOADING));
        loader.load(SCALE, SEED, DAY);
        loader.mark(WANTED);
    }

    /** Loads the smallest scale as the harness does. */
    public static void load(DataOperation data, long seed) throws InterruptedException {
        DataMarker wanted = HarnessState.wanted(SCALE, seed);
        data.mark(wanted.in(State.LOADING));
        data.load(SCALE, seed);
        data.await();
        assertThat(data.state("").failure()).isEmpty();
        data.mark(wanted);
    }

    public SocialStore store() {
        return store;
    }

    public Database database() {
        return database;
    }

    public void reset() throws Exception {
        loader.reset();
    }

    /** Keeps a transaction open that has changed the table that is dropped last, in an H2 database in memory. */
    static AutoCloseable lastTableHeld(String name) throws Exception {
        Connection connection = DriverManager.getConnection("jdbc:h2:mem:" + name, "", "");
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM olio_comment WHERE id = 1");
        }
        return connection;
    }

    /** An H2 database in memory with nothing in it. */
    static Database empty(String name) {
        return new Database(new DatabaseSettings("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1", "", "", 4));
    }

    static void execute(Database database, String sql) {
        database.ask("'" + sql + "'", connection -> {
            Sql.execute(connection, sql);
            return true;
        });
    }

    static Population population() {
        return new Population(SCALE, SEED);
    }

    /** Of each table: rows, and sums over columns that any change shows in. */
    static Map<String, String> sums(Database database) {
        Map<String, String> sums = new TreeMap<>();
        sums.put("rows", Schema.counts(database).toString());
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
            sums.put(table.name(), database.ask("sums", connection -> {
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
