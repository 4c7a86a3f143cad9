// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.app.runs.MetricList;
import org.plateaubench.app.runs.MetricList.Metric;
import org.plateaubench.engine.judge.LiveLimits;
import org.plateaubench.engine.judge.figures.EventFinder.LiveEvents;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.LiveFigures;
import org.plateaubench.engine.report.series.ShownSeries;
import org.plateaubench.engine.report.series.ShownSeries.ShownPhase;
import org.plateaubench.engine.report.series.StoredSeries;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunTail;
import org.plateaubench.engine.store.StoredFile;

/**
 * A followed run in progress: new content of its files becomes events for all viewers. Holds the last ten minutes and
 * running totals. Thread-safe; one thread reads at a time.
 */
final class FollowedRun {
    /** Seconds of history that a new viewer is shown. */
    static final int WINDOW_SECONDS = 600;

    private static final long WINDOW_NANOS = WINDOW_SECONDS * 1_000_000_000L;
    /** Events of the past that a new viewer is shown. */
    static final int MAX_EVENTS = 100;

    private static final Duration PROGRESS_INTERVAL = Duration.ofMillis(1_500);

    private final RunFolder folder;
    private final InstantSource clock;
    private final RunTail tail;
    private final Broadcast broadcast = new Broadcast();
    private final Deque<RunEvent> events = new ArrayDeque<>();
    private @Nullable Planned planned;
    private @Nullable ShownEnd end;
    private Instant publishedAt = Instant.EPOCH;
    private volatile Instant endedAt = Instant.MAX;
    private volatile Instant requestedAt;
    private boolean wasPolled;

    /** The state that exists once there is a plan. */
    private record Planned(RunPlan plan, RunCourse course, LiveFigures figures, LiveEvents spans, ShownLimits limits) {
        static Planned of(RunPlan plan) {
            return new Planned(
                    plan,
                    new RunCourse(plan),
                    new LiveFigures(plan, WINDOW_NANOS),
                    new LiveEvents(plan),
                    new ShownLimits(new LiveLimits(plan)));
        }
    }

    /**
     * The first event for a viewer of a run, which contains everything known about the run.
     *
     * @param phases the planned phases or, of a run that has ended, the actual ones
     * @param elapsedSeconds seconds of the run's clock; null before the clock starts
     * @param series the last minutes of its time series
     * @param spans events on the time axis so far; none for a run that has ended
     * @param limits limits of the run so far; null for a run that has ended or was not planned
     */
    record Snapshot(
            String run,
            String status,
            RunCourse.@Nullable CurrentPhase phase,
            Object phases,
            @Nullable Double elapsedSeconds,
            ShownSeries series,
            List<RunEvent> events,
            List<LiveEvents.Span> spans,
            RunCourse.@Nullable Progress progress,
            LiveLimits.@Nullable Snapshot limits) {

        /** Creates the snapshot of a run without a plan. */
        static Snapshot unplanned(String run, String status, List<RunEvent> events) {
            return new Snapshot(run, status, null, List.of(), null, ShownSeries.none(), events, List.of(), null, null);
        }
    }

    private record ChangedPhase(
            RunCourse.@Nullable CurrentPhase phase, List<RunCourse.PlannedPhase> phases, List<ShownPhase> begun) {}

    FollowedRun(RunFolder folder, InstantSource clock) {
        this.folder = folder;
        this.clock = clock;
        tail = new RunTail(folder);
        requestedAt = clock.instant();
    }

    String id() {
        return folder.runId();
    }

    /** Reads the lines written since the last call, and sends them as events; returns false when the run is over. */
    synchronized boolean read() throws IOException {
        if (end != null) {
            return false;
        }
        // Checked first, so that the read below includes everything that the owner wrote before its end.
        boolean isOwned = folder.isOwned();
        Planned run = planned();
        if (run != null) {
            tail.read(run.figures(), run.spans().finder(), run.limits().board());
            publish(run);
        }
        wasPolled = true;
        if (!isOwned) {
            end = ShownEnd.of(folder);
            endedAt = clock.instant();
            broadcast.send("end", end);
            broadcast.end();
        }
        return isOwned;
    }

    private @Nullable Planned planned() throws IOException {
        if (planned == null && Files.exists(folder.file(StoredFile.PLAN))) {
            planned = Planned.of(StoredSeries.plan(folder));
        }
        return planned;
    }

    private void publish(Planned run) throws IOException {
        boolean isWatched = broadcast.viewers() > 0;
        List<Map.Entry<String, Object>> changes = changes(run, isWatched);
        if (!isWatched) {
            if (!changes.isEmpty()) {
                broadcast.skip();
            }
            return;
        }
        Instant now = clock.instant();
        // Sent with the other events, so that no viewer is woken for it alone while intervals arrive.
        if (!changes.isEmpty() || !now.isBefore(publishedAt.plus(PROGRESS_INTERVAL))) {
            publishedAt = now;
            if (run.limits().update(clock)) {
                changes.add(Map.entry("limits", run.limits().shown()));
            }
            changes.add(Map.entry("progress", run.course().progress(now)));
            broadcast.send(changes);
        }
    }

