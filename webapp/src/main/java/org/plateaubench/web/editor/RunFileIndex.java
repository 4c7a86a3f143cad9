// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.engine.config.RunFileKeys;
import org.plateaubench.web.editor.RunFileChecker.FoundProblem.Severity;
import org.plateaubench.web.http.PlainFiles;
import org.plateaubench.web.http.RunFileFolder;

/** The entries of the list of run files. A file is read again when it has changed. Thread-safe. */
final class RunFileIndex {

    private static final Pattern SENTENCE =
            Pattern.compile("^(.+?)(?:\\.(?=\\s)|:(?=\n)|\n\n|[.:]?\\z)", Pattern.DOTALL);
    private static final String NO_TEXT =
            "The file is not text in UTF-8, or is larger than " + RunFileFolder.MAX_BYTES + " bytes.";

    private final RunFileFolder folder;
    private final Installation installation;
    private final RunFileChecker checker;
    private volatile Map<String, Known> known = Map.of();

    RunFileIndex(RunFileFolder folder, Installation installation, RunFileChecker checker) {
        this.folder = folder;
        this.installation = installation;
        this.checker = checker;
    }

    /**
     * A row of the list.
     *
     * @param group place of the file in the list
     * @param firstProblem line, column, key and message of the first of them, null without problems
     */
    record Entry(
            String path,
            String name,
            String title,
            RunFileValues.Group group,
            List<String> plugins,
            Instant modifiedAt,
            long sizeBytes,
            int problems,
            @Nullable String firstProblem) {}

    /** The entry of a file for a state of file, allow file and plugins; empty if the file is not a run file. */
    private record Known(List<Object> state, Optional<Entry> entry) {}

    /** Returns all run files by path. */
    List<Entry> list() throws IOException {
        Optional<Path> allowFile = folder.allowFile();
        FileTime allowedAt = allowFile.isEmpty() || Files.notExists(allowFile.get())
                ? FileTime.fromMillis(0)
                : Files.getLastModifiedTime(allowFile.get());
        Map<String, Known> now = new LinkedHashMap<>();
        for (PlainFiles.Found found : folder.list()) {
            List<Object> state = List.of(
                    found.attributes().lastModifiedTime(),
                    found.attributes().size(),
                    allowedAt,
                    installation.catalog());
            Known before = known.get(found.path());
            now.put(
                    found.path(),
                    before != null && before.state().equals(state) ? before : new Known(state, entry(found)));
        }
        known = now;
        return now.values().stream()
                .flatMap(indexed -> indexed.entry().stream())
                .toList();
    }

    private Optional<Entry> entry(PlainFiles.Found found) throws IOException {
        Optional<String> text = RunFileFolder.text(RunFileFolder.bytes(found.file()));
        RunFileValues read = RunFileValues.of(text.orElse(""));
        if (!read.isRunFile()) {
            return Optional.empty();
        }
        List<String> plugins = read.workloads().stream()
                .map(workload -> workload.get(RunFileKeys.PLUGIN.name()))
                .filter(String.class::isInstance)
                .map(String.class::cast)
                .distinct()
                .toList();
        List<String> problems =
                text.map(readable -> problems(readable, found.path())).orElse(List.of(NO_TEXT));
        String fileName = found.file().getFileName().toString().replaceFirst("\\.ya?ml$", "");
        return Optional.of(new Entry(
                found.path(),
                read.runValue(RunFileKeys.NAME.name(), fileName),
                read.runValue(RunFileKeys.DESCRIPTION.name(), firstSentence(text.orElse(""))),
                read.group(found.path()),
                plugins,
                found.attributes().lastModifiedTime().toInstant(),
                found.attributes().size(),
                problems.size(),
                problems.isEmpty() ? null : problems.getFirst()));
    }

    private List<String> problems(String text, String path) {
        return checker.check(text, folder.origin(path)).problems().stream()
                .filter(found -> found.severity() == Severity.ERROR)
                .map(RunFileChecker.FoundProblem::problem)
                .map(problem ->
                        (problem.line() == 0 ? "" : "line " + problem.line() + ", column " + problem.column() + ": ")
                                + (problem.path().isEmpty() ? "" : problem.path() + ": ")
                                + problem.message())
                .toList();
    }

    /** The first sentence of the comment at the top, which may go over several lines. */
    private static String firstSentence(String text) {
        String comment = text.lines()
                .map(String::strip)
                .takeWhile(line -> line.isEmpty() || line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+", "").strip())
                .collect(Collectors.joining("\n"))
                .strip();
        Matcher sentence = SENTENCE.matcher(comment);
        return sentence.find() ? sentence.group(1).replace('\n', ' ') + "." : "";
    }
}
