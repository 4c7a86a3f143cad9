// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.runs.RunSummary;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.RunChangeListener;
import org.plateaubench.web.http.RunFolders;

/**
 * Synchronises the catalog with the folder of runs. Whatever the folder of a run contains, the result is a row, unless
 * the folder is gone. Thread-safe; only the thread that holds the lock of this object reads or changes runs.
 */
final class RunIndexer {
    private static final String LINK = "Its folder is a symbolic link, which is not followed here.";
    private static final String NAME = "The name of its folder is not the id of a run: rename the folder to open it.";
    /**
     * Most runs of one scan that listeners are notified of one by one; a viewer that opens a list reads all of it
     * anyway.
     */
    private static final int MAX_NOTIFIED = 200;

    private final RunFolders folders;
    private final RunCatalog catalog;
    private final InstantSource clock;
    private final List<RunChangeListener> listeners = new CopyOnWriteArrayList<>();
    private volatile String progress = "0 of 0";
    private volatile boolean isComplete;
    private volatile boolean hasFailed;

    RunIndexer(RunFolders folders, RunCatalog catalog, InstantSource clock) {
        this.folders = folders;
        this.catalog = catalog;
        this.clock = clock;
    }

    void listen(RunChangeListener listener) {
        listeners.add(listener);
    }

    /** Returns the catalog for reading; Problem 503 until the first scan of all runs has ended. */
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
    List<String> runningIds() {
        return catalog.all().stream()
                .map(RunCatalog.Row::run)
                .filter(run -> run.state() == RunFolder.State.RUNNING)
                .map(RunSummary::id)
                .toList();
    }

    /** Reads the runs that changed, removes those that are gone, and returns how many were read. Not thread-safe. */
    int sweep() throws IOException {
        try {
            Map<String, Path> runs = folders.byId();
            List<Map.Entry<String, Path>> changed = runs.entrySet().stream()
                    .filter(run -> isChanged(run.getKey(), run.getValue()))
                    .toList();
            for (int i = 0; i < changed.size(); i++) {
                progress = i + " of " + changed.size();
                index(changed.get(i).getKey(), changed.get(i).getValue(), changed.size() <= MAX_NOTIFIED);
            }
            catalog.all().stream()
                    .map(row -> row.run().id())
                    .filter(id -> !runs.containsKey(id))
                    .forEach(this::forget);
            isComplete = true;
            synchronized (this) {
                catalog.saveMany();
            }
            return changed.size();
        } catch (IOException | RuntimeException e) {
            hasFailed = true;
            throw e;
        }
    }

    /** Stores the catalog for the next start. */
    synchronized void save() {
        catalog.save();
    }

    private boolean isChanged(String id, Path folder) {
        Optional<RunCatalog.Row> known = catalog.find(id);
        return known.isEmpty()
                || fingerprint(folder)
                        .map(now -> !now.text().equals(known.get().fingerprint()))
                        .orElse(true);
    }

    /** Reads one run, whether or not it changed. */
    void refresh(String id) {
        index(id, folders.root().resolve(id), true);
    }

    /** Reads one run if it changed since the last read, or if it was in progress then and no longer is. */
    void readIfChanged(String id) {
        Path folder = folders.root().resolve(id);
        if (!RunFolders.isId(id) || !RunFolders.isRun(folder)) {
            catalog.find(id).ifPresent(row -> forget(id));
        } else if (isChanged(id, folder) || hasEnded(id, folder)) {
            refresh(id);
        }
    }

    private boolean hasEnded(String id, Path folder) {
        try {
            return catalog.find(id)
                            .filter(row -> row.run().state() == RunFolder.State.RUNNING)
                            .isPresent()
                    && RunFolder.of(folder).state() != RunFolder.State.RUNNING;
        } catch (IOException e) {
            return true;
        }
    }

    private synchronized void index(String id, Path folder, boolean notifies) {
        fingerprint(folder).ifPresent(fingerprint -> {
            RunSummary run = summary(id, folder);
            Optional<RunCatalog.Row> before = catalog.put(new RunCatalog.Row(fingerprint.storedText(), run));
            if (notifies
                    && (before.isEmpty()
                            || !RunCatalog.isShownEqual(before.get().run(), run))) {
                notifyChange(id, run.state().label(), run.verdict());
            }
        });
    }

    synchronized void forget(String id) {
        catalog.remove(id);
        notifyChange(id, RunChangeListener.DELETED, null);
    }

    private void notifyChange(String id, String status, @Nullable String verdict) {
        listeners.forEach(listener -> listener.changed(id, status, verdict));
    }

    private static RunSummary summary(String id, Path folder) {
        if (Files.isSymbolicLink(folder)) {
            return RunSummary.unreadable(id, LINK);
        }
        if (!id.equals(String.valueOf(folder.getFileName()))) {
            return RunSummary.unreadable(id, NAME);
        }
        try {
            return RunSummary.read(RunFolder.of(folder));
        } catch (RuntimeException | StackOverflowError e) {
            return RunSummary.unreadable(id, "Its files cannot be read (" + e + ").");
        }
    }

    /** Returns the present fingerprint of a folder; empty when it is gone. */
    private Optional<Fingerprint> fingerprint(Path folder) {
        try {
            return Optional.of(Fingerprint.of(folder, clock.instant()));
        } catch (IOException e) {
            return Files.exists(folder) ? Optional.of(new Fingerprint("", false)) : Optional.empty();
        }
    }

    /**
     * The times of the last changes of a run folder and of the files that its row is read from. Two equal ones mean
     * that nothing changed, if the earlier is settled: the clock of a file system has a coarse resolution, and two
     * changes within one step cannot be distinguished.
     *
     * @param text the version of Plateau, which determines the content of a row, and the times and sizes
     * @param settled whether the last change is old enough
     */
    private record Fingerprint(String text, boolean settled) {
        private static final Duration STEP = Duration.ofSeconds(2);
        private static final List<StoredFile> FILES =
                List.of(StoredFile.RESULT, StoredFile.ANNOTATION, StoredFile.EVENTS, StoredFile.MANIFEST);

        static Fingerprint of(Path folder, Instant now) throws IOException {
            StringBuilder text = new StringBuilder(Installation.version()).append(' ');
            BasicFileAttributes attributes = attributes(folder);
            Instant last = attributes.lastModifiedTime().toInstant();
            text.append(attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS));
            for (StoredFile file : FILES) {
                try {
                    BasicFileAttributes of = attributes(file.in(folder));
                    Instant changed = of.lastModifiedTime().toInstant();
                    last = changed.isAfter(last) ? changed : last;
                    text.append(' ')
                            .append(of.lastModifiedTime().to(TimeUnit.NANOSECONDS))
                            .append('/')
                            .append(of.size());
                } catch (NoSuchFileException e) {
                    text.append(" -");
                }
            }
            return new Fingerprint(text.toString(), last.plus(STEP).isBefore(now));
        }

        private static BasicFileAttributes attributes(Path path) throws IOException {
            return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        }

        /** Returns the text to store; an unsettled one equals no other. */
        String storedText() {
            return settled ? text : "?" + text;
        }
    }
}