    /** Takes the events, intervals and spans since the last call. */
    private List<Map.Entry<String, Object>> changes(Planned run, boolean isWatched) throws IOException {
        List<Map.Entry<String, Object>> changes = new ArrayList<>();
        for (RunEvent event : run.figures().takeEvents()) {
            run.course().add(event);
            events.addLast(event);
            if (events.size() > MAX_EVENTS) {
                events.removeFirst();
            }
            changes.add(Map.entry("event", event));
            if (event.is(EventType.PHASE)) {
                changes.add(Map.entry(
                        "phase",
                        new ChangedPhase(
                                run.course().phase(),
                                run.course().planned(),
                                run.course().begunPhases())));
            }
        }
        for (long bin : run.figures().takeCompleteBins()) {
            changes.add(Map.entry(
                    "interval", isWatched ? run.figures().bin(bin, run.course().begunPhases()) : Map.of()));
        }
        List<LiveEvents.Span> spans = run.spans().take();
        if (!spans.isEmpty()) {
            changes.add(Map.entry("spans", spans));
        }
        return changes;
    }

    synchronized void join(Viewer viewer) throws IOException {
        if (!wasPolled) {
            read();
        }
        broadcast.join(viewer, this::snapshot);
        if (end != null) {
            viewer.offer(Viewer.Event.of("end", end));
            viewer.end();
        }
    }

    private Snapshot snapshot() {
        Planned run = planned;
        Instant now = clock.instant();
        if (run != null) {
            run.limits().update(clock);
        }
        String status = end == null ? RunFolder.State.RUNNING.label() : end.status();
        return run == null
                ? Snapshot.unplanned(id(), status, List.copyOf(events))
                : new Snapshot(
                        id(),
                        status,
                        run.course().phase(),
                        run.course().planned(),
                        run.course().elapsedSeconds(now),
                        run.figures().window(run.course().begunPhases()),
                        List.copyOf(events),
                        run.spans().recent(),
                        run.course().progress(now),
                        run.limits().shown());
    }

    /** Ends all viewers, which will reconnect when a console serves again. */
    void disconnectViewers() {
        broadcast.end();
    }

    int viewers() {
        return broadcast.viewers();
    }

    /** Records a request for the run. */
    void recordRequest() {
        requestedAt = clock.instant();
    }

    /** Returns the time since the last request or viewer. */
    Duration sinceRequest() {
        if (viewers() > 0) {
            recordRequest();
        }
        return Duration.between(requestedAt, clock.instant());
    }

    /** Returns when the run was first seen to be over; far in the future while it is in progress. */
    Instant endedAt() {
        return endedAt;
    }

    /** Adds the measurements of the run, if it is planned. */
    synchronized void addTo(MetricList metrics) {
        Planned run = planned;
        if (run != null) {
            Instant now = endedAt.equals(Instant.MAX) ? clock.instant() : endedAt;
            Map<String, String> labels = Map.of("run", id());
            metrics.addRun(labels, run.figures().totals());
            metrics.add(
                    Metric.Type.LEVEL,
                    "run.active",
                    "",
                    "1 while the run is in progress, then 0",
                    labels,
                    end == null ? 1 : 0);
            Double seconds = run.course().elapsedSeconds(now);
            if (seconds != null) {
                metrics.add(Metric.Type.LEVEL, "run.elapsed", "s", "The run's clock", labels, seconds);
            }
            RunCourse.CurrentPhase phase = run.course().phase();
            Map<String, String> names =
                    MetricList.labels(labels, "name", run.plan().name());
            names.put("class", run.plan().runClass().label());
            names.put("phase", phase == null ? "" : phase.name());
            metrics.add(Metric.Type.INFO, "run", "", "Runs that are in progress or ended recently", names, 1);
        }
    }

    /**
     * The limits of a run in progress, as viewers see them. They are computed each second, or less often if that would
     * need more than a twentieth of the time, for example for a hundred tiles. Not thread-safe.
     */
    private static final class ShownLimits {
        private static final Duration MIN_GAP = Duration.ofMillis(900);
        private static final int SHARE = 20;

        private final LiveLimits board;
        private LiveLimits.Snapshot shown;
        private Instant next = Instant.EPOCH;

        ShownLimits(LiveLimits board) {
            this.board = board;
            shown = board.now();
        }

        /** Adds intervals. */
        LiveLimits board() {
            return board;
        }

        /** Returns the limits as last computed. */
        LiveLimits.Snapshot shown() {
            return shown;
        }

        /** Computes the limits again if they are due; returns whether they were. */
        boolean update(InstantSource clock) {
            Instant started = clock.instant();
            if (started.isBefore(next)) {
                return false;
            }
            shown = board.now();
            Instant ended = clock.instant();
            Duration gap = Duration.between(started, ended).multipliedBy(SHARE);
            next = ended.plus(gap.compareTo(MIN_GAP) > 0 ? gap : MIN_GAP);
            return true;
        }
    }
}
