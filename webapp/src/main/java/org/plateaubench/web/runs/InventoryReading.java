// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Reads the facts of all runs in the background, because this may take a minute with many runs on a busy disk, which is
 * too long for a request. There is one reading at a time, which all callers share. Any thread.
 */
final class InventoryReading implements AutoCloseable {
    /** Time for which a request waits for the end of a reading. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    /** Time for which a finished reading waits for its caller; a later one starts another. */
    static final Duration KEPT = Duration.ofSeconds(30);

    private final RunInventory inventory;
    private final InstantSource clock;
    private final Duration patience;
    private @Nullable Pass current;
    private volatile boolean closed;

    /** @param patience time for which a caller waits for the end of a reading */
    InventoryReading(RunInventory inventory, InstantSource clock, Duration patience) {
        this.inventory = inventory;
        this.clock = clock;
        this.patience = patience;
    }

    /**
     * All runs.
     *
     * @param at when the reading began
     */
    record Inventory(Instant at, List<RunFacts> runs) {}

    /** The number of runs that were read, and of all runs. Both are 0 before the runs are counted. */
    record Progress(int done, int total) {
        private static final Progress NONE = new Progress(0, 0);
    }

    private static final class Pass {
        private final CompletableFuture<Inventory> result = new CompletableFuture<>();
        private volatile Progress progress = Progress.NONE;
        private volatile Instant last;

        private Pass(Instant begun) {
            last = begun;
        }
    }

    /**
     * Returns all runs, read since the call began or by a reading that was in progress or had ended without being
     * fetched. Returns nothing if the reading takes longer than the patience; it then continues, and a later call
     * returns its result.
     *
     * @throws IOException when the folder of runs cannot be read
     */
    Optional<Inventory> fetch() throws IOException {
        Pass pass = pass();
        try {
            Inventory all = pass.result.get(patience.toNanos(), TimeUnit.NANOSECONDS);
            forget(pass);
            return Optional.of(all);
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException e) {
            forget(pass);
            throw new IOException("The runs cannot be read.", e.getCause());
        }
    }

    /** Returns the progress of the reading in progress. */
    synchronized Progress progress() {
        return current == null ? Progress.NONE : current.progress;
    }

    private synchronized Pass pass() {
        Pass pass = current;
        Instant now = clock.instant();
        boolean isOld = pass != null
                && pass.result.isDone()
                && Duration.between(pass.last, now).abs().compareTo(KEPT) > 0;
        if (pass == null || isOld) {
            Pass begun = new Pass(now);
            current = begun;
            Thread.ofPlatform().daemon().name("plateau-inventory").start(() -> read(begun, now));
            return begun;
        }
        return pass;
    }

    private synchronized void forget(Pass pass) {
        if (current == pass) {
            current = null;
        }
    }

    private void read(Pass pass, Instant at) {
        try {
            List<RunFacts> runs = inventory.all((done, total) -> {
                if (closed) {
                    throw new CancellationException("the console ends");
                }
                pass.progress = new Progress(done, total);
            });
            pass.last = clock.instant();
            pass.result.complete(new Inventory(at, runs));
        } catch (IOException | RuntimeException | Error e) {
            pass.last = clock.instant();
            pass.result.completeExceptionally(e);
        }
    }

    /** Ends the reading in progress after the run that is being read. */
    @Override
    public void close() {
        closed = true;
    }
}
