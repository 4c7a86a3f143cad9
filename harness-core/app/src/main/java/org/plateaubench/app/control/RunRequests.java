// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.run.event.EventDetails.Interrupted;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.file.AtomicFile;
import org.plateaubench.engine.store.file.BoundedFile;
import org.plateaubench.loader.isolation.ShownText;

/**
 * Asks the processes of runs to end them, as Ctrl-C does at their terminals. Remembers its requests, since a third
 * request ends a process before its result is written. Any thread.
 */
public final class RunRequests {
    private static final System.Logger LOG = System.getLogger("org.plateaubench.app");

    /** A minute: a run heeds a request within a fraction of a second, on a starved host later. */
    private static final int TRIES = 3_000;

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
        return byNoteIn(run == null ? null : run.path(), signal);
    }

    /**
     * Like {@link #by(RunFolder, String)}, for a study.
     *
     * @param folder folder of the run or the study, null while it has none
     */
    public static String byNoteIn(@Nullable Path folder, String signal) {
        if (signal.equals("SIGINT")) {
            return "Ctrl-C";
        }
        String asked = "a request to terminate (" + signal + ")";
        if (folder == null) {
            return asked;
        }
        Path note = folder.resolve(NOTE);
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
     * Asks for an end at once. The second request that this needs follows when the run has heeded the first, since the
     * system would merge two simultaneous ones: a thread of its own waits for that for up to a minute.
     *
     * @param who the user who asks
     * @return whether the run was still running
     */
    public boolean abort(RunFolder run, String who) throws IOException {
        if (!stop(run, who)) {
            return false;
        }
        Thread.ofVirtual().name("abort of " + run.path().getFileName()).start(() -> askAgain(run));
        return true;
    }

    private void askAgain(RunFolder run) {
        try {
            for (int i = 0; i < TRIES && run.owner().isPresent() && heeded(run).isEmpty(); i++) {
                TimeUnit.MILLISECONDS.sleep(GAP_MILLIS);
            }
            // One request ends a run that is being prepared.
            if (heeded(run).equals(List.of("ramp-down")) && askedTwice.add(run.path())) {
                run.owner().ifPresent(ProcessHandle::destroy);
            }
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "The run " + run.path() + " was asked to ramp down only", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Asks the process of a study to end: the running run ramps down, and at the second call stops at once.
     *
     * @param folder folder of the study, null while it has none
     * @param who the user who asks
     */
    public static void endStudy(ProcessHandle process, @Nullable Path folder, String who) throws IOException {
        if (folder != null) {
            AtomicFile.write(folder.resolve(NOTE), who);
        }
        process.destroy();
    }

    /** Whether this user may signal a process. */
    private static boolean isOwn(ProcessHandle process) {
        return process.info().user().equals(ProcessHandle.current().info().user());
    }

    /** The requests that the run has heeded, in order. */
    private static List<String> heeded(RunFolder run) throws IOException {
        return run.events().stream()
                .flatMap(event -> event.as(Interrupted.class).stream())
                .map(Interrupted::how)
                .toList();
    }
}
