// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.figures;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.RunRecords;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.wire.TelemetrySample;

/** Finds events that telemetry reports or workloads observe, and agents' collections. Not thread-safe. */
public final class EventFinder implements RunRecords {
    /** The kind of garbage collections that stop an agent for 10 ms or longer. */
    private static final String AGENT_COLLECTION = "agentCollection";

    /** The shortest pause that is an event, in nanoseconds; nearly every interval has shorter ones. */
    static final long MIN_PAUSE_NANOS = 10_000_000;

    /** The maximum number of events of a kind; with more, an event would be in progress almost always. */
    static final int MAX_EVENTS = 20_000;

    private final Set<String> eventLines = new HashSet<>();
    private final Set<String> eventWorkloads = new HashSet<>();
    private final long clockErrorNanos;
    private final Found found;

    @FunctionalInterface
    interface Found {
        void event(String kind, EventSpan span);
    }

    EventFinder(RunPlan plan, long clockErrorNanos, Found found) {
        this.clockErrorNanos = clockErrorNanos;
        this.found = found;
        for (PlannedWorkload workload : plan.workloads()) {
            workload.measures().stream().filter(MeasureDefinition::isEvent).forEach(measure -> {
                eventLines.add(workload.scope() + "/" + measure.name());
                eventWorkloads.add(workload.name());
            });
        }
    }

    @Override
    public void telemetry(TelemetrySample sample) {
        if (sample.unit().equals(MeasureDefinition.EVENT_UNIT) && sample.value() >= 0) {
            long length = (long) (sample.value() * Nanos.PER_MILLI);
            found.event(
                    sample.series(),
                    new EventSpan(sample.source(), sample.runNanos() - length, sample.runNanos(), clockErrorNanos));
        }
    }

    @Override
    public void interval(StoredInterval interval) {
        addPause(interval);
        interval.workloads().forEach(workload -> addObserved(interval, workload));
    }

    /** Finds the pause of an interval. It is only known that the end of the pause was reported in this interval. */
    void addPause(StoredInterval interval) {
        AgentHealth health = interval.health();
        if (health != null && health.longestPauseNanos() >= MIN_PAUSE_NANOS) {
            found.event(
                    AGENT_COLLECTION,
                    ended(Scope.agent(interval.agent()).toString(), interval, health.longestPauseNanos()));
        }
    }

    private EventSpan ended(String source, StoredInterval interval, long lengthNanos) {
        long half = (interval.endNanos() - interval.startNanos()) / 2;
        long end = interval.startNanos() + half;
        return new EventSpan(source, end - lengthNanos, end, half + clockErrorNanos);
    }

    /** Finds the events that a workload observed, which ended within the interval in which they are counted. */
    void addObserved(StoredInterval interval, WorkloadInterval workload) {
        if (!eventWorkloads.contains(workload.workload())) {
            return;
        }
        String scope = Scope.workload(workload.tile(), workload.workload()).toString();
        for (LineInterval line : workload.lines()) {
            if (eventLines.contains(scope + "/" + line.line())) {
                Stream.of(line.response(), line.error())
                        .filter(Objects::nonNull)
                        .forEach(times -> addObserved(scope, interval, line.line(), times.histogram()));
            }
        }
    }

    private void addObserved(String scope, StoredInterval interval, String line, SparseHistogram lengths) {
        for (int i = 0; i < lengths.size(); i++) {
            EventSpan span = ended(scope, interval, lengths.lowestNanos(i));
            for (long n = Math.min(MAX_EVENTS, lengths.count(i)); n > 0; n--) {
                found.event(line, span);
            }
        }
    }

    Set<String> eventWorkloads() {
        return eventWorkloads;
    }

    /**
     * One event on the time axis.
     *
     * @param source the source that reported it: {@code sut/<name>}, {@code tile/workload} or {@code agent/<name>}
     * @param errorNanos greatest error of start and end, either way
     */
    record EventSpan(String source, long startNanos, long endNanos, long errorNanos) {
        /** The earliest instant that may be within the event. */
        long fromNanos() {
            return startNanos - errorNanos;
        }

        /** The latest instant that may be within the event. */
        long toNanos() {
            return endNanos + errorNanos;
        }
    }

    public static final class LiveEvents {
        private static final int MAX_EVENTS = 500;

        private final EventFinder finder;
        private final Deque<Span> recent = new ArrayDeque<>();
        private List<Span> newSpans = new ArrayList<>();

        public record Span(String kind, double from, double to) {}

        public LiveEvents(RunPlan plan) {
            finder = new EventFinder(plan, 0, this::found);
        }

        private void found(String kind, EventSpan span) {
            Span shown = new Span(kind, span.startNanos() / Nanos.PER_SECOND, span.endNanos() / Nanos.PER_SECOND);
            if (newSpans.size() < MAX_EVENTS) {
                newSpans.add(shown);
            }
            recent.addLast(shown);
            if (recent.size() > MAX_EVENTS) {
                recent.removeFirst();
            }
        }

        public List<Span> take() {
            List<Span> taken = newSpans;
            newSpans = new ArrayList<>();
            return taken;
        }

        public List<Span> recent() {
            return List.copyOf(recent);
        }

        public RunRecords finder() {
            return finder;
        }
    }
}
