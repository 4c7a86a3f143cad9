// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Phase;
import org.plateaubench.engine.run.EventType;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.engine.store.BoundedFile;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.loader.isolation.ShownText;

/**
 * Asks the processes of runs to end them, as Ctrl-C does at their terminals. Remembers its requests, since a third
 * request ends a process before its result is written. Any thread.
 */
public final class RunRequests {
    /** A run under load heeds a request within a fraction of a second, on a starved host later. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** One request ends a run that is being prepared; it may heed it when its preparation is over. */
    private static final Duration PATIENCE_BEFORE_LOAD = Duration.ofSeconds(2);

    private static final long GAP_MILLIS = 20;

    /** Name of the note in a run folder that names the user who asks the run to end. */
    private static final String NOTE = ".stop-asked-by";

    private static final int MOST_NOTE_BYTES = 1_000;

    private final Set<Path> asked = ConcurrentHashMap.newKeySet();
    private final Set<Path> askedTwice = ConcurrentHashMap.newKeySet();

    /**
     * The user or signal that asks a run to end, to follow the word "by". Removes the note that {@link #stop} left.
     *
     * @param run the run, null while it has no folder
     * @param signal name of the signal
     */
    public static String by(@Nullable RunFolder run, String signal) {
        if (signal.equals("SIGINT")) {
            return "Ctrl-C";
        }
        String asked = "a request to terminate (" + signal + ")";
        if (run == null) {
            return asked;
        }
        Path note = run.path().resolve(NOTE);
        try {
            String who = ShownText.of(BoundedFile.text(note, MOST_NOTE_BYTES));
            Files.deleteIfExists(note);
            return who + ", through the console";
        } catch (IOException e) {
            return asked;
        }
    }

    /**
     * Asks for a ramp-down. Does nothing when the run is already ending.
     *
     * @param who the user who asks
     * @return whether the run was still running
     */
    public boolean stop(RunFolder run, String who) throws IOException {
        Optional<ProcessHandle> owner = run.owner();
        if (owner.isEmpty() || !isOwn(owner.get())) {
            return false;
        }
        if (heeded(run).isEmpty() && asked.add(run.path())) {
            // The run removes it with the request, so that its folder ends up unchanged.
            AtomicFile.write(run.path().resolve(NOTE), who);
            return owner.get().destroy();
        }
        return true;
    }

    /**
     * Asks for an end at once. Waits until the run has heeded a first request before it makes a second, since the
     * system would merge two simultaneous ones: up to 30 s for a run under load, 2 s for one that is being prepared.
     *
     * @param who the user who asks
     * @return whether the run was still running
     */
    public boolean abort(RunFolder run, String who) throws IOException, InterruptedException {
        if (!stop(run, who)) {
            return false;
        }
        long since = System.nanoTime();
        long patience = (isUnderLoad(run) ? PATIENCE : PATIENCE_BEFORE_LOAD).toNanos();
        while (System.nanoTime() - since < patience
                && run.owner().isPresent()
                && heeded(run).isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
        }
        if (heeded(run).equals(List.of("ramp-down")) && askedTwice.add(run.path())) {
            run.owner().ifPresent(ProcessHandle::destroy);
        }
        return true;
    }

    /** Whether this user may signal a process. */
    private static boolean isOwn(ProcessHandle process) {
        return process.info().user().equals(ProcessHandle.current().info().user());
    }

    private static boolean isUnderLoad(RunFolder run) throws IOException {
        return run.events().stream()
                .filter(event -> event.type().equals(EventType.PHASE.label()))
                .anyMatch(event -> !Phase.PREPARE.label().equals(event.details().get("name")));
    }

    /** The requests that the run has heeded, in order. */
    private static List<String> heeded(RunFolder run) throws IOException {
        return run.events().stream()
                .filter(event -> event.type().equals(EventType.INTERRUPTED.label()))
                .map(event -> String.valueOf(event.details().get("how")))
                .toList();
    }
}
