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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;

/**
 * The followed runs: one reader for each, for any number of viewers, and none for a run without requests. A run that
 * has ended is kept for some minutes, since metrics are read only at intervals. Any thread.
 */
final class FollowedRuns implements AutoCloseable {
    private static final Logger LOG = System.getLogger("org.plateaubench.web");

    /** Time between two reads of a run; an interval is a second. */
    private static final Duration LOOK = Duration.ofMillis(250);
    /** Time for which a run is followed without requests. */
    private static final Duration UNASKED = Duration.ofMinutes(2);
    /** Time for which the metrics of a run are shown after its end. */
    private static final Duration KEPT = Duration.ofMinutes(5);

    private static final int MOST_MEASURED = 16;

    private final Path runs;
    private final InstantSource clock;
    private final Map<String, Followed> followed = new LinkedHashMap<>();
    private boolean isClosed;

    private static final class Followed {
        private final FollowedRun run;
        private Instant askedAt;

        Followed(FollowedRun run, Instant askedAt) {
            this.run = run;
            this.askedAt = askedAt;
        }
    }

    FollowedRuns(Path runs, InstantSource clock) {
        this.runs = runs;
        this.clock = clock;
    }

    /** Returns a run in progress, and follows it from now on. */
    synchronized FollowedRun follow(RunFolder folder) {
        forgetOld();
        Followed known = followed.get(folder.runId());
        if (known == null) {
            Followed fresh = new Followed(new FollowedRun(folder, clock), clock.instant());
            followed.put(folder.runId(), fresh);
            Thread.ofVirtual().name("follow " + folder.runId()).start(() -> keepLooking(fresh));
            return fresh.run;
        }
        known.askedAt = clock.instant();
        return known.run;
    }

    /** Returns the runs that are in progress or ended recently, the latest first, up to a bound. */
    List<FollowedRun> measured() throws IOException {
        List<RunFolder> owned = owned();
        synchronized (this) {
            owned.forEach(this::follow);
            forgetOld();
            return List.copyOf(followed.values()).reversed().stream()
                    .map(one -> one.run)
                    .limit(MOST_MEASURED)
                    .toList();
        }
    }

    private List<RunFolder> owned() throws IOException {
        if (!Files.isDirectory(runs)) {
            return List.of();
        }
        List<RunFolder> owned = new ArrayList<>();
        try (Stream<Path> entries = Files.list(runs)) {
            for (Path entry : (Iterable<Path>) entries::iterator) {
                if (Files.exists(StoredFile.OWNER.in(entry)) && !Files.isSymbolicLink(entry)) {
                    RunFolder folder = RunFolder.of(entry);
                    if (folder.isOwned()) {
                        owned.add(folder);
                    }
                }
            }
        }
        return owned;
    }

    private void forgetOld() {
        Instant now = clock.instant();
        followed.values()
                .removeIf(one -> !one.run.endedAt().equals(Instant.MAX)
                        && now.isAfter(one.run.endedAt().plus(KEPT)));
    }

    private void keepLooking(Followed one) {
        try {
            while (one.run.read()) {
                Thread.sleep(LOOK);
                if (isUnasked(one)) {
                    return;
                }
            }
        } catch (IOException | RuntimeException | Error e) {
            LOG.log(Level.WARNING, "run " + one.run.id() + " cannot be followed any more", e);
            forget(one);
            one.run.leave();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized boolean isUnasked(Followed one) {
        if (isClosed) {
            return true;
        }
        if (one.run.viewers() > 0) {
            one.askedAt = clock.instant();
        }
        if (clock.instant().isAfter(one.askedAt.plus(UNASKED))) {
            followed.remove(one.run.id(), one);
            return true;
        }
        return false;
    }

    private synchronized void forget(Followed one) {
        followed.remove(one.run.id(), one);
    }

    /** Returns the number of viewers of a run. */
    synchronized int viewers() {
        return followed.values().stream().mapToInt(one -> one.run.viewers()).sum();
    }

    @Override
    public synchronized void close() {
        isClosed = true;
        followed.values().forEach(one -> one.run.leave());
        followed.clear();
    }
}
