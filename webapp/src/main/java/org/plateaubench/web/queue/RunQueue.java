// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.RunFolders;

/**
 * The queue of runs on one rig: waiting, active and recently ended runs. Every change is in the
 * folder of its item, on the disk, before it takes effect, so that a console that was killed continues where it
 * stopped. Thread-safe.
 */
public final class RunQueue implements AutoCloseable {
    private static final int MAX_ENDED = 50;
    private static final System.Logger LOG = System.getLogger(RunQueue.class.getName());
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Object lock = new Object();
    private final Path folder;
    private final InstantSource clock;
    private final Listener listener;
    private final QueueRunner runner;
    private final Map<String, QueueItem> items = new LinkedHashMap<>();
    private boolean paused;

    /** Opens the queue in its stored state, and continues it. */
    public RunQueue(ConsoleOptions options, RunFolders folders, InstantSource clock, Listener listener)
            throws IOException {
        folder = options.data().resolve("queue").toAbsolutePath();
        this.clock = clock;
        this.listener = listener;
        ItemFolder.all(folder).forEach(item -> items.put(item.id(), item));
        paused = Files.exists(pausedFile());
        runner = new QueueRunner(this, new RunLauncher(options), folders, options.studies());
        notifyChanged();
        // A killed console may have stored that a run began without notifying the listener.
        active().ifPresent(this::notifyRunStarted);
        runner.begin();
    }

    /** Listens to changes of the queue. Called by any thread; must return quickly and not throw. */
    public interface Listener {
        void changed(int waiting);

        /**
         * Handles a run that has a folder, which takes the tags and the note of the item. Called again after a crash.
         */
        default void runStarted(QueueItem item, String runId) {}
    }

    /** Returns the file that exists while the queue is paused. */
    private Path pausedFile() {
        return folder.resolve("paused");
    }

    /** The queue at one instant: active items, then waiting ones in order, and ended ones, the last first. */
    public record Shown(boolean paused, List<QueueItem> items, List<QueueItem> ended, Instant now) {
        /** Returns an item; Problem 404 when there is none with the id. */
        QueueItem item(String id) {
            return Stream.concat(items.stream(), ended.stream())
                    .filter(item -> item.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> Problem.notFound("The queue has no item " + id + "."));
        }

        /** Returns the position among waiting items, from 1; null if the item is not waiting. */
        @Nullable
        Integer position(QueueItem item) {
            int place = waitingItems(items).indexOf(item);
            return place < 0 ? null : Integer.valueOf(place + 1);
        }
    }

    public Shown shown() {
        synchronized (lock) {
            List<QueueItem> current = new ArrayList<>(items.values().stream()
                    .filter(item -> item.state().isActive())
                    .toList());
            current.addAll(waitingItems(items.values()));
            return new Shown(paused, List.copyOf(current), endedItems(items.values()), clock.instant());
        }
    }

    /** Returns an item; Problem 404 when there is none with the id. */
    public QueueItem item(String id) {
        synchronized (lock) {
            QueueItem item = items.get(id);
            if (item == null) {
                throw Problem.notFound("The queue has no item " + id + ".");
            }
            return item;
        }
    }

    /** Returns the item of a run. */
    Optional<QueueItem> itemOf(String runId) {
        synchronized (lock) {
            return items.values().stream()
                    .filter(item -> runId.equals(item.progress().runId()))
                    .findFirst();
        }
    }

    ItemFolder folder(String id) {
        return new ItemFolder(folder, item(id).id());
    }

    /** Adds a submission at the end. */
    QueueItem submit(Submissions.Planned planned, String requestedBy) throws IOException {
        byte[] random = new byte[5];
        RANDOM.nextBytes(random);
        String id = "q" + HexFormat.of().formatHex(random);
        try {
            new ItemFolder(folder, id).store(planned.files());
            return add(id, planned.name(), planned.wanted(), requestedBy);
        } finally {
            synchronized (lock) {
                if (!items.containsKey(id)) {
                    // If the user receives the answer that the run is not in the queue, it must not be there after the
                    // next start.
                    new ItemFolder(folder, id).delete();
                }
            }
        }
    }

    private QueueItem add(String id, String name, QueueItem.Wanted wanted, String requestedBy) throws IOException {
        synchronized (lock) {
            QueueItem item = new QueueItem(
                    id,
                    name,
                    ItemState.WAITING,
                    lastPlace(items.values()),
                    wanted,
                    requestedBy,
                    clock.instant(),
                    QueueItem.Progress.NONE);
            put(List.of(item));
            return item;
        }
    }

    /**
     * Moves a waiting item.
     *
     * @param position new position among waiting items, from 1; a larger number than there are means the end
     * @throws Problem 404 when there is no such item, 409 when it does not wait
     */
    public QueueItem move(String id, int position) throws IOException {
        synchronized (lock) {
            requireWaiting(id);
            put(move(items.values(), id, position));
            return item(id);
        }
    }

    /**
     * Changes the earliest start of a waiting item.
     *
     * @param notBefore null for as soon as its turn comes
     * @throws Problem 404 when there is no such item, 409 when it does not wait
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
            throw Problem.conflict("The item is " + item.state().label() + " and no longer waits.");
        }
        return item;
    }

    /** Starts no run until it is no longer paused; active runs continue. */
    public void pause(boolean wanted) throws IOException {
        synchronized (lock) {
            AtomicFile.createFolders(folder);
            if (wanted) {
                AtomicFile.write(pausedFile(), "");
            } else {
                Files.deleteIfExists(pausedFile());
                AtomicFile.forceFolder(folder);
            }
            paused = wanted;
        }
        runner.wake();
        notifyChanged();
    }

