// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.runs.RunsChanged;

/**
 * Synchronises the catalog with the folder of runs. Any thread: folders are read without a lock; rows are written under
 * a lock, each after a last check that its folder has not changed since.
 */
final class RunIndexer {
    /** Runs that are read before their rows are written. */
    private static final int BATCH = 50;
    /**
     * Most runs of one scan that listeners are notified of one by one; a viewer that opens a list reads all of it anyway.
     */
    private static final int MOST_NOTIFIED = 200;

    private final RunFolders folders;
    private final RunCatalog catalog;
    private final RowReader reader;
    private final List<RunsChanged> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock sweeping = new ReentrantLock();
    private volatile String progress = "0 of 0";
    private volatile boolean isComplete;
    private volatile boolean hasFailed;

    RunIndexer(RunFolders folders, RunCatalog catalog, RowReader reader) {
        this.folders = folders;
        this.catalog = catalog;
        this.reader = reader;
    }

    void listen(RunsChanged listener) {
        listeners.add(listener);
    }

    /**
     * Returns the catalog for reading.
     *
     * @throws Problem with status 503 until the first scan of all runs has ended
     */
    RunCatalog catalog() {
        if (isComplete) {
            return catalog;
        }
        throw Problem.later(
                503,
                hasFailed
                        ? "The folder of runs cannot be read, see the log of the console, which tries again each minute."
                        : "The runs are still being read (" + progress + ").",
                1);
    }

    /** Returns the ids of the runs that were in progress at the last check. */
    List<String> running() {
        String running = RunFolder.State.RUNNING.label();
        return catalog.all().stream()
                .filter(run -> run.status().equals(running))
                .map(CatalogRow::id)
                .toList();
    }

    /**
     * Scans all runs, reads those that changed, and removes those that are gone.
     *
     * @return number of runs that were read
     * @throws IOException when the folder of runs cannot be read
     */
    int sweep() throws IOException {
        sweeping.lock();
        try {
            Map<String, Path> runs = folders.byId();
            List<Map.Entry<String, Path>> changed = runs.entrySet().stream()
                    .filter(run -> isChanged(run.getKey(), run.getValue()))
                    .toList();
            for (int from = 0; from < changed.size(); from += BATCH) {
                progress = from + " of " + changed.size();
                index(changed.subList(from, Math.min(from + BATCH, changed.size())), changed.size() <= MOST_NOTIFIED);
            }
            forget(catalog.all().stream()
                    .map(CatalogRow::id)
                    .filter(id -> !runs.containsKey(id))
                    .toList());
            isComplete = true;
            save(RunCatalog::saveMany);
            return changed.size();
        } catch (IOException | RuntimeException e) {
            hasFailed = true;
            throw e;
        } finally {
            sweeping.unlock();
        }
    }

    /** Stores the catalog for the next start. */
    void save() {
        save(RunCatalog::save);
    }

    private void save(Consumer<RunCatalog> how) {
        writing.lock();
        try {
            how.accept(catalog);
        } finally {
            writing.unlock();
        }
    }

    private boolean isChanged(String id, Path folder) {
        Optional<CatalogRow> known = catalog.find(id);
        return known.isEmpty()
                || reader.fingerprint(folder)
                        .map(now -> !now.text().equals(known.get().fingerprint()))
                        .orElse(true);
    }

    /** Reads one run, whether or not it changed. */
    void refresh(String id) {
        index(List.of(Map.entry(id, folders.root().resolve(id))), true);
    }

    /** Reads one run if it changed since the last read, or if it was in progress then and no longer is. */
    void readIfChanged(String id) {
        Path folder = folders.root().resolve(id);
        if (!RunFolders.isId(id) || !RunFolders.isRun(folder)) {
            forget(catalog.find(id).map(CatalogRow::id).stream().toList());
        } else if (isChanged(id, folder) || hasEnded(id, folder)) {
            refresh(id);
        }
    }

    private boolean hasEnded(String id, Path folder) {
        try {
            return catalog.find(id)
                            .filter(run -> run.status().equals(RunFolder.State.RUNNING.label()))
                            .isPresent()
                    && RunFolder.of(folder).state() != RunFolder.State.RUNNING;
        } catch (IOException e) {
            return true;
        }
    }

    private void index(List<Map.Entry<String, Path>> runs, boolean notifies) {
        List<Map.Entry<Path, CatalogRow>> read = new ArrayList<>();
        runs.forEach(run ->
                reader.read(run.getKey(), run.getValue()).ifPresent(row -> read.add(Map.entry(run.getValue(), row))));
        writing.lock();
        try {
            for (Map.Entry<Path, CatalogRow> entry : read) {
                asItIsNow(entry.getKey(), entry.getValue()).ifPresent(row -> put(row, notifies));
            }
        } finally {
            writing.unlock();
        }
    }

    private void put(CatalogRow row, boolean notifies) {
        Optional<CatalogRow> before = catalog.put(row);
        if (notifies && (before.isEmpty() || before.get().mark() != row.mark())) {
            notifyChange(row.id(), row.status(), row.verdict());
        }
    }

    /** Returns the row if the run is unchanged; it may have been changed or removed while its folder was read. */
    private Optional<CatalogRow> asItIsNow(Path folder, CatalogRow row) {
        Optional<Fingerprint> now = reader.fingerprint(folder);
        if (now.isEmpty()) {
            return Optional.empty();
        }
        boolean same = row.fingerprint().endsWith(now.get().text());
        return same ? Optional.of(row) : reader.read(row.id(), folder);
    }

    /**
     * Removes a run and its row, so that no earlier read of its folder restores the row.
     *
     * @param removal moves the folder away
     * @return where it is then
     */
    Path remove(String id, RunFolders.Removal removal) throws IOException {
        writing.lock();
        try {
            Path moved = removal.remove();
            forget(List.of(id));
            return moved;
        } finally {
            writing.unlock();
        }
    }

    private void forget(Collection<String> ids) {
        writing.lock();
        try {
            for (String id : ids) {
                catalog.remove(id);
                notifyChange(id, RunsChanged.DELETED, null);
            }
        } finally {
            writing.unlock();
        }
    }

    private void notifyChange(String id, String status, @Nullable String verdict) {
        listeners.forEach(listener -> listener.changed(id, status, verdict));
    }
}
