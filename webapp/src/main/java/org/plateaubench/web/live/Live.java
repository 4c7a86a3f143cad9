// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import io.javalin.http.Context;
import io.javalin.http.sse.SseClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.runs.MetricList;
import org.plateaubench.app.runs.MetricList.Metric;
import org.plateaubench.engine.report.series.ShownSeries;
import org.plateaubench.engine.report.series.StoredSeries;
import org.plateaubench.engine.run.ErrorRecord;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.web.http.Problem;
import org.plateaubench.web.http.Query;
import org.plateaubench.web.http.Role;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.http.Routes;
import org.plateaubench.web.http.RunChangeListener;
import org.plateaubench.web.http.RunFolders;

/** The live part of the API: streams, time series, percentile curves, events, errors, metrics. Thread-safe. */
public final class Live implements Routes, RunChangeListener, AutoCloseable {
    private static final System.Logger LOG = System.getLogger("org.plateaubench.web");
    private static final String RUN = RouteTable.API + "/runs/{id}";
    private static final String TIMES = "times";
    private static final String RESPONSE = "response";
    private static final int MAX_POINTS = 2_000;
    private static final int DEFAULT_POINTS = 600;
    private static final int MAX_EVENTS = 1_000;
    private static final double MAX_SECONDS = 1e8;

    private final RunFolders folders;
    private final FollowedRuns followed;
    private final StoredRuns stored = new StoredRuns();
    private final Broadcast lists = new Broadcast();
    private volatile int queueLength;

    /** Creates the live part, which follows no run yet. */
    public Live(RunFolders folders, InstantSource clock) {
        this.folders = folders;
        followed = new FollowedRuns(folders.root(), clock);
    }

    private record Events(int total, List<RunEvent> events) {}

    private record Errors(List<ErrorRecord> errors) {}

    private record ChangedRun(
            String id, String status, @Nullable String verdict) {}

    @Override
    public void addTo(RouteTable table) {
        table.get(RUN + "/series", Role.VIEWER, this::series, "from", "to", "points", TIMES);
        table.get(
                RUN + "/percentiles",
                Role.VIEWER,
                context -> {
                    boolean includesServiceTimes = includesServiceTimes(context);
                    answer(
                            context,
                            "percentiles " + includesServiceTimes,
                            series -> series.percentiles(includesServiceTimes));
                },
                TIMES);
        table.get(RUN + "/events", Role.VIEWER, this::events, "after", "limit");
        table.get(RUN + "/errors", Role.VIEWER, this::errors);
        table.stream(RUN + "/live", Role.VIEWER, context -> folders.find(context.pathParam("id")), this::watch);
        table.stream(RouteTable.API + "/stream", Role.VIEWER, context -> {}, this::watchLists);
        table.get("/metrics", Role.VIEWER, this::metrics);
    }

    private void series(Context context) throws IOException {
        Query query = Query.of(context);
        double from = query.decimal("from", 0, MAX_SECONDS).orElse(0.0);
        Double to = query.decimal("to", 0, MAX_SECONDS).orElse(null);
        int points = query.number("points", 1, MAX_POINTS, DEFAULT_POINTS);
        if (to != null && to <= from) {
            throw Problem.wrongValue("to", "must be after 'from'");
        }
        boolean includesServiceTimes = includesServiceTimes(context);
        answer(
                context,
                "series " + from + " " + to + " " + points + " " + includesServiceTimes,
                series -> series.series(from, to, points, includesServiceTimes));
    }

    /** Whether service times are requested too. */
    private static boolean includesServiceTimes(Context context) {
        return Query.of(context).choice(TIMES, List.of(RESPONSE, "all")).equals(Optional.of("all"));
    }

    private void events(Context context) throws IOException {
        Query query = Query.of(context);
        int after = query.number("after", 0, Integer.MAX_VALUE, 0);
        int limit = query.number("limit", 1, MAX_EVENTS, MAX_EVENTS);
        answer(context, "events " + after + " " + limit, series -> {
            List<RunEvent> all = series.events();
            return new Events(all.size(), all.stream().skip(after).limit(limit).toList());
        });
    }

