// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;

/**
 * The followed runs: one reader for each, for any number of viewers, and none for a run without requests. A run that
 * has ended is kept for some minutes, since metrics are read only at intervals. Thread-safe.
 */
final class FollowedRuns implements AutoCloseable {
    private static final Logger LOG = System.getLogger("org.plateaubench.web");

    /** Time between two reads of a run; an interval is a second. */
    private static final Duration POLL_INTERVAL = Duration.ofMillis(250);
    /** Time for which a run is followed without requests. */
    private static final Duration UNUSED_LIMIT = Duration.ofMinutes(2);
    /** Time for which the metrics of a run are shown after its end. */
    private static final Duration END_RETENTION = Duration.ofMinutes(5);

    private static final int MAX_MEASURED = 16;

    private final Path runs;
    private final InstantSource clock;
    private final Map<String, FollowedRun> followed = new LinkedHashMap<>();
    private boolean isClosed;

    FollowedRuns(Path runs, InstantSource clock) {
        this.runs = runs;
        this.clock = clock;
    }

    /** Returns a run in progress, and follows it from now on. */
    synchronized FollowedRun follow(RunFolder folder) {
        forgetOld();
        FollowedRun known = followed.get(folder.runId());
        if (known != null) {
            known.recordRequest();
            return known;
        }
        FollowedRun started = new FollowedRun(folder, clock);
        followed.put(folder.runId(), started);
        Thread.ofVirtual().name("follow " + folder.runId()).start(() -> pollUntilEnd(started));
        return started;
    }

    /** Returns the runs that are in progress or ended recently, the latest first, up to a bound. */
    List<FollowedRun> measured() throws IOException {
        for (RunFolder folder : ownedFolders()) {
            if (folder.isOwned()) {
                follow(folder);
            }
        }
        synchronized (this) {
            forgetOld();
            return List.copyOf(followed.values()).reversed().stream()
                    .limit(MAX_MEASURED)
                    .toList();
        }
    }

    private List<RunFolder> ownedFolders() throws IOException {
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(runs)) {
            return entries.filter(entry -> Files.exists(StoredFile.OWNER.in(entry)) && !Files.isSymbolicLink(entry))
                    .map(RunFolder::of)
                    .toList();
        }
    }

    private void forgetOld() {
        Instant now = clock.instant();
        followed.values()
                .removeIf(run -> !run.endedAt().equals(Instant.MAX)
                        && now.isAfter(run.endedAt().plus(END_RETENTION)));
    }

    private void pollUntilEnd(FollowedRun run) {
        try {
            while (run.read()) {
                Thread.sleep(POLL_INTERVAL);
                if (isUnused(run)) {
                    return;
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            LOG.log(Level.WARNING, "run " + run.id() + " cannot be followed any more", e);
            forget(run);
            run.disconnectViewers();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isUnused(FollowedRun run) {
        boolean isUnused = isClosed || run.sinceRequest().compareTo(UNUSED_LIMIT) > 0;
        if (isUnused) {
            forget(run);
        }
        return isUnused;
    }

    private synchronized void forget(FollowedRun run) {
        followed.remove(run.id(), run);
    }

    synchronized int viewers() {
        return followed.values().stream().mapToInt(FollowedRun::viewers).sum();
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        followed.values().forEach(FollowedRun::disconnectViewers);
        followed.clear();
    }
}
