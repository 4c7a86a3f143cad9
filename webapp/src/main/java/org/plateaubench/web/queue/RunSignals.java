// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.RunTicket.RunRequests;
import org.plateaubench.engine.run.event.EventDetails.Interrupted;
import org.plateaubench.engine.store.RunFolder;

/**
 * Requests the processes of runs to end, as Ctrl-C does at their terminals. It remembers its requests, because a third
 * request ends a process before its result is written. Thread-safe.
 */
final class RunSignals {
    private static final System.Logger LOG = System.getLogger("org.plateaubench.web");

    /** The number of checks, which take a minute: a run usually reacts immediately, but later on an overloaded host. */
    private static final int TRIES = 3_000;

    private static final long GAP_MILLIS = 20;

    private final Set<Path> requestedOnce = ConcurrentHashMap.newKeySet();
    private final Set<Path> requestedTwice = ConcurrentHashMap.newKeySet();

    /** Requests a ramp-down. Does nothing if the run is already ending. */
    boolean stop(RunFolder run, String who) throws IOException {
        Optional<ProcessHandle> owner = run.owner();
        if (owner.isEmpty() || !isOwn(owner.get())) {
            return false;
        }
        if (handledRequests(run).isEmpty() && requestedOnce.add(run.path())) {
            RunRequests.note(run.path(), who);
            return owner.get().destroy();
        }
        return true;
    }

    /**
     * Requests an immediate end. This needs a second request, which is sent when the run has reacted to the first,
     * because the system would merge two simultaneous signals; a separate thread waits for this for up to a minute.
     */
    boolean abort(RunFolder run, String who) throws IOException {
        if (!stop(run, who)) {
            return false;
        }
        Thread.ofVirtual().name("abort of " + run.path().getFileName()).start(() -> requestAgain(run));
        return true;
    }

    private void requestAgain(RunFolder run) {
        try {
            for (int i = 0;
                    i < TRIES && run.owner().isPresent() && handledRequests(run).isEmpty();
                    i++) {
                TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
            }
            // One request is enough for a run that is being prepared.
            if (handledRequests(run).equals(List.of("ramp-down")) && requestedTwice.add(run.path())) {
                run.owner().ifPresent(ProcessHandle::destroy);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The run " + run.path() + " was only requested to ramp down", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Requests the process of a study to end: the current run ramps down, and stops immediately at the second call. */
    static void endStudy(ProcessHandle process, @Nullable Path folder, String who) throws IOException {
        if (folder != null) {
            RunRequests.note(folder, who);
        }
        process.destroy();
    }

    private static boolean isOwn(ProcessHandle process) {
        return process.info().user().equals(ProcessHandle.current().info().user());
    }

    private static List<String> handledRequests(RunFolder run) throws IOException {
        return run.events().stream()
                .flatMap(event -> event.as(Interrupted.class).stream())
                .map(Interrupted::how)
                .toList();
    }
}