    private void errors(Context context) throws IOException {
        answer(context, "errors", series -> new Errors(series.errors()));
    }

    private void answer(Context context, String question, StoredRuns.Answer answer) throws IOException {
        byte[] json;
        try {
            json = stored.answer(folders.find(context.pathParam("id")), question, answer);
        } catch (NoSuchFileException e) {
            throw Problem.conflict("This run has not been planned yet, or its folder is incomplete.");
        }
        context.header("Cache-Control", "no-store")
                .contentType("application/json")
                .result(json);
    }

    private void watch(SseClient client) {
        Viewer viewer = new Viewer(client);
        try {
            RunFolder folder = folders.find(client.ctx().pathParam("id"));
            if (folder.isOwned()) {
                followed.follow(folder).join(viewer);
            } else {
                showEnded(viewer, folder);
            }
        } catch (IOException e) {
            client.close();
            throw new UncheckedIOException(e);
        }
        viewer.serve();
    }

    /** Sends the totals of a run that has ended, and its end. */
    private void showEnded(Viewer viewer, RunFolder folder) throws IOException {
        ShownEnd end = ShownEnd.of(folder);
        FollowedRun.Snapshot snapshot;
        try {
            StoredSeries series = stored.series(folder);
            ShownSeries last = series.last(FollowedRun.WINDOW_SECONDS);
            List<RunEvent> events = series.events();
            snapshot = new FollowedRun.Snapshot(
                    folder.runId(),
                    end.status(),
                    null,
                    last.phases(),
                    last.to(),
                    last,
                    events.stream()
                            .skip(Math.max(0, events.size() - FollowedRun.MAX_EVENTS))
                            .toList(),
                    List.of(),
                    null,
                    null);
        } catch (NoSuchFileException e) {
            // The run ended before it was planned.
            snapshot = FollowedRun.Snapshot.unplanned(folder.runId(), end.status(), List.of());
        }
        viewer.offer(Viewer.Event.of("snapshot", snapshot));
        viewer.offer(Viewer.Event.of("end", end));
        viewer.end();
    }

    private void watchLists(SseClient client) {
        Viewer viewer = new Viewer(client);
        lists.join(viewer, Map::of);
        viewer.serve();
    }

    /** Answers with the metrics of the console and of recent runs. */
    private void metrics(Context context) throws IOException {
        MetricList metrics = new MetricList();
        for (FollowedRun run : followed.measured()) {
            try {
                // A run that was just found has not been read yet.
                run.read();
            } catch (IOException | RuntimeException e) {
                // An unreadable run hides neither the other runs nor its own earlier totals; its reader logs the
                // failure.
                LOG.log(System.Logger.Level.DEBUG, "run " + run.id() + " cannot be read", e);
            }
            run.addTo(metrics);
        }
        Map.of("run", followed.viewers(), "lists", lists.viewers())
                .forEach((stream, viewers) -> metrics.add(
                        Metric.Type.LEVEL,
                        "console.viewers",
                        "",
                        "Open live streams",
                        Map.of("stream", stream),
                        viewers));
        metrics.add(Metric.Type.LEVEL, "queue.length", "", "Runs that wait in the queue", Map.of(), queueLength);
        context.header("Cache-Control", "no-store")
                .contentType(PrometheusText.CONTENT_TYPE)
                .result(PrometheusText.of(metrics.all()));
    }

    @Override
    public void changed(String id, String status, @Nullable String verdict) {
        if (status.equals(DELETED)) {
            stored.forget(id);
        }
        lists.send("runs", new ChangedRun(id, status, verdict));
    }

    /** Handles a change of the queue, in which the given number of runs wait. */
    public void queueChanged(int waiting) {
        queueLength = waiting;
        lists.send("queue", Map.of());
    }

    @Override
    public void close() {
        followed.close();
        lists.end();
    }
}
