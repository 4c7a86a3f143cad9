// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.PlannedRun;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.console.AllowListFile;
import org.plateaubench.web.database.Database;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.RunLookup;

/**
 * The queue of runs on one rig: what waits, what goes on, and what was over last. Everything about it is in the database
 * and in the folder of the queue before anything is done about it, so that a console that was killed goes on where it
 * was. Any thread.
 */
public final class RunQueue implements AutoCloseable {
    private static final int MOST_WAITING = 500;
    private static final int MOST_OVER = 50;
    private static final System.Logger LOG = System.getLogger(RunQueue.class.getName());
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Object lock = new Object();
    private final QueueStore store;
    private final Submissions submissions;
    private final Path folder;
    private final InstantSource clock;
    private final QueueChanged listener;
    private final QueueRunner runner;
    private final Map<String, QueueItem> items = new LinkedHashMap<>();
    private boolean paused;

    /**
     * What a queue works with.
     *
     * @param database where it is kept
     * @param application checks run files
     * @param lookup finds the folders of runs
     * @param runs folder of all runs
     * @param files folder of run files
     * @param data folder of the console's own data
     * @param launcher the command that starts Plateau
     */
    public record Setup(
            Database database,
            RunApplication application,
            RunLookup lookup,
            Path runs,
            Path files,
            Path data,
            List<String> launcher) {
        public Setup {
            launcher = List.copyOf(launcher);
        }
    }

    /**
     * Opens the queue as it was left, and goes on with it.
     *
     * @param clock the wall clock
     * @param listener hears of every change
     * @throws IOException when its folder cannot be read
     */
    public RunQueue(Setup setup, InstantSource clock, QueueChanged listener) throws IOException {
        store = new QueueStore(setup.database().jdbi());
        submissions = new Submissions(setup.application(), setup.files(), AllowListFile.in(setup.data()));
        folder = setup.data().resolve("queue").toAbsolutePath();
        this.clock = clock;
        this.listener = listener;
        store.all().forEach(item -> items.put(item.id(), item));
        // A database may come back from a crash, or from a backup, older than it was; the files do not.
        List<QueueItem> kept = ItemFolder.all(folder);
        kept.forEach(item -> items.put(item.id(), item));
        store.put(kept);
        paused = store.isPaused();
        runner = new QueueRunner(
                this, submissions, new RunLauncher(setup.launcher(), setup.runs()), setup.lookup(), setup.runs());
        // A console that was killed may have kept that a run began, and told nobody.
        active().filter(item -> item.progress().runId() != null).ifPresent(listener::begun);
        runner.begin();
    }

    /** Pauses the queue of a database that was made of a backup: what waited then may have been carried out since. */
    public static void restored(Jdbi jdbi) {
        new QueueStore(jdbi).setPaused(true);
    }

    /**
     * The whole queue at one time.
     *
     * @param paused whether no run is started
     * @param items what goes on, and then what waits, in order
     * @param over what was over last, the last first
     * @param now when that was
     */
    public record Shown(boolean paused, List<QueueItem> items, List<QueueItem> over, Instant now) {
        /**
         * One item.
         *
         * @throws Problem 404 when there is none of the id
         */
        QueueItem item(String id) {
            return Stream.concat(items.stream(), over.stream())
                    .filter(item -> item.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> Problem.notFound("The queue has no item " + id + "."));
        }

        /** Place among those that wait, from 1; null when it does not wait. */
        @Nullable
        Integer position(QueueItem item) {
            int place = QueueOrder.waiting(items).indexOf(item);
            return place < 0 ? null : Integer.valueOf(place + 1);
        }
    }

    /** The queue as it stands. */
    public Shown shown() {
        synchronized (lock) {
            List<QueueItem> current = new ArrayList<>(items.values().stream()
                    .filter(item -> item.state().isActive())
                    .toList());
            current.addAll(QueueOrder.waiting(items.values()));
            return new Shown(paused, List.copyOf(current), QueueOrder.over(items.values()), clock.instant());
        }
    }

    /**
     * One item.
     *
     * @throws Problem 404 when there is none of the id
     */
    public QueueItem item(String id) {
        synchronized (lock) {
            QueueItem item = items.get(id);
            if (item == null) {
                throw Problem.notFound("The queue has no item " + id + ".");
            }
            return item;
        }
    }

    /** The item whose run this is. */
    Optional<QueueItem> itemOf(String runId) {
        synchronized (lock) {
            return items.values().stream()
                    .filter(item -> runId.equals(item.progress().runId()))
                    .findFirst();
        }
    }

    /** What is kept of an item in files. */
    ItemFolder folder(String id) {
        return new ItemFolder(folder, item(id).id());
    }

    /**
     * Puts a run at the end.
     *
     * @throws Problem 422 when it cannot be carried out as it is, 409 when the queue is full
     */
    public QueueItem submit(Submission wanted, String requestedBy) throws IOException {
        PlannedRun planned = submissions.plan(wanted);
        byte[] random = new byte[5];
        RANDOM.nextBytes(random);
        String id = "q" + HexFormat.of().formatHex(random);
        try {
            new ItemFolder(folder, id).keep(wanted.text(), planned.file().beside());
            return submit(id, planned, wanted, requestedBy);
        } finally {
            synchronized (lock) {
                if (!items.containsKey(id)) {
                    // Who was told that it is not in the queue must not find it there after the next start.
                    new ItemFolder(folder, id).delete();
                }
            }
        }
    }

