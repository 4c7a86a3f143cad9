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
 * How much of the controller's disk one agent may fill with what it sends of one run: telemetry, errors, events and
 * intervals together, by an estimate of what is stored of each. The bound grows with the planned length of the run, with the
 * agent's workloads and their operations, with the SUTs whose telemetry the agent reads, and with what it observes of its
 * host; it is more than what an agent sends that is as talkative as it can be. One thread.
 */
final class RecordVolume {
    private static final long KIB = 1L << 10;
    private static final long MIB = 1L << 20;
    private static final long SECOND = 1_000_000_000L;
    /** Bytes whatever the length of the run: for what precedes and follows it, and what comes late. */
    private static final long BASE = 16 * MIB;
    /** Bytes of a second for the readings of the agent's clock. */
    private static final long OF_SECOND = 2 * KIB;
    /** Bytes of an interval for the agent's host. */
    private static final long OF_HOST = 128 * KIB;
    /** Bytes of an interval for a source of telemetry: at most 1,000 samples. */
    private static final long OF_SUT = 300 * KIB;
    /** Bytes of an interval for a workload: some 300 distinct errors with their messages. */
    private static final long OF_WORKLOAD = 200 * KIB;
    /**
     * Bytes of an interval for an operation, unit or series: its histograms, in as many windows as an interval touches.
     */
    private static final long OF_LINE = 32 * KIB;

    /** Bytes of the numbers, names of fields and punctuation of a record. */
    private static final int RECORD = 150;

    /**
     * Bytes of the series of a program, and of a control group; each record has the name of its source, and of the part
     * in its series.
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
     * The volume of an agent that has sent nothing yet.
     *
     * @param figures figures of the agent's workloads
     */
    RecordVolume(String agent, RunPlan plan, Iterable<PlannedFigures> figures) {
        // The first agent of a run reads the telemetry of the SUTs; another one that of sources that name it.
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

    /** SUTs that have the name of an agent among their parameters, at least one where there is any. */
    private static long naming(String agent, List<PlannedSut> suts) {
        long naming = suts.stream()
                .filter(sut -> sut.parameters().containsValue(agent))
                .count();
        return Math.max(naming, Math.min(1, suts.size()));
    }

    /**
     * Adds what a message makes the controller store.
     *
     * @throws RefusedMessageException when it is more than a run of this plan has, to follow "since it sent"
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

    // Each interval of each workload of each agent passes here.
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
