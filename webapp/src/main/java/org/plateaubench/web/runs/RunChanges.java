// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.plateaubench.app.runs.RunDeletion;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.RunFolders;

/** Changes of runs by users: annotating, archiving, deleting. Thread-safe; changes run one at a time. */
final class RunChanges {
    private static final System.Logger LOG = System.getLogger(RunChanges.class.getName());

    private final RunFolders folders;
    private final RunIndexer indexer;

    RunChanges(RunFolders folders, RunIndexer indexer) {
        this.folders = folders;
        this.indexer = indexer;
    }

    /** A run that was not changed, with the reason. */
    record Refused(String id, String reason) {}

    record Outcome(List<String> done, List<Refused> refused) {}

    @FunctionalInterface
    private interface Change {
        void apply(String id) throws IOException;
    }

    /** Changes the annotation of a run: Problem 404 when there is no such run, 422 when it is not valid. */
    void annotate(String id, UnaryOperator<RunAnnotation> change) {
        try {
            annotateOne(id, change);
        } catch (IOException e) {
            throw Problem.conflict("The notes on run " + id + " cannot be written (" + e.getMessage() + ").");
        }
    }

    private void annotateOne(String id, UnaryOperator<RunAnnotation> change) throws IOException {
        synchronized (indexer) {
            RunFolder folder = folders.find(id);
            RunAnnotation before = annotation(folder);
            RunAnnotation after;
            try {
                after = change.apply(before);
            } catch (IllegalArgumentException e) {
                throw Problem.wrongInput(String.valueOf(e.getMessage()));
            }
            if (!after.equals(before)) {
                after.write(folder);
            }
            indexer.refresh(id);
        }
    }

    /** An unreadable annotation is replaced by the next one. */
    private static RunAnnotation annotation(RunFolder folder) {
        try {
            return RunAnnotation.read(folder);
        } catch (IOException e) {
            return RunAnnotation.NONE;
        }
    }

    /**
     * Stores once who started a run. A failure is logged, because the run continues. An existing annotation is not
     * changed: for the runs of a study, this is called only when all of them have ended.
     */
    void runStarted(String id, String startedBy, List<String> tags, String note) {
        try {
            annotateOne(
                    id,
                    annotation -> annotation.startedBy() != null
                            ? annotation
                            : annotation
                                    .withStartedBy(startedBy)
                                    .withTags(Stream.concat(annotation.tags().stream(), tags.stream())
                                            .distinct()
                                            .limit(RunAnnotation.MAX_TAGS)
                                            .toList())
                                    .withNote(annotation.note().isEmpty() ? note : annotation.note()));
        } catch (IOException | RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "the annotation of run " + id + " cannot be written", e);
        }
    }

    Outcome archive(List<String> ids, boolean archived) {
        return each(ids, id -> annotateOne(id, annotation -> annotation.withArchived(archived)));
    }

    Outcome delete(List<String> ids) {
        return each(ids, this::deleteOne);
    }

    private static Outcome each(List<String> ids, Change change) {
        List<String> done = new ArrayList<>();
        List<Refused> refused = new ArrayList<>();
        for (String id : ids.stream().distinct().toList()) {
            try {
                change.apply(id);
                done.add(id);
            } catch (Problem e) {
                refused.add(new Refused(id, String.valueOf(e.getMessage())));
            } catch (IOException e) {
                refused.add(new Refused(id, "Its folder cannot be changed (" + e.getMessage() + ")."));
            }
        }
        return new Outcome(done, refused);
    }

    private void deleteOne(String id) throws IOException {
        Path moved;
        synchronized (indexer) {
            RunFolder folder = folders.find(id);
            requireDeletable(folder);
            try {
                moved = RunDeletion.moveAway(folder);
            } catch (NoSuchFileException e) {
                // Another console with the same folder of runs, or prune, deleted it first.
                throw Problem.notFound("There is no such run.");
            }
            indexer.forget(id);
        }
        try {
            RunDeletion.removeFiles(moved);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "not all files of a deleted run can be removed: " + moved, e);
        }
    }

    private static void requireDeletable(RunFolder folder) {
        try {
            if (folder.state() == RunFolder.State.RUNNING) {
                throw Problem.conflict("It is still running: stop it first.");
            }
        } catch (IOException e) {
            // Damaged files must not prevent deletion forever: nothing shows that the run is in progress.
            LOG.log(System.Logger.Level.INFO, "deleting " + folder.runId() + ", which is damaged: " + e.getMessage());
        }
        if (annotation(folder).pinned()) {
            throw Problem.conflict("It is pinned: unpin it first.");
        }
    }

    /** Removes the rest of deletions that an earlier console did not finish. */
    void removeLeftovers() {
        try {
            RunDeletion.removeLeftovers(folders.root());
        } catch (IOException e) {
            LOG.log(System.Logger.Level.WARNING, "the remains of deleted runs cannot be removed", e);
        }
    }
}
