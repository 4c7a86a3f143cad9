// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.runs;

import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.plateaubench.engine.judge.document.ResultDocument;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.RunFolders;
import org.plateaubench.web.http.SecurityHeaders;

/** The routes of the files of a run. */
final class RunFileRoutes implements Routes {
    private static final String RUN = RouteTable.API + "/runs/{id}";
    private static final String JSON = "application/json";
    private static final String TEXT = "text/plain; charset=utf-8";

    private final RunFolders folders;
    private final JudgedRuns judged;

    RunFileRoutes(RunFolders folders, JudgedRuns judged) {
        this.folders = folders;
        this.judged = judged;
    }

    private record Listing(List<RunFiles.Entry> files) {}

    @Override
    public void addTo(RouteTable table) {
        table.get(RUN + "/result", Role.VIEWER, this::result)
                .get(RUN + "/plan", Role.VIEWER, context -> stored(context, StoredFile.PLAN, JSON))
                .get(RUN + "/environment", Role.VIEWER, context -> stored(context, StoredFile.ENVIRONMENT, JSON))
                .get(RUN + "/config", Role.VIEWER, context -> stored(context, StoredFile.CONFIG, TEXT))
                .get(RUN + "/report", Role.VIEWER, this::report)
                .get(RUN + "/files", Role.VIEWER, this::files)
                .get(RUN + "/files/<path>", Role.VIEWER, this::file)
                .get(RUN + "/zip", Role.VIEWER, this::zip);
    }

    private RunFolder folder(Context context) {
        return folders.find(context.pathParam("id"));
    }

    private void stored(Context context, StoredFile file, String contentType) throws IOException {
        send(context, new RunFiles(folder(context)).open(file.fileName()), contentType);
    }

    private static void send(Context context, InputStream file, String contentType) {
        context.contentType(contentType).result(file);
    }

    private void report(Context context) throws IOException {
        InputStream file = new RunFiles(folder(context)).open(StoredFile.REPORT.fileName());
        SecurityHeaders.sandbox(context, true);
        send(context, file, "text/html; charset=utf-8");
    }

    private void result(Context context) throws IOException {
        RunFolder folder = folder(context);
        try {
            send(context, new RunFiles(folder).open(StoredFile.RESULT.fileName()), JSON);
        } catch (Problem none) {
            if (none.status() != 404) {
                throw none;
            }
            context.contentType(JSON)
                    .result(ResultDocument.text(judged.judged(folder.runId()).judgement()));
        }
    }

    private void files(Context context) throws IOException {
        context.json(new Listing(new RunFiles(folder(context)).list()));
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
        } catch (Problem gone) {
            // A file of a run in progress may vanish after it was listed.
            if (!Files.isDirectory(folder.path())) {
                throw new IOException("run " + folder.runId() + " was deleted while it was downloaded", gone);
            }
        }
    }
}
