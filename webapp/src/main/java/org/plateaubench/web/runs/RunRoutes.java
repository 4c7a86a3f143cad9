// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.store.Manifest;
import org.plateaubench.engine.store.RunAnnotation;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.PlainFiles;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.RunFolders;
import org.plateaubench.web.http.SecurityHeaders;

/** The routes for lists and tags of runs, for one run and its files, and for changes by users. */
final class RunRoutes implements Routes {
    private static final String RUNS = RouteTable.API + "/runs";
    private static final String RUN = RUNS + "/{id}";
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain; charset=utf-8";
    private static final int MAX_RUNS = 500;
    private static final int DEFAULT_RUNS = 50;
    private static final int MAX_OFFSET = 1_000_000;
    private static final int MAX_IDS = 1_000;
    private static final String[] PARAMETERS =
            "text name verdict status tag plugin archived from to sort order limit offset".split(" ", -1);
    private static final List<String> VERDICTS =
            Arrays.stream(Verdict.values()).map(Verdict::label).toList();
    private static final List<String> STATUSES =
            Arrays.stream(RunFolder.State.values()).map(RunFolder.State::label).toList();
    private static final List<String> SORTS =
            Arrays.stream(RunQuery.Sort.values()).map(RunQuery.Sort::label).toList();

    private final RunIndexer indexer;
    private final RunFolders folders;
    private final RunChanges changes;
    private final JudgedRuns judged;

    RunRoutes(RunIndexer indexer, RunFolders folders, RunChanges changes, JudgedRuns judged) {
        this.indexer = indexer;
        this.folders = folders;
        this.changes = changes;
        this.judged = judged;
    }

    private record RunFileList(List<RunFiles.Entry> files) {}

    private record Tags(List<RunCatalog.Tag> tags) {}

    /** An annotation of a run; an absent part is left unchanged. */
    record Annotation(
            @Nullable String note,
            @Nullable List<String> tags,
            @Nullable Boolean pinned) {}

    /** Runs to archive, or to restore from the archive. */
    record Archive(List<String> ids, Boolean archived) {}

    record Delete(List<String> ids) {}

    @Override
    public void addTo(RouteTable table) {
        table.get(RUNS, Role.VIEWER, this::list, PARAMETERS)
                .get(RUN, Role.VIEWER, context -> answerRun(context, context.pathParam("id")))
                .patch(RUN, Role.OPERATOR, this::annotate)
                .get(RouteTable.API + "/tags", Role.VIEWER, this::tags)
                .post(RUNS + "/archive", Role.OPERATOR, this::archive)
                .post(RUNS + "/delete", Role.OPERATOR, this::delete);
        table.get(RUN + "/result", Role.VIEWER, this::result)
                .get(RUN + "/plan", Role.VIEWER, context -> sendStored(context, StoredFile.PLAN, JSON))
                .get(RUN + "/environment", Role.VIEWER, context -> sendStored(context, StoredFile.ENVIRONMENT, JSON))
                .get(RUN + "/config", Role.VIEWER, context -> sendStored(context, StoredFile.CONFIG, TEXT))
                .get(RUN + "/report", Role.VIEWER, this::report)
                .get(RUN + "/files", Role.VIEWER, this::files)
                .get(RUN + "/files/<path>", Role.VIEWER, this::file)
                .get(RUN + "/zip", Role.VIEWER, this::zip);
    }

    private void list(Context context) {
        context.json(indexer.catalog().list(query(context)));
    }

    private void tags(Context context) {
        context.json(new Tags(indexer.catalog().tags()));
    }

    static RunQuery query(Context context) {
        Query query = Query.of(context);
        @Nullable Instant from = query.instant("from").orElse(null);
        @Nullable Instant to = query.instant("to").orElse(null);
        RunQuery.Sort sort = sort(query.choice("sort", SORTS).orElse(RunQuery.Sort.STARTED.label()));
        String order =
                query.choice("order", List.of("asc", "desc")).orElse(sort == RunQuery.Sort.STARTED ? "desc" : "asc");
        return new RunQuery(
                RunQuery.words(query.text("text").orElse("")),
                query.text("name").orElse(null),
                query.choices("verdict", VERDICTS),
                query.choices("status", STATUSES),
                query.texts("tag").stream()
                        .map(tag -> tag.strip().toLowerCase(Locale.ROOT))
                        .toList(),
                query.texts("plugin"),
                archived(query.choice("archived", List.of("false", "true", "all"))),
                from,
                to,
                sort,
                order.equals("desc"),
                query.number("limit", 1, MAX_RUNS, DEFAULT_RUNS),
                query.number("offset", 0, MAX_OFFSET, 0));
    }

    private static RunQuery.Sort sort(String label) {
        return Arrays.stream(RunQuery.Sort.values())
                .filter(sort -> sort.label().equals(label))
                .findFirst()
                .orElse(RunQuery.Sort.STARTED);
    }

    private static @Nullable Boolean archived(Optional<String> word) {
        return word.orElse("false").equals("all") ? null : Boolean.valueOf(word.orElse("false"));
    }

    private void answerRun(Context context, String id) {
        RunCatalog.Row found = indexer.catalog().find(id).orElseGet(() -> {
            // The run may have begun a moment ago.
            folders.find(id);
            throw Problem.later(503, "This run is still being read.", 1);
        });
        context.json(found.run());
    }

