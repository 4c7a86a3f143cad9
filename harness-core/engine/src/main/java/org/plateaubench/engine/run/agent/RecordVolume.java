// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run.agent;

import static org.plateaubench.engine.run.agent.PlannedFigures.require;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.plan.PlannedObserver;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.ScheduleInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.TelemetrySample;
import org.plateaubench.wire.ToController;

/**
 * Limits the disk space of the controller that one agent can fill in one run with telemetry, errors, events and
 * intervals, by an estimate of the stored size of each. The limit grows with the planned length of the run, the agent's
 * workloads and their operations, the SUTs whose telemetry the agent reads, and the observed parts of its host. It
 * exceeds the greatest volume that a correct agent can send. Not thread-safe.
 */
final class RecordVolume {
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long SECOND = 1_000_000_000L;
    /** Bytes regardless of the length of the run, for messages before, after and late. */
    private static final long BASE = 16 * MIB;
    /** Bytes per second for the readings of the agent's clock. */
    private static final long OF_SECOND = 2 * KIB;
    /** Bytes per interval for the agent's host. */
    private static final long OF_HOST = 128 * KIB;
    /** Bytes per interval for a source of telemetry: at most 1,000 samples. */
    private static final long OF_SUT = 300 * KIB;
    /** Bytes per interval for a workload: some 300 distinct errors with their messages. */
    private static final long OF_WORKLOAD = 200 * KIB;
    /**
     * Bytes per interval for an operation, unit or series: its histograms, in all windows that an interval overlaps.
     */
    private static final long OF_LINE = 32 * KIB;

    /** Bytes of the numbers, names of fields and punctuation of a record. */
    private static final int RECORD = 150;

    /**
     * Bytes of the series of a program, and of a control group; each record contains the name of its source and of the
     * program or group.
     */
    private static final int OF_PROGRAM = 4 * 2 * RECORD;

    private static final int SERIES_OF_GROUP = 12;

    private static final int COUNTER = 30;
    private static final int LINE = 400;
    private static final int HISTOGRAM = 150;
    private static final int BUCKET = 4;

    private final long most;
    private long taken;

    /**
     * Creates the volume of an agent that has not sent anything.
     *
     * @param figures figures of the agent's workloads
     */
    RecordVolume(String agent, RunPlan plan, Iterable<PlannedFigures> figures) {
        // The first agent of a run reads the telemetry of the SUTs; another agent reads only sources that name it.
        int suts = plan.suts().size();
        long ofInterval = OF_HOST
                + OF_SUT * (plan.firstAgent().equals(agent) ? suts : naming(agent, plan.suts()))
                + 2L * RECORD * suts
                + plan.observers().stream()
                        .filter(each -> each.agent().equals(agent))
                        .mapToLong(RecordVolume::ofInterval)
                        .sum();
        for (PlannedFigures workload : figures) {
            ofInterval += OF_WORKLOAD + OF_LINE * workload.lines();
        }
        long intervals = 1 + plan.phases().drainEndNanos() / plan.interval().toNanos();
        most = BASE + intervals * ofInterval + plan.phases().drainEndNanos() / SECOND * OF_SECOND;
    }

    /** The number of SUTs that have the name of an agent among their parameters, but at least one if there are SUTs. */
    private static long naming(String agent, List<PlannedSut> suts) {
        long naming = suts.stream()
                .filter(sut -> sut.parameters().containsValue(agent))
                .count();
        return Math.max(naming, Math.min(1, suts.size()));
    }

    /**
     * Adds the volume of a message.
     *
     * @throws RefusedMessageException when the limit is exceeded, in words that follow "since it sent"
     */
    void add(ToController message) throws RefusedMessageException {
        taken += switch (message) {
            case ToController.Telemetry telemetry ->
                telemetry.samples().stream().mapToLong(RecordVolume::size).sum();
            case ToController.AgentEvent event -> RECORD + length(event.scope(), event.message());
            case ToController.ErrorsUpdate update ->
                update.errors().stream()
                        .mapToLong(error ->
                                RECORD + length(update.scope(), error.operation(), error.errorClass(), error.message()))
                        .sum();
            case ToController.Snapshot snapshot ->
                RECORD
                        + snapshot.interval().workloads().stream()
                                .mapToLong(RecordVolume::size)
                                .sum();
            default -> 0;
        };
        require(taken <= most, "records of more than " + most / MIB + " MiB, more than a run of this plan can have");
    }

    private static long ofInterval(PlannedObserver observer) {
        return (long) OF_PROGRAM * observer.processes().size()
                + observer.controlGroups().stream()
                        .mapToLong(path -> SERIES_OF_GROUP * (2L * RECORD + path.length()))
                        .sum();
    }

    private static long size(TelemetrySample sample) {
        return RECORD + length(sample.source(), sample.series(), sample.unit());
    }

    // This is called for each interval of each workload of each agent.
    private static long size(WorkloadInterval workload) {
        long size = LINE
                + (long) COUNTER
                        * (workload.counters().size() + workload.gauges().size())
                + (long) RECORD * workload.schedule().attendance().size();
        for (LineInterval line : workload.lines()) {
            size += size(line);
        }
        for (LagInterval lag : workload.lags()) {
            size += size(lag);
        }
        for (ScheduleInterval.Draws draws : workload.schedule().draws()) {
            size += RECORD
                    + (long) COUNTER
                            * (draws.choices().size() + draws.gapNanos().size());
        }
        return size;
    }

    private static long size(LineInterval line) {
        return LINE
                + size(line.errorsByClass())
                + size(line.declinedByReason())
                + size(line.response())
                + size(line.service())
                + size(line.error());
    }

    private static long size(LagInterval lag) {
        return LINE + size(lag.dispatch()) + size(lag.completion()) + size(lag.wakeUp());
    }

    private static long size(Map<String, Long> counts) {
        long size = 0;
        for (String name : counts.keySet()) {
            size += COUNTER + name.length();
        }
        return size;
    }

    private static long size(@Nullable Times times) {
        return times == null ? 0 : HISTOGRAM + (long) BUCKET * times.histogram().buckets();
    }

    private static long length(String... texts) {
        return Stream.of(texts).mapToLong(String::length).sum();
    }
}
