// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.document.ResultDocument;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.store.FolderId;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.ThroughputOutline;
import org.plateaubench.engine.store.record.RunEvent;

/**
 * Reads the summary of one run. Run folders are not trusted: links are not followed, files that are too large are
 * ignored, and errors become problems of the summary. Not thread-safe.
 */
public final class SummaryReader {
    /** Bound for all files of a run that is judged for its summary. */
    private static final long MOST_JUDGED_BYTES = 128L * 1024 * 1024;

    private static final String INVALID = Verdict.INVALID.label();
    private static final int MOST_NAME = 200;

    private final RunFolder folder;
    private final List<String> problems = new ArrayList<>();

    private SummaryReader(RunFolder folder) {
        this.folder = folder;
    }

    /** Reads a run. Always returns a summary, which in the worst case contains only the problem. */
    public static RunSummary read(RunFolder folder) {
        return new SummaryReader(folder).summary(null);
    }

    /**
     * Reads a run only from its result, without its throughput over time, so that a list of many runs is quickly
     * available. Empty if the run has no result.
     *
     * @throws IOException with a one-sentence message when the result cannot be read
     * @throws IllegalArgumentException with the place and the problem when the result is not a JSON object
     */
    public static Optional<RunSummary> ofResult(RunFolder folder) throws IOException {
        try {
            UntrustedTree result = new UntrustedTree(folder.document(StoredFile.RESULT));
            return Optional.of(new SummaryReader(folder).summary(result));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /**
     * The summary of the run.
     *
     * @param stored its result; null to read it, or to judge a run without one, and to read its throughput too
     */
    private RunSummary summary(@Nullable UntrustedTree stored) {
        Optional<RunEvent> end = orElse(Optional.empty(), folder::end);
        RunFolder.State state = orElse(RunFolder.State.CRASHED, folder::state);
        UntrustedTree result = new UntrustedTree(null);
        if (state != RunFolder.State.RUNNING) {
            result = stored == null ? result() : stored;
        }
        ResultFigures figures = new ResultFigures(result);
        UntrustedTree plan = figures.isEmpty() ? tree(StoredFile.PLAN) : new UntrustedTree(null);
        Optional<FolderId> id = FolderId.of(folder.runId());
        String name = id.map(FolderId::name).orElseGet(() -> figures.name(plan));
        boolean running = state == RunFolder.State.RUNNING;
        if (state == RunFolder.State.CRASHED
                && !figures.isEmpty()
                && !figures.verdict().equals(INVALID)) {
            problems.add("The result says that the run was a " + figures.verdict()
                    + ", its events do not say that it came to an end.");
        }
        return new RunSummary(
                folder.runId(),
                UntrustedTree.plain(name.isEmpty() ? folder.runId() : name, MOST_NAME),
                state,
                verdict(state, figures),
                running ? null : figures.conclusion(state, end),
                figures.score(),
                figures.runClass(plan),
                id.flatMap(FolderId::startedAt).orElseGet(this::oldest),
                running ? null : end.map(RunEvent::at).orElseGet(this::lastActivity),
                orElse(RunAnnotation.NONE, () -> RunAnnotation.read(folder)),
                figures.plugins(plan),
                figures.headline(),
                figures.workloads(),
                stored == null
                        ? orElse(List.of(), () -> ThroughputOutline.of(folder, RunSummary.STRETCHES))
                        : List.of(),
                running ? List.of() : figures.reasons(problems),
                figures.phases(),
                Files.isRegularFile(folder.file(StoredFile.MANIFEST), LinkOption.NOFOLLOW_LINKS),
                problems);
    }

    /** The verdict; a run that did not reach its end cannot be trusted, regardless of its folder. */
    private static @Nullable String verdict(RunFolder.State state, ResultFigures figures) {
        return switch (state) {
            case RUNNING -> null;
            case CRASHED, NOT_STARTED -> INVALID;
            case COMPLETED, INTERRUPTED -> figures.verdict();
        };
    }

    /** A read that may fail. */
    @FunctionalInterface
    private interface Reading<T> {
        T read() throws IOException;
    }

    private <T> T orElse(T otherwise, Reading<T> reading) {
        try {
            return reading.read();
        } catch (IOException | UncheckedIOException | IllegalArgumentException e) {
            problem(e);
            return otherwise;
        }
    }

    private void problem(Exception failure) {
        String sentence = UntrustedTree.plain(String.valueOf(failure.getMessage()), MOST_NAME * 2);
        if (!problems.contains(sentence)) {
            problems.add(sentence);
        }
    }

    /** The result, or for a run without one, the judgement of this version of the judge. */
    private UntrustedTree result() {
        UntrustedTree stored = tree(StoredFile.RESULT);
        return stored.value() != null ? stored : orElse(stored, this::judged);
    }

    private UntrustedTree tree(StoredFile file) {
        try {
            return new UntrustedTree(folder.document(file));
        } catch (NoSuchFileException e) {
            return new UntrustedTree(null);
        } catch (IOException e) {
            problem(e);
        } catch (IllegalArgumentException e) {
            problems.add(file.fileName() + " cannot be read: "
                    + UntrustedTree.plain(String.valueOf(e.getMessage()), MOST_NAME) + ".");
        }
        return new UntrustedTree(null);
    }

    private UntrustedTree judged() throws IOException {
        return new UntrustedTree(Documents.tree(ResultDocument.of(UntrustedRunJudge.judge(folder, MOST_JUDGED_BYTES))));
    }

    private Instant oldest() {
        return times().min(Instant::compareTo).orElse(Instant.EPOCH);
    }

    private Instant lastActivity() {
        return times().max(Instant::compareTo).orElse(Instant.EPOCH);
    }

    /** The times at which the files that a run writes in progress were changed. */
    private Stream<Instant> times() {
        return Stream.of(
                        StoredFile.CONFIG,
                        StoredFile.PLAN,
                        StoredFile.EVENTS,
                        StoredFile.INTERVALS,
                        StoredFile.TELEMETRY,
                        StoredFile.OWNER)
                .map(this::changedAt)
                .flatMap(Stream::ofNullable);
    }

    private @Nullable Instant changedAt(StoredFile file) {
        try {
            return Files.getLastModifiedTime(folder.file(file), LinkOption.NOFOLLOW_LINKS)
                    .toInstant();
        } catch (IOException e) {
            return null;
        }
    }
}
