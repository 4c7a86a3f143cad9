// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.web.http.RunsChanged;

/**
 * Brings the catalog to what the folder of runs holds. Any thread: folders are read without a lock, rows are written
 * under one, each after a last look whether its folder is still as it was read.
 */
final class RunIndexer {
    /** Rows in one transaction, and in memory at once. */
    private static final int BATCH = 50;
    /** Most runs of one look of which listeners are told one by one: who sees a list for the first time asks for it. */
    private static final int MOST_TOLD = 200;

    private final RunFolders folders;
    private final RunCatalog catalog;
    private final RowReader reader;
    private final List<RunsChanged> listeners = new CopyOnWriteArrayList<>();
    private final Map<String, RunCatalog.Indexed> known = new ConcurrentHashMap<>();
    private final ReentrantLock writing = new ReentrantLock();
    private final ReentrantLock sweeping = new ReentrantLock();
    private volatile Progress progress = Progress.IDLE;

    RunIndexer(RunFolders folders, RunCatalog catalog, RowReader reader) {
        this.folders = folders;
        this.catalog = catalog;
        this.reader = reader;
        known.putAll(catalog.indexed());
    }

    void listen(RunsChanged listener) {
        listeners.add(listener);
    }

    /** How far the present look at all runs is. */
    Progress progress() {
        return progress;
    }

    /** Ids of the runs that went on when they were last looked at. */
    List<String> running() {
        String running = RunTree.status(RunFolder.State.RUNNING);
        return known.values().stream()
                .filter(run -> run.status().equals(running))
                .map(RunCatalog.Indexed::id)
                .toList();
    }

    /**
     * Looks at every run, reads those that changed, and forgets those that are gone.
     *
     * @param all whether those are read that did not change, too
     * @param watcher is told how far it is
     * @throws IOException when the folder of runs cannot be read
     */
    void sweep(boolean all, Consumer<Progress> watcher) throws IOException {
        sweeping.lock();
        try {
            Map<String, Path> runs = folders.all();
            List<Map.Entry<String, Path>> changed = runs.entrySet().stream()
                    .filter(run -> all || isChanged(run.getKey(), run.getValue()))
                    .toList();
            Progress now = new Progress(all ? Progress.State.REBUILDING : Progress.State.INDEXING, 0, changed.size());
            for (int from = 0; from < changed.size(); from += BATCH) {
                List<Map.Entry<String, Path>> batch = changed.subList(from, Math.min(from + BATCH, changed.size()));
                progress = now.at(from);
                watcher.accept(progress);
                index(batch, changed.size() <= MOST_TOLD);
            }
            forget(known.keySet().stream().filter(id -> !runs.containsKey(id)).toList());
            watcher.accept(now.at(changed.size()));
        } finally {
            progress = Progress.IDLE;
            sweeping.unlock();
        }
    }

    private boolean isChanged(String id, Path folder) {
        RunCatalog.Indexed indexed = known.get(id);
        return indexed == null
                || reader.fingerprint(folder)
                        .map(now -> !now.text().equals(indexed.fingerprint()))
                        .orElse(true);
    }

    /** Looks at one run, whether or not it changed. */
    void refresh(String id) {
        index(List.of(Map.entry(id, folders.root().resolve(id))), true);
    }

    /** Looks at one run if it changed since it was last read, or if it went on then and does no more. */
    void look(String id) {
        Path folder = folders.root().resolve(id);
        if (!RunFolders.isId(id) || !RunFolders.isRun(folder)) {
            forget(known.containsKey(id) ? List.of(id) : List.of());
        } else if (isChanged(id, folder) || hasEnded(id, folder)) {
            refresh(id);
        }
    }

    private boolean hasEnded(String id, Path folder) {
        RunCatalog.Indexed indexed = known.get(id);
        try {
            return indexed != null
                    && indexed.status().equals(RunTree.status(RunFolder.State.RUNNING))
                    && RunFolder.of(folder).state() != RunFolder.State.RUNNING;
        } catch (IOException e) {
            return true;
        }
    }

    private void index(List<Map.Entry<String, Path>> runs, boolean told) {
        List<Map.Entry<Path, CatalogRow>> read = new ArrayList<>();
        runs.forEach(run ->
                reader.read(run.getKey(), run.getValue()).ifPresent(row -> read.add(Map.entry(run.getValue(), row))));
        writing.lock();
        try {
            List<CatalogRow> rows = read.stream()
                    .map(entry -> asItIsNow(entry.getKey(), entry.getValue()))
                    .flatMap(Optional::stream)
                    .toList();
            catalog.put(rows);
            for (CatalogRow row : rows) {
                RunCatalog.Indexed before = known.put(row.summary().id(), row.indexed());
                if (told && (before == null || before.mark() != row.mark())) {
                    tell(row.summary().id(), row.status(), row.summary().verdict());
                }
            }
        } finally {
            writing.unlock();
        }
    }

    /** Somebody may have changed or removed the run while its folder was read. */
    private Optional<CatalogRow> asItIsNow(Path folder, CatalogRow row) {
        Optional<Fingerprint> now = reader.fingerprint(folder);
        if (now.isEmpty()) {
            return Optional.empty();
        }
        boolean same = row.fingerprint().endsWith(now.get().text());
        return same ? Optional.of(row) : reader.read(row.summary().id(), folder);
    }

    /**
     * Removes a run and forgets it, so that no look at its folder from before brings it back.
     *
     * @param removal takes the folder away
     */
    void remove(String id, Removal removal) throws IOException {
        writing.lock();
        try {
            removal.remove();
            forget(List.of(id));
        } finally {
            writing.unlock();
        }
    }

    /** Takes the folder of a run away. */
    @FunctionalInterface
    interface Removal {
        void remove() throws IOException;
    }

    private void forget(Collection<String> ids) {
        writing.lock();
        try {
            catalog.remove(ids);
            for (String id : ids) {
                known.remove(id);
                tell(id, RunsChanged.DELETED, null);
            }
        } finally {
            writing.unlock();
        }
    }

    private void tell(String id, String status, @Nullable String verdict) {
        listeners.forEach(listener -> listener.changed(id, status, verdict));
    }
}
