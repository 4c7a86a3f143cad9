// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.ProcessLock.RigLock;
import org.plateaubench.app.RunTicket;
import org.plateaubench.app.study.StudyFolder;
import org.plateaubench.app.study.StudyResult;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.RunFolders;

/**
 * Starts the runs of a queue one after the other and follows each to its end. Polls a few times per second, since the
 * process of a run may be the child of a console that has ended.
 */
final class QueueRunner implements AutoCloseable {
    private static final long POLL_MILLIS = 250;
    private static final long END_SECONDS = 10;
    private static final int MAX_SENTENCE = 1_000;
    /** Polls skipped while another run uses the rig, since finding its user costs that run processor time. */
    private static final int SKIPPED_POLLS = 8;

    private final RunQueue queue;
    private final RunLauncher launcher;
    private final RunFolders folders;
    private final Path studies;
    private final RunSignals requests = new RunSignals();
    /** Processes that this console started, by item. */
    private final Map<String, Process> children = new HashMap<>();

    private final Semaphore wakeUps = new Semaphore(0);
    private final Thread thread;
    private volatile boolean isClosed;
    /** Polls still to skip. Used by the thread only. */
    private int skippedPolls;

    QueueRunner(RunQueue queue, RunLauncher launcher, RunFolders folders, Path studies) {
        this.queue = queue;
        this.launcher = launcher;
        this.folders = folders;
        this.studies = studies.toAbsolutePath();
        thread = Thread.ofPlatform().daemon().name("plateau-queue").unstarted(this::runUntilClosed);
    }

    void begin() {
        thread.start();
    }

    void wake() {
        wakeUps.release();
    }

