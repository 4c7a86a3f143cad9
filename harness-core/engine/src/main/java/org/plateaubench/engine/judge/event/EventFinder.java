// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.event;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.figure.StoredCounts;
import org.plateaubench.engine.judge.figures.Scope;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.RunMark;
import org.plateaubench.engine.store.record.RunRecords;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.wire.TelemetrySample;

/**
 * Finds events in the records of a run while they are read: events that telemetry reports, events that workloads
 * observe, garbage collections of agents, and marks. Not thread-safe.
 */
final class EventFinder implements RunRecords {
    /**
     * The shortest pause of an agent that counts, in nanoseconds; nearly every interval of any run has shorter ones.
     */
    static final long SHORTEST_PAUSE_NANOS = 10_000_000;

    /** The greatest number of events of a kind; more of them would occur almost all the time. */
    static final int MOST = 20_000;

    /** The source of events that people reported. */
    private static final String MARK = "mark";
    /** The error of a mark: the start of a command is known to 10 ms, and so is the clock with which it is compared. */
    private static final long MARK_ERROR_NANOS = 20_000_000;

    private static final Duration FAR = Duration.ofDays(36_500);

    private final Set<String> eventLines = new HashSet<>();
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
            workload.measures().stream()
                    .filter(MeasureDefinition::isEvent)
                    .forEach(measure -> eventLines.add(line(workload.tile(), workload.name(), measure.name())));
        }
    }

    private static String line(int tile, String workload, String name) {
        return tile + "/" + workload + "/" + name;
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

    /**
     * Finds the events of marks, which people reported with the clock of the controller's host.
     *
     * @param origin wall time at which the run's clock was 0
     */
    void marks(Instant origin, List<RunMark> marks) {
        for (RunMark mark : marks) {
            found.event(
                    mark.kind(),
                    new EventSpan(
                            MARK,
                            nanos(Duration.between(origin, mark.from())),
                            nanos(Duration.between(origin, mark.to())),
                            MARK_ERROR_NANOS));
        }
    }

    /**
     * A time in nanoseconds. It comes from a file that anyone may have written, so it is limited to a hundred years
     * either way.
     */
    private static long nanos(Duration time) {
        return time.compareTo(FAR) > 0
                ? FAR.toNanos()
                : time.compareTo(FAR.negated()) < 0 ? -FAR.toNanos() : time.toNanos();
    }

    /** Finds the pauses of an interval. It is only known that their ends were reported in this interval. */
    @Override
    public void interval(StoredInterval interval) {
        AgentHealth health = interval.health();
        if (health != null && health.longestPauseNanos() >= SHORTEST_PAUSE_NANOS) {
            long half = (interval.endNanos() - interval.startNanos()) / 2;
            long end = interval.startNanos() + half;
            found.event(
                    EventResult.AGENT_COLLECTION,
                    new EventSpan(
                            Scope.agent(interval.agent()).toString(),
                            end - health.longestPauseNanos(),
                            end,
                            half + clockErrorNanos));
        }
    }

    /** Whether a workload observes events in this line. */
    @Override
    public boolean wants(HistogramTag tag) {
        return tag.kind() == HistogramTag.Kind.RESPONSE
                && eventLines.contains(line(tag.tile(), tag.workload(), tag.line()));
    }

    /** Finds the events that a workload observed, which ended within the interval in which they are counted. */
    @Override
    public void histogram(long startNanos, long endNanos, HistogramTag tag, StoredCounts counts) {
        if (wants(tag)) {
            long half = (endNanos - startNanos) / 2;
            long end = startNanos + half;
            for (int i = 0; i < counts.size(); i++) {
                EventSpan span = new EventSpan(
                        Scope.workload(tag.tile(), tag.workload()).toString(),
                        end - counts.value(i),
                        end,
                        half + clockErrorNanos);
                for (long n = Math.min(MOST, counts.count(i)); n > 0; n--) {
                    found.event(tag.line(), span);
                }
            }
        }
    }

    /** Whether any workload observes events. */
    boolean readsHistograms() {
        return !eventLines.isEmpty();
    }
}
