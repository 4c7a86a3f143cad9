// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.store;

import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.store.Database.StoreException;
import org.plateaubench.olio.store.Loader.LoadProgress;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.ForeignObjects;
import org.plateaubench.plugin.olio.data.HarnessState;
import org.plateaubench.plugin.olio.data.HarnessState.Work;
import org.plateaubench.plugin.olio.data.Scale;
import org.plateaubench.process.data.DataMarker;
import org.plateaubench.process.database.OwnTables.Change;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Operations of the harness on the data: work runs in a separate thread and its state is polled. Any thread; one
 * operation at a time.
 */
public final class DataOperation implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataOperation.class);
    private static final Duration CLOSING_PATIENCE = Duration.ofSeconds(10);

    private final Database database;
    private final InstantSource time;
    private final LoadProgress progress = new LoadProgress();
    private final Loader loader;
    private final Runnable forget;
    private volatile @Nullable Thread worker;
    private volatile Work state = Work.IDLE;
    private volatile String failure = "";

    /** A part of an operation. */
    @FunctionalInterface
    private interface Step {
        void run() throws SQLException, InterruptedException;
    }

    /**
     * Creates the operations on a database, which they do not close.
     *
     * @param threads number of threads of a load
     * @param forget removes what is kept of the data outside of the database, after each operation
     */
    public DataOperation(Database database, InstantSource time, int threads, Runnable forget) {
        this.database = database;
        this.time = time;
        this.loader = new Loader(database, progress, threads);
        this.forget = forget;
    }

    /** Begins to load the data of the marker; returns false when another operation is in progress. */
    public boolean load(Scale scale, long seed) {
        return begin(Change.DROP, () -> loader.load(scale, seed, LocalDate.ofInstant(time.instant(), ZoneOffset.UTC)));
    }

    /**
     * Begins to remove what the site has written since the load; returns false when another operation is in progress.
     */
    public boolean reset() {
        return begin(Change.DELETE, loader::reset);
    }

    /** Begins to remove the data; returns false when another operation is in progress. */
    public boolean clear() {
        return begin(Change.DROP, loader::clear);
    }

    /** Writes the marker of the data. */
    public void mark(DataMarker marker) {
        loader.mark(marker);
    }

    /** Waits for the end of the operation in progress, if any. */
    public void await() throws InterruptedException {
        Thread running = worker;
        if (running != null) {
            running.join();
        }
    }

    /**
     * Returns the state of the data and of the last operation.
     *
     * @param started identifier of the application's present lifetime
     */
    public HarnessState state(String started) {
        return new HarnessState(
                started,
                state,
                failure,
                progress.activity,
                progress.rows.sum(),
                progress.rowsTotal,
                marker().map(DataMarker::text).orElse(""));
    }

    /** Returns the marker of the present data. */
    public Optional<DataMarker> marker() {
        return loader.marker();
    }

    /** Returns the rows of each kind. */
    public Counts counts() {
        return Schema.counts(database);
    }

    /** Returns how many of these objects exist. */
    public long found(ConfirmedKind kind, List<Long> things) {
        return Schema.found(database, kind, things);
    }

    /** Returns the objects of other programs that the change would touch. */
    public ForeignObjects foreign(Change change) {
        return loader.foreign(change);
    }

    private synchronized boolean begin(Change change, Step work) {
        if (state == Work.RUNNING) {
            return false;
        }
        state = Work.RUNNING;
        worker = Thread.ofPlatform().name("data").daemon().start(() -> run(change, work));
        return true;
    }

    private void run(Change change, Step work) {
        String reason = "ended by an error that is in the log";
        try {
            reason = result(change, work);
        } catch (SQLException | StoreException e) {
            reason = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            reason = "interrupted";
        } catch (RuntimeException e) {
            LOG.error("work on the data failed", e);
            reason = e.toString();
        } finally {
            failure = reason;
            // For any exception: a thread that waits for the end must be woken.
            state = reason.isEmpty() ? Work.DONE : Work.FAILED;
        }
    }

    /** Does the work, unless it would touch objects of other programs; returns their names. */
    private String result(Change change, Step work) throws SQLException, InterruptedException {
        String foreign = foreign(change).names();
        if (!foreign.isEmpty()) {
            return "it would change, remove or collide with objects that do not carry the marker of Plateau: " + foreign
                    + "; they are left unchanged; give the application a database of its own";
        }
        try {
            work.run();
            return "";
        } finally {
            forget.run();
        }
    }

    /** Interrupts the operation in progress and waits for its end, up to 10 s. */
    @Override
    public void close() {
        Thread running = worker;
        if (running != null) {
            running.interrupt();
            try {
                running.join(CLOSING_PATIENCE);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
