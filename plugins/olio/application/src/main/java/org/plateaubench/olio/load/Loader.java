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
import org.plateaubench.plugin.olio.data.HarnessState.MarkerState;
import org.plateaubench.plugin.olio.data.Population;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.database.OwnTables;
import org.plateaubench.process.database.OwnTables.Change;

/** Loads, resets and removes the data. One call at a time. */
final class Loader {
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
        return database.ask("its marker", MarkerTable::read);
    }

    /** Returns whether all of it is loaded. */
    boolean isLoaded(Scale scale, long seed) {
        return marker().filter(found -> found.state() == MarkerState.READY && found.matches(scale, seed))
                .isPresent();
    }

    /**
     * Loads what is missing; resumes an interrupted load of the same scale and seed.
     *
     * @param today first day of events, if nothing of this scale and seed is loaded
     * @throws DataRefusal when there is data that is not Plateau's, or has another scale or seed
     */
    void load(Scale scale, long seed, LocalDate today) throws DataRefusal, SQLException, InterruptedException {
        DataMarker marker = opened(scale, seed, today);
        if (marker.state() == MarkerState.READY) {
            return;
        }
        Counts counts = new Population(scale, seed).counts();
        Set<Chunk> loaded = database.ask("what is loaded", MarkerTable::loaded);
        List<Chunk> left = new ArrayList<>(Chunk.all(scale));
        left.removeAll(loaded);
        progress.begin("loading", loaded.isEmpty() ? 0 : Schema.counts(database).total(), counts.total());
        write(left, new ChunkWriter(marker));
        finish(marker, counts);
    }

    /** Returns the objects of other programs that the change would touch, and what the check for them cannot see. */
    ForeignObjects foreign(Change change) {
        return database.ask("looking for objects of other programs", connection -> {
            OwnTables own = MarkerTable.tables(connection);
            boolean isMarked = MarkerTable.read(connection).isPresent();
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
        if (marker().filter(found -> found.state() == MarkerState.CLEARING).isPresent()) {
            clear();
        }
        Optional<DataMarker> found = marker();
        if (found.isPresent()) {
            if (!found.get().matches(scale, seed)) {
                throw new DataRefusal("the database holds other data of Plateau (" + found.get()
                        + "); clear it before other data is loaded");
            }
            // A load may have been interrupted before all tables existed.
            Schema.create(database);
            return found.get();
        }
        DataMarker marker = new DataMarker(DataMarker.VERSION, scale, seed, today, MarkerState.LOADING);
        database.ask("writing the marker", connection -> {
            MarkerTable.create(connection);
            MarkerTable.write(connection, marker);
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
                    MarkerTable.note(connection, next);
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
            MarkerTable.write(connection, marker.with(MarkerState.READY));
            return true;
        });
    }

    /** Removes what the site has written since the load. */
    void reset() throws DataRefusal, SQLException {
        DataMarker marker = marker().filter(found -> found.state() == MarkerState.READY)
                .orElseThrow(() -> new DataRefusal("the database holds no data that was loaded to its end; load it"));
        refuseForeign(Change.DELETE);
        progress.begin("removing added rows", 0, 0);
        Counts loaded = new Population(marker.scale(), marker.seed()).counts();
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
            MarkerTable.write(connection, found.get().with(MarkerState.CLEARING));
            Schema.drop(connection);
            Rows.execute(connection, "DROP TABLE IF EXISTS " + MarkerTable.LEDGER);
            // Last: while it exists, the rest is known to be Plateau's.
            Rows.execute(connection, "DROP TABLE " + MarkerTable.MARKER);
            return true;
        });
    }
}
