// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import java.sql.SQLException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.Database.StoreException;
import org.plateaubench.plugin.olio.data.DataState;
import org.plateaubench.plugin.olio.data.DataState.Work;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The harness's work on the data, which runs in a separate thread and whose state is polled. Thread-safe; one operation
 * at a time.
 */
final class DataOperation implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DataOperation.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private final Loader loader;
    private final Runnable clearCaches;
    private volatile @Nullable Thread worker;
    private volatile Work state = Work.IDLE;
    private volatile String failure = "";

    @FunctionalInterface
    interface Step {
        void run() throws SQLException, InterruptedException;
    }

    /** {@code clearCaches} discards values of the data that are cached outside the database, after each operation. */
    DataOperation(Loader loader, Runnable clearCaches) {
        this.loader = loader;
        this.clearCaches = clearCaches;
    }

    /** Returns the state of the data and of the last operation. */
    DataState state(String started) {
        return loader.state(started, state, failure);
    }

    /** Begins an operation of the loader; returns false when another one is in progress. */
    synchronized boolean begin(Step work) {
        if (state == Work.RUNNING) {
            return false;
        }
        state = Work.RUNNING;
        worker = Thread.ofPlatform().name("data").daemon().start(() -> run(work));
        return true;
    }

    private void run(Step work) {
        String reason = "ended by an error that is in the log";
        try {
            work.run();
            reason = "";
        } catch (SQLException | StoreException e) {
            reason = String.valueOf(e.getMessage());
        } catch (InterruptedException e) {
            reason = "interrupted";
        } catch (RuntimeException e) {
            LOG.error("work on the data failed", e);
            reason = e.toString();
        } finally {
            clearCaches.run();
            failure = reason;
            // Set after any exception, since the harness polls until the operation has ended.
            state = reason.isEmpty() ? Work.DONE : Work.FAILED;
        }
    }

    /** Interrupts the operation in progress and waits for its end, up to 10 s. */
    @Override
    public void close() {
        Thread running = worker;
        if (running != null) {
            running.interrupt();
            try {
                running.join(CLOSE_TIMEOUT);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
