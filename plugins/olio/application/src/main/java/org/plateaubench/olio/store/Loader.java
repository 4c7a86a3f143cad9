// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.plateaubench.olio.store.ChunkWriter.Chunk;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.ForeignObjects;
import org.plateaubench.plugin.olio.data.HarnessState;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.database.MarkerTable;
import org.plateaubench.process.database.OwnTables;
import org.plateaubench.process.database.OwnTables.Change;
import org.plateaubench.process.database.Sql;

/** Loads, resets and removes the data. Its marker is written for the harness, which decides what is done. */
final class Loader {
    static final String MARKER = "olio_plateau_marker";
    static final String LEDGER = "olio_plateau_loaded";

    /** Value of the marker: the first day of loaded events. */
    private static final String DAY = "day";

    private static final String EVENT_TOTALS = "UPDATE olio_event SET"
            + " score_total = (SELECT COALESCE(SUM(c.rating), 0) FROM olio_comment c"
            + " WHERE c.event_id = olio_event.id AND c.id <= ?),"
            + " votes = (SELECT COUNT(*) FROM olio_comment c WHERE c.event_id = olio_event.id AND c.id <= ?)"
            + " WHERE id IN (SELECT c.event_id FROM olio_comment c WHERE c.id > ?)";
    private static final String TAG_USES = "UPDATE olio_tag SET uses ="
            + " (SELECT COUNT(*) FROM olio_event_tag x WHERE x.tag_id = olio_tag.id AND x.event_id <= ?)"
            + " WHERE id IN (SELECT x.tag_id FROM olio_event_tag x WHERE x.event_id > ?)";

    private final Database database;
    private final LoadProgress progress;
    private final int threads;

    Loader(Database database, LoadProgress progress, int threads) {
        this.database = database;
        this.progress = progress;
        this.threads = threads;
    }

    private static MarkerTable table(Connection connection) {
        return new MarkerTable(connection, MARKER, "");
    }

    Optional<DataMarker> marker() {
        return database.ask("its marker", connection -> table(connection).read());
    }

    /** Writes the marker, and keeps the first day of an earlier one. */
    void mark(DataMarker wanted) {
        database.transaction("writing the marker", connection -> {
            MarkerTable table = table(connection);
            String day = table.read().map(marker -> marker.value(DAY)).orElse("");
            table.write(day.isEmpty() ? wanted : wanted.with(DAY, day));
            return wanted;
        });
    }

    /** Returns the objects of other programs that the change would touch, and what the check for them cannot see. */
    ForeignObjects foreign(Change change) {
        return database.ask("looking for objects of other programs", connection -> {
            Map<String, Set<String>> columns = new HashMap<>(Table.columnsOfTables());
            columns.put(MARKER, MarkerTable.COLUMNS);
            columns.put(LEDGER, Set.of("part", "first_row"));
            OwnTables own = new OwnTables(connection, columns);
            boolean isMarked = table(connection).read().isPresent();
            return new ForeignObjects(
                    OwnTables.named(own.foreign(change, isMarked)),
                    isMarked && change != Change.WRITE ? own.hidden() : "");
        });
    }

    /**
     * Loads what is missing of the data, whose marker has been written; continues an interrupted load.
     *
     * @param today first day of events, if nothing is loaded
     */
    void load(Scale scale, long seed, LocalDate today) throws SQLException, InterruptedException {
        DataMarker marker = marked();
        if (marker.value(DAY).isEmpty()) {
            marker = marker.with(DAY, today);
            mark(marker);
        }
        Set<Chunk> loaded = database.ask("what is loaded", Loader::loaded);
        for (Table table : Table.values()) {
            execute(table.create(database.dialect()));
        }
        Counts counts = new Population(scale, seed).counts();
        List<Chunk> left = new ArrayList<>(Chunk.all(scale));
        left.removeAll(loaded);
        progress.begin("loading", loaded.isEmpty() ? 0 : Schema.counts(database).total(), counts.total());
        write(left, new ChunkWriter(scale, seed, LocalDate.parse(marker.value(DAY))));
        progress.begin("creating indexes", 0, 0);
        Table.indexes(database.dialect()).forEach(this::execute);
        restartNumbers(counts);
        progress.begin("gathering statistics", 0, 0);
        database.dialect().afterLoad(Table.sqlNames()).forEach(this::execute);
    }

    private DataMarker marked() throws SQLException {
        return marker().orElseThrow(() -> new SQLException("there is no data of Plateau"));
    }

