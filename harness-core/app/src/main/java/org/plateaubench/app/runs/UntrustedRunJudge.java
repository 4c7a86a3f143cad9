// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.store.ImportedTelemetry;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunReader;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredRun;

/** Judges a run whose folder is not trusted. Stateless; any thread. */
public final class UntrustedRunJudge {
    /** The files of a run that are read to judge it. */
    private static final List<StoredFile> READ = List.of(
            StoredFile.PLAN,
            StoredFile.ENVIRONMENT,
            StoredFile.EVENTS,
            StoredFile.INTERVALS,
            StoredFile.HISTOGRAMS,
            StoredFile.TELEMETRY,
            StoredFile.ERRORS,
            StoredFile.MARKS,
            StoredFile.CONFIG,
            StoredFile.MANIFEST);

    private UntrustedRunJudge() {}

    /**
     * Judges a run if its files are regular and not too large.
     *
     * @param mostBytes greatest total size of its files that are read
     * @throws IOException with a one-sentence message when it cannot be judged
     */
    public static Judgement judge(RunFolder folder, long mostBytes) throws IOException {
        return judge(folder, mostBytes, (run, judgement) -> judgement);
    }

    /**
     * Like {@link #judge(RunFolder, long)}, but returns a result that is computed from the run and its judgement.
     *
     * @param result computes the result; its failure counts as a failure of the judgement
     */
    public static <T> T judge(RunFolder folder, long mostBytes, BiFunction<StoredRun, Judgement, T> result)
            throws IOException {
        requireModest(folder, mostBytes);
        try {
            StoredRun run = RunReader.read(folder.path());
            return result.apply(run, Judge.judge(run));
        } catch (UncheckedIOException
                | IllegalArgumentException
                | IllegalStateException
                | ArithmeticException
                | IndexOutOfBoundsException
                | NullPointerException
                | ClassCastException e) {
            throw new IOException(
                    "It cannot be judged: its folder does not contain a run (" + e.getMessage() + ").", e);
        }
    }

    /**
     * Checks that the files of a run are regular and not too large.
     *
     * @param mostBytes greatest total size of its files that are read
     * @throws IOException with a one-sentence message when it is not
     */
    public static void requireModest(RunFolder folder, long mostBytes) throws IOException {
        List<Path> read = new ArrayList<>(READ.stream().map(folder::file).toList());
        read.add(folder.path().resolve(ImportedTelemetry.FOLDER));
        read.addAll(ImportedTelemetry.files(folder.path()));
        long size = 0;
        for (Path path : read) {
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                boolean isFolder = path.endsWith(ImportedTelemetry.FOLDER);
                if (isFolder
                        ? !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                        : !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
                    throw new IOException(path.getFileName() + " is not a regular " + (isFolder ? "folder." : "file."));
                }
                size += isFolder ? 0 : Files.size(path);
            }
        }
        if (size > mostBytes) {
            throw new IOException(
                    "It is too large to be judged here; ./plateau judge --write " + folder.runId() + " does.");
        }
    }
}
