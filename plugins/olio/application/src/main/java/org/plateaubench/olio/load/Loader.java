// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.plateaubench.olio.store.Database;
import org.plateaubench.olio.store.Rows;
import org.plateaubench.olio.store.Schema;
import org.plateaubench.olio.store.Table;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.ForeignObjects;
import org.plateaubench.plugin.olio.data.HarnessState;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.data.DataMarker.State;
import org.plateaubench.process.database.OwnTables;
import org.plateaubench.process.database.OwnTables.Change;

/** Loads, resets and removes the data. One call at a time. */
final class Loader {
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

    Optional<DataMarker> marker() {
        return database.ask(
                "its marker", connection -> LoadTables.marker(connection).read());
    }

    /**
     * Loads what is missing; resumes an interrupted load of the same scale and seed. Other data has been removed.
     *
     * @param today first day of events, if nothing is loaded
     * @throws DataRefusal when there is data that is not Plateau's
     */
    void load(Scale scale, long seed, LocalDate today) throws DataRefusal, SQLException, InterruptedException {
        DataMarker marker = opened(scale, seed, today);
        Counts counts = new Population(scale, seed).counts();
        Set<Chunk> loaded = database.ask("what is loaded", LoadTables::loaded);
        List<Chunk> left = new ArrayList<>(Chunk.all(scale));
        left.removeAll(loaded);
        progress.begin("loading", loaded.isEmpty() ? 0 : Schema.counts(database).total(), counts.total());
        write(left, new ChunkWriter(scale, seed, LocalDate.parse(marker.value(DAY))));
        finish(marker, counts);
    }

    /** Returns the objects of other programs that the change would touch, and what the check for them cannot see. */
    ForeignObjects foreign(Change change) {
        return database.ask("looking for objects of other programs", connection -> {
            OwnTables own = LoadTables.all(connection);
            boolean isMarked = LoadTables.marker(connection).read().isPresent();
            return new ForeignObjects(
                    OwnTables.named(own.foreign(change, isMarked)),
                    isMarked && change != Change.WRITE ? own.hidden() : "");
        });
    }

    private void refuseForeign(Change change) throws DataRefusal {
        DataRefusal.ofForeign(foreign(change).names());
    }

    private DataMarker opened(Scale scale, long seed, LocalDate today) throws DataRefusal {
        refuseForeign(Change.DROP);
        DataMarker marker = marker().orElseGet(
                        () -> HarnessState.wanted(scale, seed).in(State.LOADING).with(DAY, today));
        database.ask("writing the marker", connection -> {
            LoadTables.marker(connection).write(marker);
            LoadTables.createLedger(connection);
            return marker;
        });
        Schema.create(database);
        return marker;
    }

    private void write(List<Chunk> left, ChunkWriter rows) throws SQLException, InterruptedException {
        ConcurrentLinkedQueue<Chunk> queue = new ConcurrentLinkedQueue<>(left);
        AtomicBoolean over = new AtomicBoolean();
        try (ExecutorService workers = Executors.newFixedThreadPool(
                threads, Thread.ofPlatform().name("load-", 0).daemon().factory())) {
            List<Future<?>> work = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                work.add(workers.submit(() -> {
                    writeSome(queue, rows, over);
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

    private void writeSome(ConcurrentLinkedQueue<Chunk> queue, ChunkWriter rows, AtomicBoolean over) {
        boolean written = false;
        try {
            while (!over.get()) {
                Chunk next = queue.poll();
                if (next == null) {
                    break;
                }
                progress.add(database.transaction("loading", connection -> {
                    LoadTables.note(connection, next);
                    return rows.write(next, connection);
                }));
            }
            written = true;
        } finally {
            if (!written) {
                // The remaining tasks need not continue.
                over.set(true);
            }
        }
    }

    private void finish(DataMarker marker, Counts counts) throws SQLException {
        if (Thread.currentThread().isInterrupted()) {
            throw new SQLException("loading was interrupted");
        }
        progress.begin("creating indexes", 0, 0);
        Schema.index(database);
        Schema.restartNumbers(database, counts);
        progress.begin("gathering statistics", 0, 0);
        Schema.gatherStatistics(database);
        Counts found = Schema.counts(database);
        if (!found.equals(counts)) {
            throw new SQLException("loaded " + found + " instead of " + counts);
        }
        database.transaction("marking the data as ready", connection -> {
            LoadTables.marker(connection).write(marker.in(State.LOADED));
            return true;
        });
    }

    /** Removes what the site has written since the load. */
    void reset() throws DataRefusal, SQLException {
        DataMarker marker = marker().filter(DataMarker::isLoaded)
                .orElseThrow(() -> new DataRefusal("the database holds no data that was loaded to its end; load it"));
        refuseForeign(Change.DELETE);
        progress.begin("removing added rows", 0, 0);
        Counts loaded = HarnessState.population(marker).counts();
        database.transaction("resetting the data", connection -> {
            removeAdded(connection, loaded);
            return true;
        });
        Schema.restartNumbers(database, loaded);
        Counts found = Schema.counts(database);
        if (!found.equals(loaded)) {
            throw new SQLException("after a reset there are " + found + " where " + loaded + " were loaded; reload");
        }
    }

    private static void removeAdded(Connection connection, Counts loaded) throws SQLException {
        long events = loaded.events();
        long comments = loaded.comments();
        Rows.write(connection, EVENT_TOTALS, comments, comments, comments);
        Rows.write(connection, TAG_USES, events, events);
        delete(connection, Table.COMMENT, "id > ? OR event_id > ?", comments, events);
        delete(connection, Table.EVENT_TAG, "event_id > ?", events);
        delete(connection, Table.ATTENDANCE, "origin <> ? OR event_id > ?", Table.LOADED, events);
        delete(connection, Table.FRIENDSHIP, "origin = ?", Table.ADDED);
        Rows.write(
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
        Rows.write(connection, "DELETE FROM " + table.sqlName() + " WHERE " + which, parameters);
    }

    /**
     * Removes our data; does nothing without any. PostgreSQL does so in one transaction; H2 and MariaDB commit before
     * each table that they drop.
     */
    void clear() throws DataRefusal {
        refuseForeign(Change.DROP);
        Optional<DataMarker> found = marker();
        if (found.isEmpty()) {
            return;
        }
        progress.begin("removing the data", 0, 0);
        database.transaction("removing the data", connection -> {
            // First: from now on the rest cannot be taken for complete data.
            LoadTables.marker(connection).write(found.get().in(State.CLEARING));
            Schema.drop(connection);
            Rows.execute(connection, "DROP TABLE IF EXISTS " + LoadTables.LEDGER);
            // Last: while it exists, the rest is known to be Plateau's.
            LoadTables.marker(connection).drop();
            return true;
        });
    }
}
