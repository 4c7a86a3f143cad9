// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/** The counts of one agent for one workload in one bin. Not thread-safe. */
final class AgentBin {
    private final Map<String, LineCount> lines = new HashMap<>(8);
    private final LineCount all = new LineCount();
    private final Map<String, Long> counters = new TreeMap<>();
    private final Map<String, Double> gaugeSums = new TreeMap<>();
    private long countedNanos;
    private int intervals;
    private long users;
    private long inFlight;
    private long queued;
    private long backlog;
    private int withBacklog;

    void add(long lengthNanos, WorkloadInterval workload) {
        countedNanos += lengthNanos;
        intervals++;
        users += workload.levels().liveUsers();
        inFlight += workload.levels().inFlight();
        queued += workload.levels().queued();
        if (workload.levels().countsBacklog()) {
            backlog += workload.levels().backlog();
            withBacklog++;
        }
        for (LineInterval line : workload.lines()) {
            lines.computeIfAbsent(line.line(), name -> new LineCount()).add(line.counts());
            if (line.kind() == LineInterval.Kind.OPERATION) {
                all.add(line.counts());
            }
        }
        workload.counters().forEach((name, count) -> counters.merge(name, count, Long::sum));
        workload.gauges().forEach((name, level) -> gaugeSums.merge(name, level, Double::sum));
    }

    /** The counted time in nanoseconds; an interval ends when its snapshot is taken. */
    long countedNanos() {
        return countedNanos;
    }

    /** The counts of a line; null means all operations. Never returns null. */
    LineCount count(@Nullable String line) {
        return line == null ? all : lines.getOrDefault(line, new LineCount());
    }

    double meanUsers() {
        return (double) users / intervals;
    }

    double meanInFlight() {
        return (double) inFlight / intervals;
    }

    double meanQueued() {
        return (double) queued / intervals;
    }

    double meanBacklog() {
        return withBacklog == 0 ? Double.NaN : (double) backlog / withBacklog;
    }

    long counter(String name) {
        return counters.getOrDefault(name, 0L);
    }

    @Nullable
    Double meanGauge(String name) {
        Double sum = gaugeSums.get(name);
        return sum == null ? null : sum / intervals;
    }

    /** The counts of a line's outcomes in a period. Not thread-safe. */
    static final class LineCount {
        private long okEnds;
        private long declined;
        private long failed;

        void add(LineInterval.Counts counts) {
            okEnds += counts.okEnds();
            declined += counts.declined();
            failed += counts.failed();
        }

        long okEnds() {
            return okEnds;
        }

        long declined() {
            return declined;
        }

        long failed() {
            return failed;
        }
    }
}
