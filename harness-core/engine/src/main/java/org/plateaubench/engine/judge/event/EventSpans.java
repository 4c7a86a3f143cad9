// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.event;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.judge.figures.ClockError;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.store.RunMark;
import org.plateaubench.engine.store.StoredCounts;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.wire.TelemetrySample;

/**
 * Finds the events of a stored run that touch its steady window: those that telemetry tells, those that workloads observe, and
 * the collections of agents. One thread.
 */
final class EventSpans {
    /** Shorter pauses of an agent are in nearly every interval of any run. */
    static final long SHORTEST_PAUSE_NANOS = 10_000_000;

    /** More events of a kind are as good as always there. */
    private static final int MOST = 20_000;

    /** Names come from plugins; further kinds are left out. */
    private static final int MOST_KINDS = 100;

    /** Source of what people told. */
    private static final String MARK = "mark";
    /** The start of a command is known to 10 ms, and so is the clock that it is compared with. */
    private static final long MARK_ERROR_NANOS = 20_000_000;

    private static final Duration FAR = Duration.ofDays(36_500);
    private static final double NANOS_PER_MILLI = 1e6;

    private final StoredRun run;
    private final Window window;
    private final Set<String> eventLines = new HashSet<>();
    private final long clockErrorNanos;
    private final Map<String, List<EventSpan>> byKind = new TreeMap<>();

    private EventSpans(StoredRun run, RunPlan plan, Window window) {
        this.run = run;
        this.window = window;
        for (PlannedWorkload workload : plan.workloads()) {
            workload.measures().stream()
                    .filter(MeasureDefinition::isEvent)
                    .forEach(measure -> eventLines.add(line(workload.tile(), workload.name(), measure.name())));
        }
        clockErrorNanos = Math.round(
                ClockError.greatestMillis(run.telemetry(), any -> true).orElse(0) * NANOS_PER_MILLI);
    }

    /** The events by kind, each kind in the order of time. */
    static Map<String, List<EventSpan>> of(StoredRun run, RunPlan plan, Window window) {
        EventSpans spans = new EventSpans(run, plan, window);
        run.telemetry().forEach(spans::telemetry);
        run.intervals().forEach(spans::collection);
        spans.marks();
        if (!spans.eventLines.isEmpty()) {
            run.forEachHistogram(spans::observed);
        }
        spans.byKind.values().forEach(list -> list.sort(Comparator.comparingLong(EventSpan::startNanos)));
        return spans.byKind;
    }

    private static String line(int tile, String workload, String name) {
        return tile + "/" + workload + "/" + name;
    }

    private void telemetry(TelemetrySample sample) {
        if (sample.unit().equals(MeasureDefinition.EVENT_UNIT) && sample.value() >= 0) {
            long length = (long) (sample.value() * NANOS_PER_MILLI);
            add(
                    sample.series(),
                    new EventSpan(sample.source(), sample.runNanos() - length, sample.runNanos(), clockErrorNanos));
        }
    }

    /** What people told by the clock of the controller's host. */
    private void marks() {
        Instant origin = Timeline.origin(run.events());
        if (origin == null) {
            return;
        }
        try {
            for (RunMark mark : RunMark.of(run.folder())) {
                add(
                        mark.kind(),
                        new EventSpan(
                                MARK,
                                nanos(Duration.between(origin, mark.from())),
                                nanos(Duration.between(origin, mark.to())),
                                MARK_ERROR_NANOS));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Nanoseconds of a time that may be written by anyone, at most a hundred years either way. */
    private static long nanos(Duration time) {
        return time.compareTo(FAR) > 0
                ? FAR.toNanos()
                : time.compareTo(FAR.negated()) < 0 ? -FAR.toNanos() : time.toNanos();
    }

    /** Of a pause only the interval is known in which its end was reported. */
    private void collection(StoredInterval interval) {
        AgentHealth health = interval.health();
        if (health != null && health.longestPauseNanos() >= SHORTEST_PAUSE_NANOS) {
            long half = (interval.endNanos() - interval.startNanos()) / 2;
            long end = interval.startNanos() + half;
            add(
                    EventResult.AGENT_COLLECTION,
                    new EventSpan(
                            "agent/" + interval.agent(),
                            end - health.longestPauseNanos(),
                            end,
                            half + clockErrorNanos));
        }
    }

    /** What a workload observed ended within the interval in which it is counted. */
    private void observed(long startNanos, long endNanos, HistogramTag tag, StoredCounts counts) {
        if (tag.kind() == HistogramTag.Kind.RESPONSE
                && eventLines.contains(line(tag.tile(), tag.workload(), tag.line()))) {
            long half = (endNanos - startNanos) / 2;
            long end = startNanos + half;
            for (int i = 0; i < counts.size(); i++) {
                EventSpan span = new EventSpan(
                        tag.tile() + "/" + tag.workload(), end - counts.value(i), end, half + clockErrorNanos);
                for (long n = Math.min(MOST, counts.count(i)); n > 0; n--) {
                    add(tag.line(), span);
                }
            }
        }
    }

    private void add(String kind, EventSpan span) {
        boolean isKept = byKind.size() < MOST_KINDS || byKind.containsKey(kind);
        if (isKept && span.toNanos() > window.startNanos() && span.fromNanos() < window.endNanos()) {
            List<EventSpan> spans = byKind.computeIfAbsent(kind, name -> new ArrayList<>());
            if (spans.size() < MOST) {
                spans.add(span);
            }
        }
    }
}
