// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.event;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.plateaubench.engine.judge.figures.ClockError;
import org.plateaubench.engine.judge.figures.Timeline;
import org.plateaubench.engine.judge.figures.Window;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.RunMark;
import org.plateaubench.engine.store.StoredRun;

/** Finds the events of a stored run that overlap its steady window. Not thread-safe. */
final class EventSpans {
    /** The greatest number of kinds, whose names come from plugins; further kinds are omitted. */
    private static final int MOST_KINDS = 100;

    private final Window window;
    private final Map<String, List<EventSpan>> byKind = new TreeMap<>();

    private EventSpans(Window window) {
        this.window = window;
    }

    /** The events by kind, in the order of time. */
    static Map<String, List<EventSpan>> of(StoredRun run, RunPlan plan, Window window) {
        EventSpans spans = new EventSpans(window);
        long clockErrorNanos = Math.round(
                ClockError.greatestMillis(run.telemetry(), any -> true).orElse(0) * Nanos.PER_MILLI);
        EventFinder finder = new EventFinder(plan, clockErrorNanos, spans::add);
        run.telemetry().forEach(finder::telemetry);
        run.intervals().forEach(finder::interval);
        Instant origin = Timeline.origin(run.events());
        if (origin != null) {
            try {
                finder.marks(origin, RunMark.of(run.folder()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        if (finder.readsHistograms()) {
            run.forEachHistogram(finder::histogram);
        }
        spans.byKind.values().forEach(list -> list.sort(Comparator.comparingLong(EventSpan::startNanos)));
        return spans.byKind;
    }

    private void add(String kind, EventSpan span) {
        boolean isKept = byKind.size() < MOST_KINDS || byKind.containsKey(kind);
        if (isKept && span.toNanos() > window.startNanos() && span.fromNanos() < window.endNanos()) {
            List<EventSpan> spans = byKind.computeIfAbsent(kind, name -> new ArrayList<>());
            if (spans.size() < EventFinder.MOST) {
                spans.add(span);
            }
        }
    }
}
