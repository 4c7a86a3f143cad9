// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plateaubench.app.study.StudyCheck;
import org.plateaubench.app.study.plan.StudyFolder;
import org.plateaubench.engine.store.RunFolder;

/**
 * Writes the bundle of trials, a search or a study: its results and its runs in one file, from which both are computed
 * again. Not included are its page and tables, which are derived from the rest, and the output of commands of
 * scenarios. Stateless; any thread.
 */
public final class StudyBundle {
    private StudyBundle() {}

    /**
     * Writes a bundle.
     *
     * @param file where it is put when it is whole; must not exist
     * @param key signs it, if there is one
     * @throws IOException with a one-sentence message when the study goes on, lacks a run or has none, or the file
     *     cannot be written
     */
    public static void write(StudyFolder study, Path file, Optional<PrivateKey> key) throws IOException {
        if (study.isRunning()) {
            throw new IOException(study.id() + " is still running; a bundle can be made when it has ended.");
        }
        Path runs = Path.of(study.request().runs());
        List<String> ids = StudyCheck.runs(StudyCheck.result(study.path())).stream()
                .distinct()
                .toList();
        if (ids.isEmpty()) {
            throw new IOException(study.id() + " has no run.");
        }
        List<BundleIndex.Item> items = new ArrayList<>(RunBundle.items(
                study.path(),
                study.id() + "/",
                StudyCheck.files().stream()
                        .map(study.path()::resolve)
                        .filter(Files::isRegularFile)
                        .toList()));
        for (String id : ids) {
            Path run = runs.resolve(id);
            if (!RunFolder.isRun(run)) {
                throw new IOException(
                        "Its run " + id + " is not in " + runs + " any more, so it cannot be judged again.");
            }
            items.addAll(RunBundle.items(run, id + "/", RunBundle.files(run)));
        }
        RunBundle.pack(
                BundleIndex.ofStudy(study.id(), items),
                item -> item.path().startsWith(study.id() + "/")
                        ? study.path().resolve(item.path().substring(study.id().length() + 1))
                        : runs.resolve(item.path()),
                file,
                key);
    }
}
