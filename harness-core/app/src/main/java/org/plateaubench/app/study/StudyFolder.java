// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.engine.store.FolderId;
import org.plateaubench.engine.store.OwnerFile;
import org.plateaubench.loader.ShownText;

/**
 * The folder of a sequence of runs, whose name is a {@link FolderId}: the request, the ledger, the results and
 * the log of its hooks. The runs themselves are in the folder of all runs. Immutable.
 */
public record StudyFolder(Path path) {
    public static final String REQUEST = "study.json";
    private static final String OWNER = "process.json";

    public static boolean isSequence(Path folder) {
        return Files.exists(folder.resolve(REQUEST));
    }

    static StudyFolder create(Path studies, StudyRequest request, Instant now) throws IOException {
        AtomicFile.createFolders(studies);
        Path path = FolderId.create(studies.toAbsolutePath().normalize(), request.name(), now);
        AtomicFile.write(path.resolve(REQUEST), Documents.text(request));
        AtomicFile.forceFolder(studies);
        return new StudyFolder(path);
    }

    /** The sequences in a folder, the oldest first; empty if it does not exist. */
    public static List<StudyFolder> list(Path studies) throws IOException {
        if (!Files.isDirectory(studies)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(studies)) {
            return entries.filter(StudyFolder::isSequence)
                    .sorted(Comparator.comparing(Path::getFileName))
                    .map(StudyFolder::new)
                    .toList();
        }
    }

    public String id() {
        return String.valueOf(path.getFileName());
    }

    public StudyRequest request() throws IOException {
        return read(REQUEST, StudyRequest.class);
    }

    /** Its results so far, computed from its ledger; if the stored ones are others, a warning names the difference. */
    public StudyResult result() throws IOException {
        return stored().with(ended(), isRunning() ? "" : change());
    }

    /** Whether and where its stored results differ from its ledger, in sentences; empty if they do not. */
    public String change() throws IOException {
        StudyResult stored = stored();
        List<String> differences = stored.differences(stored.with(ended()));
        return differences.isEmpty()
                ? ""
                : StudyFiles.RESULT + " of the " + stored.kind() + " was changed, and is not what its runs gave. "
                        + String.join(" ", differences);
    }

    StudyResult stored() throws IOException {
        if (!Files.isRegularFile(path.resolve(StudyFiles.RESULT))) {
            throw new IOException(path + " has no " + StudyFiles.RESULT + ": it has not begun its first run.");
        }
        StudyResult result = read(StudyFiles.RESULT, StudyResult.class);
        Documents.requireSchema(path.resolve(StudyFiles.RESULT), ShownText.of(result.schema()), StudyResult.SCHEMA);
        return result;
    }

    private <T> T read(String name, Class<T> type) throws IOException {
        try {
            return Documents.read(Files.readString(path.resolve(name)), type);
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new IOException(path.resolve(name) + " is broken: " + e.getMessage() + ".", e);
        }
    }

    /** The file that identifies the process that executes the sequence, while it does. */
    Path owner() {
        return path.resolve(OWNER);
    }

    /** Whether a process is executing it. */
    public boolean isRunning() throws IOException {
        return OwnerFile.living(owner()).isPresent();
    }

    /** The ended runs, without interrupted ones. */
    public List<EndedRun> ended() throws IOException {
        return Ledger.ended(path);
    }
}
