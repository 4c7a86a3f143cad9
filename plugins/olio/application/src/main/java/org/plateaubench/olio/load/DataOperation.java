// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.load;

import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.store.Database;
import org.plateaubench.olio.store.Schema;
import org.plateaubench.olio.store.StoreException;
import org.plateaubench.plugin.olio.data.ConfirmedKind;
import org.plateaubench.plugin.olio.data.Counts;
import org.plateaubench.plugin.olio.data.ForeignObjects;
import org.plateaubench.plugin.olio.data.HarnessState;
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
    private final LoadProgress progress;
    private final Loader loader;
    private final Kept kept;
    private final ReentrantLock lock = new ReentrantLock();
    private volatile @Nullable Thread worker;
    private volatile HarnessState.Work state = HarnessState.Work.IDLE;
    private volatile String failure = "";

    /** The work of an operation. */
    @FunctionalInterface
    private interface Work {
        void run() throws DataRefusal, SQLException, InterruptedException;
    }

    /** What the application keeps of the data outside of the database. */
    public interface Kept {
        /** Called after each operation that may have changed the data, to remove it. */
        void forget();

        /** Returns the files of other programs among it, as text; empty for none. */
        default String foreign() {
            return "";
        }
    }

    /**
     * Creates the operations on a database, which they do not close.
     *
     * @param threads number of threads of a load
     */
    public DataOperation(Database database, InstantSource time, int threads, Kept kept) {
        this.database = database;
        this.time = time;
        this.progress = new LoadProgress();
        this.loader = new Loader(database, progress, threads);
        this.kept = kept;
    }

    /** Begins a load; returns false when another operation is in progress. */
    public boolean load(Scale scale, long seed) {
        return begin(() ->
                changing(() -> loader.load(scale, seed, LocalDate.ofInstant(time.instant(), ZoneOffset.UTC))));
    }

    /**
     * Begins to remove what the site has written since the load; returns false when another operation is in progress.
     */
    public boolean reset() {
        return begin(() -> changing(loader::reset));
    }

    /** Begins to remove the data; returns false when another operation is in progress. */
    public boolean clear() {
        return begin(() -> changing(loader::clear));
    }

    /** Waits for the end of the operation in progress, if any. */
    public void await() throws InterruptedException {
        Thread running = worker;
        if (running != null) {
            running.join();
        }
    }

    /** Returns the state of the last operation. */
    public HarnessState.Work state() {
        return state;
    }

    /** Returns why it failed, a sentence; empty when it did not. */
    public String failure() {
        return failure;
    }

    /** Returns its progress. */
    public LoadProgress.Report progress() {
        return progress.report();
    }

    /** Returns the marker of the present data. */
    public Optional<DataMarker> marker() {
        return loader.marker();
    }

    /** Returns the rows of each kind; empty without data of Plateau. */
    public Optional<Counts> counts() {
        return marker().isPresent() ? Optional.of(Schema.counts(database)) : Optional.empty();
    }

    /** Returns how many of these objects exist; empty without data of Plateau. */
    public OptionalLong found(ConfirmedKind kind, List<Long> things) {
        return marker().isPresent() ? OptionalLong.of(Schema.found(database, kind, things)) : OptionalLong.empty();
    }

    /** Returns the objects of other programs that the change would touch. */
    public ForeignObjects foreign(Change change) {
        ForeignObjects found = loader.foreign(change);
        String files = change == Change.WRITE ? "" : kept.foreign();
        String both = Stream.of(found.names(), files)
                .filter(names -> !names.isEmpty())
                .collect(Collectors.joining("; "));
        return new ForeignObjects(both, found.hidden());
    }

    private boolean begin(Work work) {
        lock.lock();
        try {
            if (state == HarnessState.Work.RUNNING) {
                return false;
            }
            state = HarnessState.Work.RUNNING;
            failure = "";
            worker = Thread.ofPlatform().name("data").daemon().start(() -> run(work));
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Runs work that changes data. Refused work has changed nothing; failed work may have changed some of it. */
    private void changing(Work work) throws DataRefusal, SQLException, InterruptedException {
        boolean refused = false;
        try {
            DataRefusal.ofForeign(kept.foreign());
            work.run();
        } catch (DataRefusal e) {
            refused = true;
            throw e;
        } finally {
            if (!refused) {
                kept.forget();
            }
        }
    }

    private void run(Work work) {
        HarnessState.Work reached = HarnessState.Work.FAILED;
        try {
            work.run();
            reached = HarnessState.Work.DONE;
        } catch (DataRefusal | SQLException | StoreException e) {
            failure = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            failure = "interrupted";
        } catch (RuntimeException e) {
            LOG.error("work on the data failed", e);
            failure = e.toString();
        } finally {
            if (reached == HarnessState.Work.FAILED && failure.isEmpty()) {
                failure = "ended by an error that is in the log";
            }
            // For any exception: a thread that waits for the end must be woken.
            state = reached;
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
