// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.web.http.RunFolders;

/**
 * Watches the folder of runs: a new folder is checked repeatedly for a while, a run in progress until it ends, and
 * everything at long intervals, since not every file system reports changes.
 */
final class RunWatch implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RunWatch.class.getName());
    private static final Duration SWEEP = Duration.ofSeconds(60);
    private static final Duration TICK = Duration.ofSeconds(2);
    /** Ticks for which a new folder is checked: its first files come within moments. */
    private static final int CHECKS = 15;
    /** Ticks between two reads of the course of a run in progress. */
    private static final int COURSE = 5;

    private final RunFolders folders;
    private final RunIndexer indexer;
    private final InstantSource clock;
    private final WatchService service;
    private final Map<String, Integer> checksLeft = new HashMap<>();
    private @Nullable WatchKey key;
    private int ticks;
    private Instant lastSweep = Instant.MIN;
    private final Thread thread;

    RunWatch(RunFolders folders, RunIndexer indexer, InstantSource clock) throws IOException {
        this.folders = folders;
        this.indexer = indexer;
        this.clock = clock;
        service = folders.root().getFileSystem().newWatchService();
        thread = Thread.ofPlatform().daemon().name("plateau-catalog").unstarted(this::follow);
    }

    void start() {
        thread.start();
    }

    private void follow() {
        try {
            while (true) {
                try {
                    step();
                } catch (IOException | RuntimeException | Error e) {
                    if (e instanceof ClosedWatchServiceException) {
                        return;
                    }
                    LOG.log(System.Logger.Level.WARNING, "The runs cannot be checked; the check is repeated.", e);
                    lastSweep = clock.instant();
                }
                await();
            }
        } catch (InterruptedException | ClosedWatchServiceException e) {
            // The console ends.
            return;
        }
    }

    private void step() throws IOException {
        Instant now = clock.instant();
        if (!now.isBefore(lastSweep.equals(Instant.MIN) ? lastSweep : lastSweep.plus(SWEEP))) {
            lastSweep = now;
            register();
            indexer.sweep();
        }
        ticks++;
        for (String id : indexer.runningIds()) {
            if (ticks % COURSE == 0) {
                indexer.refresh(id);
            } else {
                indexer.readIfChanged(id);
            }
        }
        List.copyOf(checksLeft.keySet()).forEach(name -> {
            indexer.readIfChanged(name);
            checksLeft.computeIfPresent(name, (same, left) -> left > 1 ? left - 1 : null);
        });
    }

    /** Registers the watch again, since a folder that was removed and recreated has lost it. */
    private void register() throws IOException {
        if (key == null || !key.isValid()) {
            Files.createDirectories(folders.root());
            key = folders.root()
                    .register(service, StandardWatchEventKinds.ENTRY_CREATE, StandardWatchEventKinds.ENTRY_DELETE);
        }
    }

    private void await() throws InterruptedException {
        boolean busy = !checksLeft.isEmpty() || !indexer.runningIds().isEmpty();
        WatchKey happened = service.poll((busy ? TICK : SWEEP).toMillis(), TimeUnit.MILLISECONDS);
        if (happened == null) {
            return;
        }
        for (WatchEvent<?> event : happened.pollEvents()) {
            if (StandardWatchEventKinds.OVERFLOW.equals(event.kind())) {
                lastSweep = Instant.MIN;
            } else if (event.context() instanceof Path name) {
                checksLeft.put(name.toString(), CHECKS);
            }
        }
        happened.reset();
    }

    @Override
    public void close() {
        try {
            service.close();
            thread.join(Duration.ofSeconds(10));
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "the watch could not be closed", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