    /**
     * Removes a waiting item; requests an active run to ramp down, and at the second call to stop immediately.
     *
     * @throws Problem 404 when there is no such item, 409 when it has ended
     */
    public QueueItem cancel(String id, String who) throws IOException {
        QueueItem item = item(id);
        if (item.state().isOver()) {
            throw Problem.conflict("The item is " + item.state().label() + " already.");
        }
        synchronized (lock) {
            if (item(id).state() == ItemState.WAITING) {
                put(List.of(item(id).withEnd(ItemState.CANCELLED, clock.instant(), null, null)));
                return item(id);
            }
        }
        runner.end(id, item.state() == ItemState.STOPPING, who);
        return item(id);
    }

    /**
     * Requests the end of a run, which need not be from the queue.
     *
     * @throws Problem 404 when there is no run with the id, 409 when it does not run or belongs to another user of the
     *     host
     */
    public void end(String runId, boolean immediate, String who) throws IOException {
        runner.endRun(runId, immediate, who);
    }

    /** Changes items. Called with items read within the same {@link #exclusively}, or with new items. */
    void put(List<QueueItem> changed) throws IOException {
        synchronized (lock) {
            for (QueueItem item : changed) {
                new ItemFolder(folder, item.id()).store(item);
            }
            for (QueueItem item : changed) {
                QueueItem before = items.put(item.id(), item);
                if (before == null || before.progress().runId() == null) {
                    notifyRunStarted(item);
                }
            }
            forgetTheOldest();
        }
        runner.wake();
        notifyChanged();
    }

    private void notifyChanged() {
        synchronized (lock) {
            listener.changed(waitingItems(items.values()).size());
        }
    }

    /**
     * Notifies the listener that a single run has begun, which is the case when its item names it. For several runs,
     * the item names the study.
     */
    private void notifyRunStarted(QueueItem item) {
        String runId = item.progress().runId();
        if (runId != null && item.wanted().study() == null) {
            listener.runStarted(item, runId);
        }
    }

    /** Notifies the listener of the runs of a study. */
    void notifyRuns(QueueItem item, List<String> runIds) {
        runIds.forEach(runId -> listener.runStarted(item, runId));
    }

    private void forgetTheOldest() {
        List<QueueItem> ended = endedItems(items.values());
        for (QueueItem item : ended.subList(Math.min(MAX_ENDED, ended.size()), ended.size())) {
            items.remove(item.id());
            try {
                new ItemFolder(folder, item.id()).delete();
            } catch (IOException e) {
                LOG.log(System.Logger.Level.WARNING, "A folder of the queue was not removed: " + e.getMessage());
            }
        }
    }

    /** A step that reads and changes the queue while no other thread does. */
    interface Step {
        void run() throws IOException;
    }

    void exclusively(Step step) throws IOException {
        synchronized (lock) {
            step.run();
        }
    }

    /** Returns the item to start now, if any. */
    Optional<QueueItem> next() {
        synchronized (lock) {
            return paused ? Optional.empty() : next(items.values(), clock.instant());
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

    /** Ends the work of the queue; active runs continue, and a console that opens the queue again follows them. */
    @Override
    public void close() {
        runner.close();
    }

    static List<QueueItem> waitingItems(Collection<QueueItem> items) {
        return items.stream()
                .filter(item -> item.state() == ItemState.WAITING)
                .sorted(Comparator.comparingLong(QueueItem::place))
                .toList();
    }

    /**
     * Returns the item to start: the first that may. An item with a later earliest start does not block those behind
     * it.
     */
    static Optional<QueueItem> next(Collection<QueueItem> items, Instant now) {
        return items.stream().anyMatch(item -> item.state().isActive())
                ? Optional.empty()
                : waitingItems(items).stream()
                        .filter(item -> !item.isScheduled(now))
                        .findFirst();
    }

    static long lastPlace(Collection<QueueItem> items) {
        return items.stream().mapToLong(QueueItem::place).max().orElse(0) + 1;
    }

    /**
     * Moves a waiting item. All waiting items receive new places behind the present ones.
     *
     * @param position new position among waiting items, from 1; a larger number than there are means the end
     * @return the items with their new places; when only the first ones are stored, those are an order of the same
     *     items
     */
    static List<QueueItem> move(Collection<QueueItem> items, String id, int position) {
        List<QueueItem> order = new ArrayList<>(waitingItems(items));
        QueueItem moved =
                order.stream().filter(item -> item.id().equals(id)).findFirst().orElseThrow();
        order.remove(moved);
        order.add(Math.clamp(position - 1L, 0, order.size()), moved);
        long first = lastPlace(items);
        List<QueueItem> changed = new ArrayList<>();
        for (int i = 0; i < order.size(); i++) {
            changed.add(order.get(i).at(first + i));
        }
        return changed.reversed();
    }

    /** Returns the items in a final state, the last first. */
    static List<QueueItem> endedItems(Collection<QueueItem> items) {
        return items.stream()
                .filter(item -> item.state().isOver())
                .sorted(Comparator.comparing(RunQueue::endOf)
                        .thenComparingLong(QueueItem::place)
                        .reversed())
                .toList();
    }

    private static Instant endOf(QueueItem item) {
        Instant end = item.progress().endedAt();
        return end == null ? item.requestedAt() : end;
    }
}
