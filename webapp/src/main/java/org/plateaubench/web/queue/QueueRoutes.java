// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.queue;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.Installation;
import org.plateaubench.app.RunApplication;
import org.plateaubench.app.console.ConsoleClient;
import org.plateaubench.app.console.ConsoleOptions;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Conclusion;
import org.plateaubench.web.http.Body;
import org.plateaubench.web.http.Caller;
import org.plateaubench.web.http.FilePart;
import org.plateaubench.web.http.Journal;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.RunFolders;

/** The routes of the queue, and of ending runs. */
public final class QueueRoutes implements Routes, AutoCloseable {
    private static final int MAX_LINES = 10_000;
    private static final int LINES = 500;
    private static final int OUTPUT_BYTES = 1 << 20;
    private static final int MAX_POSITION = 1_000_000;

    private final Submissions submissions;
    private final RunQueue queue;

    /** Opens the queue in its stored state, and continues it. */
    public QueueRoutes(
            Installation installation,
            ConsoleOptions options,
            RunFolders folders,
            InstantSource clock,
            RunQueue.Listener listener)
            throws IOException {
        submissions = new Submissions(RunApplication.of(installation, options.runs()), options);
        queue = new RunQueue(options, folders, clock, listener);
    }

    private record Listing(boolean paused, List<ItemView> items, List<ItemView> recent) {}

    private record StudyFiles(List<Submissions.StudyFile> files) {}

    private record Paused(boolean paused) {}

    private record EndRequest(String runId, String asked) {}

    private record Change(
            @Nullable Integer position, @Nullable Instant notBefore) {}

    @Override
    public void addTo(RouteTable table) {
        String path = RouteTable.API + "/queue";
        String item = path + "/{id}";
        String run = RouteTable.API + "/runs/{id}";
        table.get(path, Role.VIEWER, this::list)
                .post(
                        path,
                        Role.OPERATOR,
                        context -> submit(context, submissions.plan(Body.read(context, Submissions.Submission.class))))
                .get(
                        path + "/studies",
                        Role.OPERATOR,
                        context -> context.json(new StudyFiles(submissions.studyFiles())))
                .post(
                        path + "/studies",
                        Role.OPERATOR,
                        context -> submit(
                                context, submissions.plan(Body.read(context, Submissions.StudySubmission.class))))
                .post(path + "/pause", Role.OPERATOR, context -> pause(context, true))
                .post(path + "/resume", Role.OPERATOR, context -> pause(context, false))
                .get(item, Role.VIEWER, context -> answer(context, context.pathParam("id")))
                .patch(item, Role.OPERATOR, this::change)
                .delete(item, Role.OPERATOR, this::cancel)
                .get(item + "/output", Role.VIEWER, this::output, "tail", "from")
                .get(item + "/config", Role.VIEWER, this::config)
                .post(run + "/stop", Role.OPERATOR, context -> end(context, false))
                .post(run + "/abort", Role.OPERATOR, context -> end(context, true));
    }

    private void list(Context context) {
        RunQueue.Shown shown = queue.shown();
        context.json(new Listing(shown.paused(), views(shown.items(), shown), views(shown.ended(), shown)));
    }

    private static List<ItemView> views(List<QueueItem> items, RunQueue.Shown shown) {
        return items.stream().map(item -> ItemView.of(item, shown)).toList();
    }

    private void submit(Context context, Submissions.Planned planned) throws IOException {
        QueueItem item = queue.submit(planned, caller(context));
        Journal.target(context, item.id() + " " + item.name());
        answer(context.status(201), item.id());
    }

    private static String caller(Context context) {
        return Caller.of(context).name();
    }

    private void pause(Context context, boolean wanted) throws IOException {
        queue.pause(wanted);
        context.json(new Paused(wanted));
    }

    private void change(Context context) throws IOException {
        Change wanted = Body.read(context, Change.class);
        String id = context.pathParam("id");
        if (wanted.position() != null) {
            queue.move(id, Math.clamp(wanted.position(), 1, MAX_POSITION));
        }
        // Null means as soon as possible; without this property, the earliest start stays unchanged.
        boolean isScheduled = Documents.read(context.body(), Map.class).containsKey("notBefore");
        if (isScheduled) {
            queue.schedule(id, wanted.notBefore());
        }
        if (wanted.position() == null && !isScheduled) {
            Journal.changesNothing(context);
        }
        answer(context, id);
    }

    private void cancel(Context context) throws IOException {
        answer(context, queue.cancel(context.pathParam("id"), caller(context)).id());
    }

    /** The item and its position must come from the same state. */
    private void answer(Context context, String id) {
        RunQueue.Shown shown = queue.shown();
        context.json(ItemView.of(shown.item(id), shown));
    }

    private void output(Context context) throws IOException {
        Query query = Query.of(context);
        Path output = queue.folder(context.pathParam("id")).output();
        Optional<Long> from = query.number("from", 0, Long.MAX_VALUE);
        int lines = query.number("tail", 1, MAX_LINES, LINES);
        FilePart part = from.isPresent()
                ? FilePart.read(output, from.get(), OUTPUT_BYTES)
                : FilePart.last(output, OUTPUT_BYTES);
        context.header(ConsoleClient.OUTPUT_END, Long.toString(part.endBytes()));
        context.contentType("text/plain; charset=utf-8").result(from.isPresent() ? part.text() : part.lastLines(lines));
    }

    private void config(Context context) throws IOException {
        ItemFolder folder = queue.folder(context.pathParam("id"));
        context.contentType("text/plain; charset=utf-8")
                .result(Files.readString(folder.submitted(queue.item(context.pathParam("id")))));
    }

    private void end(Context context, boolean immediate) throws IOException {
        String runId = context.pathParam("id");
        queue.end(runId, immediate, caller(context));
        context.status(202).json(new EndRequest(runId, immediate ? "abort" : "stop"));
    }

    /** Ends the work of the queue; runs in progress continue. */
    @Override
    public void close() {
        queue.close();
    }

    /** An item as the API returns it. */
    record ItemView(
            @JsonUnwrapped @JsonIncludeProperties({"id", "name", "requestedBy", "requestedAt"})
            QueueItem item,

            String state,
            @Nullable Integer position,

            @JsonUnwrapped @JsonIncludeProperties({"notBefore", "tags", "note"})
            QueueItem.Wanted wanted,

            @JsonUnwrapped @JsonIncludeProperties({"startedAt", "endedAt", "exitCode", "message"})
            QueueItem.Progress progress,

            @Nullable String runId,
            boolean study,
            @Nullable String studyId,
            @Nullable Conclusion conclusion) {
        static ItemView of(QueueItem item, RunQueue.Shown queue) {
            QueueItem.Progress progress = item.progress();
            boolean isStudy = item.wanted().study() != null;
            return new ItemView(
                    item,
                    item.isScheduled(queue.now()) ? "scheduled" : item.state().label(),
                    queue.position(item),
                    item.wanted(),
                    progress,
                    isStudy ? null : progress.runId(),
                    isStudy,
                    isStudy ? progress.runId() : null,
                    Optional.ofNullable(progress.message())
                            .filter(message -> item.state() == ItemState.DONE)
                            .flatMap(Conclusion::ofSentence)
                            .orElse(null));
        }
    }
}
