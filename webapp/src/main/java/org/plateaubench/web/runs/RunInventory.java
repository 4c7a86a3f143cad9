// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.plateaubench.engine.store.FolderId;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.record.RunEvent;

/**
 * Reads the facts that decide whether runs are kept. Nothing in a folder is trusted, and links are not followed. Any
 * thread.
 */
final class RunInventory {
    private final RunFolders folders;

    RunInventory(RunFolders folders) {
        this.folders = folders;
    }

    /** Called before the first run and after each one, on the thread that reads. */
    @FunctionalInterface
    interface Listener {
        /**
         * Some of the runs have been read.
         *
         * @param done number of runs read
         * @param total number of all runs
         */
        void read(int done, int total);
    }

    /**
     * Returns every run that lists show.
     *
     * @throws IOException when the folder of runs cannot be read
     */
    List<RunFacts> all() throws IOException {
        return all((done, total) -> {});
    }

    /**
     * Returns every run that lists show. What the listener throws ends the reading.
     *
     * @throws IOException when the folder of runs cannot be read
     */
    List<RunFacts> all(Listener listener) throws IOException {
        Map<String, Path> runs = folders.byId();
        List<RunFacts> all = new ArrayList<>();
        int done = 0;
        listener.read(done, runs.size());
        for (Map.Entry<String, Path> run : runs.entrySet()) {
            read(run.getKey(), run.getValue()).ifPresent(all::add);
            done++;
            listener.read(done, runs.size());
        }
        return all;
    }

    /** Returns one run; empty when it is gone. */
    Optional<RunFacts> read(String id, Path path) {
        FolderSize size = FolderSize.of(path);
        Set<RunFacts.Spare> spares = EnumSet.noneOf(RunFacts.Spare.class);
        Optional<FolderId> name = FolderId.of(id);
        boolean isOurs = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                && name.isPresent()
                && id.equals(String.valueOf(path.getFileName()));
        if (!isOurs) {
            spares.add(RunFacts.Spare.FOREIGN);
        }
        if (!size.isWhole()) {
            spares.add(RunFacts.Spare.UNREADABLE);
        }
        Instant dated =
                isOurs ? datedAt(RunFolder.of(path), name.flatMap(FolderId::startedAt), size, spares) : Instant.EPOCH;
        // Checked last: another console may have removed it meanwhile, and then the facts mean nothing.
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS)
                ? Optional.of(new RunFacts(
                        id, name.map(FolderId::name).orElse(id), dated, size.changedAt(), size.sizeBytes(), spares))
                : Optional.empty();
    }

    private static Instant datedAt(
            RunFolder folder, Optional<Instant> startedAt, FolderSize size, Set<RunFacts.Spare> spares) {
        Instant dated = startedAt.orElse(Instant.EPOCH);
        try {
            if (folder.isOwned()) {
                spares.add(RunFacts.Spare.RUNNING);
            }
            Instant last = folder.end().map(RunEvent::at).orElse(size.measuredAt());
            dated = last.isAfter(dated) ? last : dated;
            RunAnnotation said = RunAnnotation.read(folder);
            if (said.pinned()) {
                spares.add(RunFacts.Spare.PINNED);
            }
            if (!said.tags().isEmpty()) {
                spares.add(RunFacts.Spare.TAGGED);
            }
            if (!said.note().isEmpty()) {
                spares.add(RunFacts.Spare.NOTED);
            }
        } catch (IOException | RuntimeException e) {
            spares.add(RunFacts.Spare.UNREADABLE);
        }
        return dated;
    }
}