    private QueueItem submit(String id, PlannedRun planned, Submission wanted, String requestedBy) throws IOException {
        synchronized (lock) {
            if (QueueOrder.waiting(items.values()).size() >= MOST_WAITING) {
                throw Problem.conflict("The queue is full: " + MOST_WAITING + " runs wait.");
            }
            QueueItem item = new QueueItem(
                    id,
                    planned.plan().name(),
                    ItemState.WAITING,
                    QueueOrder.lastPlace(items.values()),
                    new QueueItem.Wanted(
                            wanted.path() == null ? "" : wanted.path(),
                            wanted.settingsOrNone(),
                            wanted.notBefore(),
                            wanted.tagsOrNone(),
                            wanted.note() == null ? "" : wanted.note()),
                    requestedBy,
                    clock.instant(),
                    QueueItem.Progress.NONE);
            put(List.of(item));
            return item;
        }
    }

    /**
     * Moves one that waits.
     *
     * @param position where it then stands among those that wait, from 1; one that is too large means the end
     * @throws Problem 404, or 409 when it does not wait
     */
    public QueueItem move(String id, int position) throws IOException {
        synchronized (lock) {
            requireWaiting(id);
            put(QueueOrder.move(items.values(), id, position));
            return item(id);
        }
    }

    /**
     * Changes the earliest start of one that waits.
     *
     * @param notBefore null for as soon as its turn comes
     * @throws Problem 404, or 409 when it does not wait
     */
    public QueueItem schedule(String id, @Nullable Instant notBefore) throws IOException {
        synchronized (lock) {
            put(List.of(requireWaiting(id).notBefore(notBefore)));
            return item(id);
        }
    }

    private QueueItem requireWaiting(String id) {
        QueueItem item = item(id);
        if (item.state() != ItemState.WAITING) {
            throw Problem.conflict("The item is " + item.state().label() + ", it waits no more.");
        }
        return item;
    }

    /** Starts no run until {@link #resume}; what goes on goes on. */
    public void pause() {
        pause(true);
    }

    /** Goes on after {@link #pause}. */
    public void resume() {
        pause(false);
    }

    private void pause(boolean wanted) {
        synchronized (lock) {
            store.setPaused(wanted);
            paused = wanted;
        }
        runner.look();
        listener.changed();
    }

    /**
     * Takes out one that waits; asks one that runs to ramp down, and the second time to stop at once.
     *
     * @param who asks
     * @throws Problem 404, or 409 when it is over
     */
    public QueueItem cancel(String id, String who) throws IOException, InterruptedException {
        QueueItem item = item(id);
        if (item.state().isOver()) {
            throw Problem.conflict("The item is " + item.state().label() + " already.");
        }
        synchronized (lock) {
            if (item(id).state() == ItemState.WAITING) {
                put(List.of(item(id).over(ItemState.CANCELLED, clock.instant(), null, null)));
                return item(id);
            }
        }
        runner.end(id, item.state() == ItemState.STOPPING, who);
        return item(id);
    }

    /**
     * Asks a run to end, one of the queue or any other of the folder of runs.
     *
     * @param atOnce whether it is not to ramp down
     * @param who asks
     * @throws Problem 404 when there is no run of the id, 409 when it does not run or is another user's
     */
    public void end(String runId, boolean atOnce, String who) throws IOException, InterruptedException {
        runner.endRun(runId, atOnce, who);
    }

    /** Changes items as one. Called with what was read inside of the same {@link #exclusively}, or with new items. */
    void put(List<QueueItem> changed) throws IOException {
        synchronized (lock) {
            for (QueueItem item : changed) {
                new ItemFolder(folder, item.id()).keep(item);
            }
            store.put(changed);
            for (QueueItem item : changed) {
                QueueItem before = items.put(item.id(), item);
                if (item.progress().runId() != null
                        && (before == null || before.progress().runId() == null)) {
                    listener.begun(item);
                }
            }
            forgetTheOldest();
        }
        runner.look();
        listener.changed();
    }

    private void forgetTheOldest() {
        List<QueueItem> over = QueueOrder.over(items.values());
        for (QueueItem item : over.subList(Math.min(MOST_OVER, over.size()), over.size())) {
            store.remove(item.id());
            items.remove(item.id());
            try {
                new ItemFolder(folder, item.id()).delete();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "A folder of the queue stays: " + e.getMessage());
            }
        }
    }

    /** Something that must see the queue and change it before anybody else does. */
    interface Step {
        void take() throws IOException;
    }

    void exclusively(Step step) throws IOException {
        synchronized (lock) {
            step.take();
        }
    }

    /** Who is to start now, when anybody is. */
    Optional<QueueItem> next() {
        synchronized (lock) {
            return paused ? Optional.empty() : QueueOrder.next(items.values(), clock.instant());
        }
    }

    Optional<QueueItem> active() {
        synchronized (lock) {
            return items.values().stream()
                    .filter(item -> item.state().isActive())
                    .findFirst();
        }
    }

    Instant now() {
        return clock.instant();
    }

    /** Ends the work of the queue; what runs goes on, and a console that opens the queue again follows it. */
    @Override
    public void close() {
        runner.close();
    }
}
