// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plateaubench.app.Installation;
import org.plateaubench.engine.report.comparison.JudgedRun;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.RunFolders;

/** Judges runs and caches the last results, since a run that has ended does not change. Thread-safe. */
final class JudgedRuns {
    private static final int KEPT = 24;

    private final RunFolders folders;
    private final Map<Key, JudgedRun> kept = lastUsed(KEPT);

    /** Returns a map that keeps the entries that were used last. */
    static <K, V> Map<K, V> lastUsed(int capacity) {
        return new LinkedHashMap<>(capacity, 0.75f, true) {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > capacity;
            }
        };
    }

    /** The state of a run's measurements. */
    private record Key(String id, FileTime changed, long sizeBytes) {}

    JudgedRuns(RunFolders folders) {
        this.folders = folders;
    }

    /**
     * Returns the judged run. One is read at a time, since a long run fills memory.
     *
     * @throws Problem 404 when there is no such run, 409 when it is still running or cannot be read
     */
    synchronized JudgedRun judged(String id) {
        RunFolder folder = folders.find(id);
        try {
            if (folder.state() == RunFolder.State.RUNNING) {
                throw Problem.conflict(
                        "The run " + folder.runId() + " is still running; it is judged when it has ended.");
            }
            Key key = new Key(
                    folder.runId(),
                    Files.getLastModifiedTime(folder.file(StoredFile.PLAN)),
                    sizeOf(folder.file(StoredFile.EVENTS)));
            JudgedRun run = kept.get(key);
            if (run == null) {
                run = Installation.judge(folder.path());
                kept.put(key, run);
            }
            return run;
        } catch (IOException e) {
            String reason = String.valueOf(e.getMessage()).replace(folder.path().toString(), "its folder");
            throw Problem.conflict("The run " + folder.runId() + " cannot be judged: " + reason);
        }
    }

    private static long sizeOf(Path file) throws IOException {
        return Files.exists(file) ? Files.size(file) : 0;
    }
}