    static Set<Chunk> loaded(Connection connection) throws SQLException {
        Sql.execute(
                connection,
                "CREATE TABLE IF NOT EXISTS " + LEDGER
                        + " (part VARCHAR(20) NOT NULL, first_row INTEGER NOT NULL, PRIMARY KEY (part, first_row))");
        return Set.copyOf(Sql.list(
                connection,
                "SELECT part, first_row FROM " + LEDGER,
                row -> new Chunk(Chunk.Part.valueOf(row.getString(1)), row.getInt(2))));
    }

    private void write(List<Chunk> left, ChunkWriter rows) throws SQLException, InterruptedException {
        ConcurrentLinkedQueue<Chunk> queue = new ConcurrentLinkedQueue<>(left);
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService workers = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("load-", 0).daemon().factory())) {
            List<Future<?>> work = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                work.add(workers.submit(() -> {
                    for (Chunk next = queue.poll(); next != null && !over.get(); next = queue.poll()) {
                        write(next, rows);
                    }
                    return null;
                }));
            }
            try {
                for (Future<?> one : work) {
                    one.get();
                }
            } catch (ExecutionException e) {
                throw new SQLException("loading failed: " + e.getCause(), e.getCause());
            } finally {
                over.set(true);
            }
        }
    }

    private void write(Chunk chunk, ChunkWriter rows) {
        progress.add(database.transaction("loading", connection -> {
            Sql.write(
                    connection,
                    "INSERT INTO " + LEDGER + " (part, first_row) VALUES (?, ?)",
                    chunk.part().name(),
                    chunk.first());
            return rows.write(chunk, connection);
        }));
    }

    /** Sets the next numbers of the database to those after the loaded rows. */
    private void restartNumbers(Counts loaded) {
        restart(Table.ADDRESS, loaded.addresses());
        restart(Table.PERSON, loaded.users());
        restart(Table.EVENT, loaded.events());
        restart(Table.TAG, loaded.tags());
        restart(Table.COMMENT, loaded.comments());
    }

    private void restart(Table table, long last) {
        execute(database.dialect().restartIdentity(table.sqlName(), last + 1));
    }

    private void execute(String sql) {
        database.ask("'" + sql + "'", connection -> {
            Sql.execute(connection, sql);
            return true;
        });
    }

    /** Removes what the site has written since the load. */
    void reset() throws SQLException {
        Counts loaded = HarnessState.population(marked()).counts();
        progress.begin("removing added rows", 0, 0);
        database.transaction("resetting the data", connection -> {
            removeAdded(connection, loaded);
            return true;
        });
        restartNumbers(loaded);
    }

    private static void removeAdded(Connection connection, Counts loaded) throws SQLException {
        long events = loaded.events();
        long comments = loaded.comments();
        Sql.write(connection, EVENT_TOTALS, comments, comments, comments);
        Sql.write(connection, TAG_USES, events, events);
        delete(connection, Table.COMMENT, "id > ? OR event_id > ?", comments, events);
        delete(connection, Table.EVENT_TAG, "event_id > ?", events);
        delete(connection, Table.ATTENDANCE, "origin <> ? OR event_id > ?", Table.LOADED, events);
        delete(connection, Table.FRIENDSHIP, "origin = ?", Table.ADDED);
        Sql.write(
                connection,
                "UPDATE olio_friendship SET accepted = 0, origin = ? WHERE origin = ?",
                Table.LOADED,
                Table.AGREED);
        delete(connection, Table.EVENT, "id > ?", events);
        delete(connection, Table.PERSON, "id > ?", loaded.users());
        delete(connection, Table.ADDRESS, "id > ?", loaded.addresses());
        delete(connection, Table.TAG, "id > ?", loaded.tags());
    }

    private static void delete(Connection connection, Table table, String which, Object... parameters)
            throws SQLException {
        Sql.write(connection, "DELETE FROM " + table.sqlName() + " WHERE " + which, parameters);
    }

    /**
     * Removes the data and at the end its marker. PostgreSQL does so in one transaction; H2 and MariaDB commit before
     * each table that they drop.
     */
    void clear() {
        progress.begin("removing the data", 0, 0);
        database.transaction("removing the data", connection -> {
            for (String table : Table.sqlNames()) {
                Sql.execute(connection, "DROP TABLE IF EXISTS " + table + " RESTRICT");
            }
            Sql.execute(connection, "DROP TABLE IF EXISTS " + LEDGER);
            table(connection).drop();
            return true;
        });
    }

    /** The progress of an operation. Any thread. */
    static final class LoadProgress {
        final LongAdder rows = new LongAdder();
        volatile String activity = "";
        volatile long rowsTotal;

        /** Begins an activity, part of which may be done already. */
        void begin(String what, long alreadyDone, long total) {
            rows.reset();
            rows.add(alreadyDone);
            activity = what;
            rowsTotal = total;
        }

        void add(long more) {
            rows.add(more);
        }
    }
}
