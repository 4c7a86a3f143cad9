// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.study.StudyPlan.StudyRequest;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.report.HtmlReport;
import org.plateaubench.engine.store.AtomicFile;
import org.plateaubench.engine.store.OwnerFile;
import org.plateaubench.engine.store.RunFolder.FolderId;
import org.plateaubench.loader.ShownText;

/** The folder of a sequence, named by a {@link FolderId}; its runs are in the folder of all runs. Immutable. */
public record StudyFolder(Path path) {
    public static final String REQUEST = "study.json";
    static final String RESULT = "result.json";
    static final String LEDGER = "ledger.json";
    private static final String OWNER = "process.json";

    public static boolean isSequence(Path folder) {
        return Files.exists(folder.resolve(REQUEST));
    }

    static StudyFolder create(Path studies, StudyRequest request, Instant now) throws IOException {
        AtomicFile.createFolders(studies);
        Path path = FolderId.createFolder(studies.toAbsolutePath().normalize(), request.name(), now);
        AtomicFile.write(path.resolve(REQUEST), Documents.text(request));
        AtomicFile.forceFolder(studies);
        return new StudyFolder(path);
    }

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

    /** The results so far, computed from the ledger. */
    public StudyResult result() throws IOException {
        return stored().with(ended());
    }

    void write(StudyResult result) throws IOException {
        AtomicFile.write(
                path.resolve("report.html"),
                HtmlReport.page("study-report", result.name(), StudyText.of(result, ""), Documents.line(result)));
        AtomicFile.write(path.resolve(RESULT), Documents.text(result));
    }

    StudyResult stored() throws IOException {
        if (!Files.isRegularFile(path.resolve(RESULT))) {
            throw new IOException(path + " has no " + RESULT + ": it has not begun its first run.");
        }
        StudyResult result = read(RESULT, StudyResult.class);
        Documents.requireSchema(path.resolve(RESULT), ShownText.of(result.schema()), StudyResult.SCHEMA);
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

    public boolean isRunning() throws IOException {
        return OwnerFile.runningProcess(owner()).isPresent();
    }

    public List<EndedRun> ended() throws IOException {
        return ledger().ended();
    }

    /** The runs that have ended, without interrupted ones, and the current one. */
    public record Ledger(List<EndedRun> ended, @Nullable Current current) {}

    /** {@code runId} is empty until the run has a folder. */
    public record Current(String cell, int trial, String runId, String since) {}

    public Ledger ledger() throws IOException {
        return Files.exists(path.resolve(LEDGER)) ? read(LEDGER, Ledger.class) : new Ledger(List.of(), null);
    }

    /** The ledger is on disk when this returns, so that a kill loses only the current run. */
    void write(Ledger ledger) throws IOException {
        AtomicFile.write(path.resolve(LEDGER), Documents.text(ledger));
    }
}
