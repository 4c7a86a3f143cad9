// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunOrigin;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.web.editor.RunFileChecker.FoundProblem.Severity;
import org.plateaubench.web.http.RunFileListing;

/** The entries of the list of run files. A file is read again when it has changed. Any thread. */
final class RunFileIndex {
    private static final String QUICKSTART = "quickstart";

    private static final String NO_TEXT =
            "The file is not text in UTF-8, or is larger than " + RunFileFolder.MOST_BYTES + " bytes.";

    private final RunFileFolder folder;
    private final Installation installation;
    private final RunFileChecker checker;
    private final Optional<Path> allowFile;
    private final Map<String, Known> known = new ConcurrentHashMap<>();

    RunFileIndex(RunFileFolder folder, Installation installation, RunFileChecker checker, Optional<Path> allowFile) {
        this.folder = folder;
        this.installation = installation;
        this.checker = checker;
        this.allowFile = allowFile;
    }

    /**
     * A row of the list.
     *
     * @param problems number of problems
     * @param firstProblem line, column, key and message of the first of them, null without problems
     */
    record Entry(
            String path,
            String name,
            String title,
            List<String> plugins,
            Instant modifiedAt,
            long sizeBytes,
            int problems,
            @Nullable String firstProblem) {}

    private record Known(Instant modifiedAt, long sizeBytes, FileTime allowedAt, Object plugins, Entry entry) {}

    /** Returns all run files by path. */
    List<Entry> list() throws IOException {
        List<Entry> entries = new ArrayList<>();
        FileTime allowedAt = allowFile.isEmpty() || Files.notExists(allowFile.get())
                ? FileTime.fromMillis(0)
                : Files.getLastModifiedTime(allowFile.get());
        Object plugins = installation.catalog();
        for (RunFileListing.Found found : RunFileListing.list(folder.root())) {
            Instant modifiedAt = found.attributes().lastModifiedTime().toInstant();
            long sizeBytes = found.attributes().size();
            Known before = known.get(found.path());
            if (before == null
                    || !before.modifiedAt().equals(modifiedAt)
                    || before.sizeBytes() != sizeBytes
                    || !before.allowedAt().equals(allowedAt)
                    || !before.plugins().equals(plugins)) {
                before = new Known(modifiedAt, sizeBytes, allowedAt, plugins, entry(found, modifiedAt, sizeBytes));
                known.put(found.path(), before);
            }
            entries.add(before.entry());
        }
        known.keySet().retainAll(entries.stream().map(Entry::path).toList());
        return entries;
    }

    /** Returns all run files, those for beginners first. */
    List<Entry> starters() throws IOException {
        return list().stream()
                .sorted(Comparator.comparing((Entry entry) -> !entry.name().equals(QUICKSTART))
                        .thenComparing(entry -> entry.problems() > 0)
                        .thenComparing(Entry::path))
                .toList();
    }

    private Entry entry(RunFileListing.Found found, Instant modifiedAt, long sizeBytes) throws IOException {
        Optional<String> text = RunFileFolder.text(RunFileFolder.bytes(found.file()));
        String fileName = found.file().getFileName().toString().replaceFirst("\\.ya?ml$", "");
        if (text.isEmpty()) {
            return new Entry(found.path(), fileName, "", List.of(), modifiedAt, sizeBytes, 1, NO_TEXT);
        }
        RunFileValues read = RunFileValues.of(text.get());
        List<String> plugins = read.workloads().stream()
                .map(workload -> workload.get(RunFileKeys.PLUGIN.name()))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .distinct()
                .toList();
        List<String> problems = problems(text.get(), found.path());
        return new Entry(
                found.path(),
                read.ofRun(RunFileKeys.NAME.name(), fileName),
                read.ofRun(RunFileKeys.DESCRIPTION.name(), firstComment(text.get())),
                plugins,
                modifiedAt,
                sizeBytes,
                problems.size(),
                problems.isEmpty() ? null : problems.getFirst());
    }

    private List<String> problems(String text, String path) {
        return checker.check(text, new RunOrigin(folder.root(), folder.resolve(path), allowFile)).problems().stream()
                .filter(problem -> problem.severity() == Severity.ERROR)
                .map(problem ->
                        (problem.line() == 0 ? "" : "line " + problem.line() + ", column " + problem.column() + ": ")
                                + (problem.path().isEmpty() ? "" : problem.path() + ": ")
                                + problem.message())
                .toList();
    }

    private static String firstComment(String text) {
        return text.lines()
                .map(String::strip)
                .takeWhile(line -> line.isEmpty() || line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+", "").strip())
                .filter(line -> !line.isEmpty())
                .findFirst()
                .map(line -> Objects.requireNonNull(line).replaceFirst(":$", "."))
                .orElse("");
    }
}