    private void annotate(Context context) {
        String id = context.pathParam("id");
        Annotation wanted = Body.read(context, Annotation.class);
        // An early request is refused before it has changed anything.
        indexer.catalog();
        changes.annotate(id, before -> {
            RunAnnotation after = wanted.note() == null ? before : before.withNote(wanted.note());
            after = wanted.pinned() == null ? after : after.withPinned(wanted.pinned());
            return wanted.tags() == null ? after : after.withTags(wanted.tags());
        });
        answerRun(context, id);
    }

    private void archive(Context context) {
        Archive wanted = Body.read(context, Archive.class);
        Journal.target(context, String.join(" ", bounded(wanted.ids())));
        context.json(changes.archive(wanted.ids(), wanted.archived()));
    }

    private void delete(Context context) {
        Delete wanted = Body.read(context, Delete.class);
        Journal.target(context, String.join(" ", bounded(wanted.ids())));
        context.json(changes.delete(wanted.ids()));
    }

    private static List<String> bounded(List<String> ids) {
        if (ids.isEmpty() || ids.size() > MAX_IDS) {
            throw Problem.wrongInput("Name between 1 and " + MAX_IDS + " runs.");
        }
        return ids;
    }

    private RunFolder folder(Context context) {
        return folders.find(context.pathParam("id"));
    }

    private void sendStored(Context context, StoredFile file, String contentType) throws IOException {
        send(context, new RunFiles(folder(context)).open(file.fileName()), contentType);
    }

    private static void send(Context context, InputStream file, String contentType) {
        context.contentType(contentType).result(file);
    }

    private void report(Context context) throws IOException {
        RunFolder folder = folder(context);
        InputStream file = new RunFiles(folder).open(StoredFile.REPORT.fileName());
        if (!isAsWritten(folder, StoredFile.REPORT)) {
            throw Problem.conflict(StoredFile.REPORT.fileName()
                    + " was changed after the run. The page of the run in the console shows what was measured.");
        }
        SecurityHeaders.sandbox(context, true);
        send(context, file, "text/html; charset=utf-8");
    }

    private void result(Context context) throws IOException {
        RunFolder folder = folder(context);
        if (isAsWritten(folder, StoredFile.RESULT)) {
            sendStored(context, StoredFile.RESULT, JSON);
        } else {
            context.contentType(JSON)
                    .result(judged.judged(folder.runId()).judgement().text());
        }
    }

    /** Whether a file exists and was not changed after the end of the run. */
    private static boolean isAsWritten(RunFolder folder, StoredFile file) {
        try {
            Manifest.require(file, folder.path());
            return Files.isRegularFile(folder.file(file), LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return false;
        }
    }

    private void files(Context context) throws IOException {
        context.json(new RunFileList(new RunFiles(folder(context)).list()));
    }

    private void file(Context context) throws IOException {
        String path = context.pathParam("path");
        InputStream file = new RunFiles(folder(context)).open(path);
        SecurityHeaders.download(context, path.substring(path.lastIndexOf('/') + 1));
        send(context, file, "application/octet-stream");
    }

    private void zip(Context context) throws IOException {
        RunFolder folder = folder(context);
        RunFiles files = new RunFiles(folder);
        SecurityHeaders.download(context, folder.runId() + ".zip");
        context.contentType("application/zip");
        try (ZipOutputStream zip = new ZipOutputStream(context.outputStream())) {
            zip.setLevel(Deflater.BEST_SPEED);
            for (RunFiles.Entry entry : files.list()) {
                add(zip, folder, files, entry);
            }
        }
    }

    private static void add(ZipOutputStream zip, RunFolder folder, RunFiles files, RunFiles.Entry entry)
            throws IOException {
        try (InputStream file = files.open(entry)) {
            ZipEntry zipped = new ZipEntry(folder.runId() + "/" + entry.path());
            zipped.setTime(entry.modifiedAt().toEpochMilli());
            zip.putNextEntry(zipped);
            file.transferTo(zip);
            zip.closeEntry();
        } catch (Problem problem) {
            // A file of a run in progress may vanish after it was listed.
            if (!Files.isDirectory(folder.path())) {
                throw new IOException("run " + folder.runId() + " was deleted while it was downloaded", problem);
            }
        }
    }

    /**
     * The files of one run. Only plain files within its folder are listed or opened; no symbolic link in a path is
     * followed. Thread-safe.
     */
    static final class RunFiles {
        private static final int MAX_FILES = 5_000;

        private final Path root;

        RunFiles(RunFolder folder) {
            root = folder.path();
        }

        /** A file, by its path relative to the folder, with slashes. */
        record Entry(String path, long sizeBytes, Instant modifiedAt) {}

        /** Returns the plain files, in the order of their paths. */
        List<Entry> list() throws IOException {
            return PlainFiles.of(root, MAX_FILES, name -> true, path -> true).stream()
                    .map(found -> new Entry(
                            found.path(),
                            found.attributes().size(),
                            found.attributes().lastModifiedTime().toInstant()))
                    .toList();
        }

        /**
         * Opens a file; the path is compared with those of the files, not used as one. Problem 404 when there is none.
         */
        InputStream open(String path) throws IOException {
            return open(list().stream()
                    .filter(entry -> entry.path().equals(path))
                    .findFirst()
                    .orElseThrow(RunFiles::none));
        }

        /** Opens a file of the list; one that has vanished since is a problem with status 404. */
        InputStream open(Entry entry) throws IOException {
            try {
                return Files.newInputStream(root.resolve(entry.path()), LinkOption.NOFOLLOW_LINKS);
            } catch (NoSuchFileException e) {
                throw none();
            }
        }

        private static Problem none() {
            return Problem.notFound("There is no such file in this run.");
        }
    }
}
