// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.plateaubench.engine.judge.figures.EventFinder.EventSpan;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.RunRecords;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.wire.TelemetrySample;

/** The known events on the time axis of a run in progress. Not thread-safe. */
public final class LiveEvents implements RunRecords {
    /** The maximum number of events that are kept, which are the latest ones. */
    private static final int MAX_EVENTS = 500;

    private final EventFinder finder;
    private final Deque<Span> recent = new ArrayDeque<>();
    private List<Span> fresh = new ArrayList<>();

    public record Span(String kind, double from, double to) {}

    public LiveEvents(RunPlan plan) {
        finder = new EventFinder(plan, 0, this::found);
    }

    private void found(String kind, EventSpan span) {
        Span shown = new Span(kind, span.startNanos() / Nanos.PER_SECOND, span.endNanos() / Nanos.PER_SECOND);
        if (fresh.size() < MAX_EVENTS) {
            fresh.add(shown);
        }
        recent.addLast(shown);
        if (recent.size() > MAX_EVENTS) {
            recent.removeFirst();
        }
    }

    public List<Span> take() {
        List<Span> taken = fresh;
        fresh = new ArrayList<>();
        return taken;
    }

    public List<Span> recent() {
        return List.copyOf(recent);
    }

    @Override
    public void interval(StoredInterval interval) {
        finder.interval(interval);
    }

    @Override
    public void telemetry(TelemetrySample point) {
        finder.telemetry(point);
    }
}