    private void runUntilClosed() {
        while (!isClosed) {
            try {
                queue.exclusively(this::step);
            } catch (IOException | RuntimeException | Error e) {
                // A full disk is retried at the next poll. Without its thread the queue would stop.
                System.getLogger(QueueRunner.class.getName())
                        .log(System.Logger.Level.WARNING, "The queue cannot continue: " + e);
            }
            try {
                if (wakeUps.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
                    wakeUps.drainPermits();
                }
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void step() throws IOException {
        Optional<QueueItem> active = queue.active();
        if (active.isPresent()) {
            follow(active.get());
            return;
        }
        Optional<QueueItem> next = queue.next();
        if (next.isPresent() && !isClosed && --skippedPolls < 0) {
            skippedPolls = 0;
            Optional<String> rigUser = RigLock.user(folders.root());
            if (rigUser.isEmpty()) {
                start(next.get());
                return;
            }
            skippedPolls = SKIPPED_POLLS;
            if (!rigUser.get().equals(next.get().progress().message())) {
                put(next.get().waitingAgain(rigUser.get()));
            }
        }
    }

    /**
     * The intent is stored before the process starts; after a crash, the ticket shows the next console whether the
     * process exists.
     */
    private void start(QueueItem waiting) throws IOException {
        QueueItem item = waiting.starting(queue.now());
        put(item);
        int attempt = item.progress().attempt();
        ItemFolder folder = queue.folder(item.id());
        RunTicket ticket = folder.ticket(attempt);
        try {
            children.put(item.id(), launcher.start(folder, attempt, item.wanted()));
        } catch (IOException | WrongConfiguration | RuntimeException e) {
            if (ticket.withdraw()) {
                put(item.withEnd(ItemState.NOT_STARTED, queue.now(), null, "It cannot be started: " + e.getMessage()));
            }
        }
    }

    private void follow(QueueItem item) throws IOException {
        RunTicket ticket = queue.folder(item.id()).ticket(item.progress().attempt());
        RunTicket.State state = ticket.state();
        switch (state.holder()) {
            case NOBODY -> awaitTaking(item, ticket);
            // A console withdrew the ticket, and was killed before it could store that.
            case QUEUE -> put(item.waitingAgain(null));
            case PROCESS -> {
                if (state.process().isEmpty()) {
                    conclude(item, state);
                } else if (item.progress().runId() == null && state.startedId().isPresent()) {
                    put(item.withRun(state.startedId().get()));
                }
            }
        }
    }

    /**
     * Waits for the process to take its ticket, which it does first: a process without it has not begun and never
     * will.
     */
    private void awaitTaking(QueueItem item, RunTicket ticket) throws IOException {
        Process child = children.get(item.id());
        if (child != null && child.isAlive()) {
            return;
        }
        if (!ticket.withdraw()) {
            return;
        }
        if (child == null) {
            put(item.waitingAgain(null));
        } else {
            String sentence = queue.folder(item.id()).lastSentence().orElse("it printed nothing");
            int code = RunOutcome.unreported(child.exitValue());
            put(item.withEnd(ItemState.NOT_STARTED, queue.now(), code, "It cannot be started: " + sentence));
            children.remove(item.id());
        }
    }

    private void conclude(QueueItem item, RunTicket.State state) throws IOException {
        Process child = children.remove(item.id());
        @Nullable Integer seen = child == null || child.isAlive() ? null : Integer.valueOf(child.exitValue());
        QueueItem known = state.startedId().map(item::withRun).orElse(item);
        Optional<StudyResult> study = study(state);
        study.ifPresent(result -> queue.notifyRuns(known, result.runIds()));
        RunOutcome outcome = RunOutcome.of(
                known,
                state,
                seen,
                run(state).flatMap(QueueRunner::end),
                run(state).flatMap(QueueRunner::conclusion).or(() -> study.map(QueueRunner::outcome)),
                queue.folder(item.id()).lastSentence());
        put(
                outcome.state() == ItemState.WAITING
                        ? known.waitingAgain(outcome.message())
                        : known.withEnd(outcome.state(), queue.now(), outcome.exitCode(), outcome.message()));
    }

    private Optional<RunFolder> run(RunTicket.State state) {
        return state.runId().map(folders.root()::resolve).map(RunFolder::of);
    }

    /** Returns the last event of the run, if it can be read. */
    private static Optional<RunEvent> end(RunFolder run) {
        try {
            return run.end();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Returns the conclusion of the run, in the words of its result, if it can be read. */
    private static Optional<String> conclusion(RunFolder run) {
        try {
            return Conclusion.storedSentence(run.document(StoredFile.RESULT))
                    .map(text -> text.substring(0, Math.min(text.length(), MAX_SENTENCE)));
        } catch (IOException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns the results of the study, if there are any that can be read. */
    private Optional<StudyResult> study(RunTicket.State state) {
        return state.studyId().flatMap(id -> {
            try {
                return Optional.of(new StudyFolder(studies.resolve(id)).result());
            } catch (IOException e) {
                return Optional.empty();
            }
        });
    }

    /** Returns the outcome of a study in the form of a conclusion. */
    private static String outcome(StudyResult result) {
        String word = result.verdict();
        int runs = result.runIds().size();
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1) + ": "
                + (result.message().isEmpty() ? runs + (runs == 1 ? " run" : " runs") : result.message());
    }

    private void put(QueueItem item) throws IOException {
        queue.put(List.of(item));
    }

    /** Ends an active item at the request of a user. */
    void end(String id, boolean immediate, String who) throws IOException {
        queue.exclusively(() -> endBeforeRun(queue.item(id)));
        String runId = queue.item(id).progress().runId();
        if (queue.item(id).wanted().study() != null) {
            queue.exclusively(() -> endStudy(queue.item(id), who));
        } else if (runId != null && queue.item(id).state().isActive()) {
            endRun(runId, immediate, who);
        }
    }

    /** Ends an item without a run, which has no load to ramp down. */
    private void endBeforeRun(QueueItem item) throws IOException {
        if (!item.state().isActive() || item.progress().runId() != null) {
            return;
        }
        RunTicket ticket = queue.folder(item.id()).ticket(item.progress().attempt());
        if (ticket.withdraw()) {
            Process child = children.remove(item.id());
            if (child != null) {
                child.destroy();
            }
            put(item.withEnd(ItemState.CANCELLED, queue.now(), null, null));
            return;
        }
        RunTicket.State state = ticket.state();
        if (state.startedId().isPresent()) {
            put(item.withRun(state.startedId().get()));
        } else if (item.state() != ItemState.STOPPING) {
            state.process().ifPresent(ProcessHandle::destroy);
            put(item.stopping("Ending before its run begins."));
        }
    }

    /** Requests the end of a study and its current run; the second request stops the run immediately, a third has no effect. */
    private void endStudy(QueueItem item, String who) throws IOException {
        String id = item.progress().runId();
        boolean isAtOnce = item.state() == ItemState.STOPPING;
        String message = isAtOnce ? "Stopping at once." : "Ramping down.";
        if (id == null
                || !item.state().isActive()
                || message.equals(item.progress().message())) {
            return;
        }
        Optional<ProcessHandle> process = queue.folder(item.id())
                .ticket(item.progress().attempt())
                .state()
                .process();
        if (process.isPresent()) {
            RunSignals.endStudy(process.get(), studies.resolve(id), who);
            put(item.stopping(message));
        }
    }

    /** Requests the end of a run for a user. */
    void endRun(String runId, boolean immediate, String who) throws IOException {
        RunFolder run = folders.find(runId);
        // The request is sent first and stored second: after a crash in between, the run ends nevertheless.
        if (!(immediate ? requests.abort(run, who) : requests.stop(run, who))) {
            throw Problem.conflict(
                    run.owner().isPresent()
                            ? "Run " + runId + " was started by another user of the host, who alone can end it."
                            : "Run " + runId + " has ended.");
        }
        queue.exclusively(() -> {
            Optional<QueueItem> item =
                    queue.itemOf(runId).filter(candidate -> candidate.state().isActive());
            if (item.isPresent()) {
                put(item.get().stopping(immediate ? "Stopping at once." : "Ramping down."));
            }
        });
    }

    @Override
    public void close() {
        isClosed = true;
        wake();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(END_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
