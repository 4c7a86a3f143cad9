// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.figure.Totals;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.run.event.RunObserver;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.recorder.AcknowledgedItems;
import org.plateaubench.measure.recorder.DistinctErrors;
import org.plateaubench.measure.recorder.RecordedTotals;
import org.plateaubench.spi.SentTotals;

/**
 * Combines the agents' snapshots of one interval. A snapshot is stored as soon as it arrives. An interval is closed
 * when every agent has delivered its snapshot or the deadline has passed; a snapshot that has not arrived by then is
 * stored as missing, and as late if it arrives afterwards. Not thread-safe.
 */
public final class IntervalAggregator {
    private final Map<String, AgentProgress> agents = new TreeMap<>();
    private final long intervalNanos;
    private final long graceNanos;
    private final IntervalLog log;
    private final RunObserver observer;
    /** The totals of each workload over the run, by scope. */
    private final Map<String, RecordedTotals> totals = new HashMap<>();
    /** Distinct errors by their properties and agent; the counts of an agent are cumulative. */
    private final Map<List<String>, Map<String, ErrorRecord>> errorsByAgent = new HashMap<>();
    /** Only sums, because the complete snapshots of 100 agents with 68 workloads each would take gigabytes. */
    private final Map<Long, Map<String, LiveRow>> open = new TreeMap<>();

    private long nextToClose;
    /** The number of agents whose snapshot of the next interval has not arrived; checked at every arrival. */
    private int awaited;

    private long missing;

    public IntervalAggregator(
            List<String> agents, long intervalNanos, long graceNanos, IntervalLog log, RunObserver observer) {
        agents.forEach(agent -> this.agents.put(agent, new AgentProgress()));
        awaited = this.agents.size();
        this.intervalNanos = intervalNanos;
        this.graceNanos = graceNanos;
        this.log = log;
        this.observer = observer;
    }

    public void accept(IntervalSnapshot snapshot) {
        AgentProgress agent = agents.get(snapshot.agent());
        if (agent == null || !agent.isNew(snapshot.sequence())) {
            return;
        }
        boolean wasAwaited = agent.isAwaited(nextToClose);
        agent.markArrived(snapshot.sequence(), snapshot.last());
        awaited -= wasAwaited && !agent.isAwaited(nextToClose) ? 1 : 0;
        for (WorkloadInterval workload : snapshot.workloads()) {
            totals(workload.tile() + "/" + workload.workload()).add(workload);
        }
        boolean isLate = snapshot.sequence() < nextToClose;
        if (isLate) {
            missing--;
        } else {
            add(snapshot, open.computeIfAbsent(snapshot.sequence(), sequence -> new LinkedHashMap<>()));
        }
        log.interval(snapshot, isLate ? Delivery.LATE : Delivery.ON_TIME);
        while (awaited == 0 && open.containsKey(nextToClose)) {
            close();
        }
    }

    /** Adds the distinct errors of one agent whose cumulative counts have changed. */
    public void addErrors(String agent, String scope, List<DistinctErrors.Entry> errors) {
        List<ErrorRecord> sums = new ArrayList<>(errors.size());
        for (DistinctErrors.Entry entry : errors) {
            ErrorRecord error = ErrorRecord.of(scope, entry);
            Map<String, ErrorRecord> ofAgents = errorsByAgent.computeIfAbsent(error.key(), key -> new HashMap<>());
            ofAgents.put(agent, error);
            sums.add(ofAgents.values().stream().reduce(ErrorRecord::plus).orElse(error));
        }
        log.errors(sums);
    }

    public void addAcknowledged(String agent, String scope, Map<String, AcknowledgedItems.Collected> items) {
        totals(scope).add(items);
    }

    /** Closes the intervals whose deadline has passed; intervals that did not arrive are missing. */
    public void advance(long runNanos) {
        while ((nextToClose + 1) * intervalNanos + graceNanos <= runNanos && !isOver()) {
            close();
        }
    }

    /**
     * Closes all intervals, because nothing more will arrive.
     *
     * @param runEndNanos instant up to which agents should have delivered if they did not report their end
     */
    public void finish(long runEndNanos) {
        while (!open.isEmpty() || (nextToClose * intervalNanos < runEndNanos && !isOver())) {
            close();
        }
    }

    public SentTotals sent(int tile, String workload) {
        return totals(tile + "/" + workload);
    }

    private RecordedTotals totals(String scope) {
        return totals.computeIfAbsent(scope, name -> new RecordedTotals());
    }

    public long missing() {
        return missing;
    }

    public boolean isComplete(String agent) {
        AgentProgress progress = agents.get(agent);
        return progress != null && progress.last != Long.MAX_VALUE;
    }

    private boolean isOver() {
        return agents.values().stream().noneMatch(agent -> agent.isExpected(nextToClose));
    }

    private void close() {
        long sequence = nextToClose++;
        boolean complete = true;
        awaited = 0;
        for (Map.Entry<String, AgentProgress> agent : agents.entrySet()) {
            awaited += agent.getValue().isAwaited(nextToClose) ? 1 : 0;
            if (agent.getValue().isAwaited(sequence)) {
                complete = false;
                missing++;
                log.missing(agent.getKey(), sequence, sequence * intervalNanos, (sequence + 1) * intervalNanos);
            }
        }
        Map<String, LiveRow> rows = open.remove(sequence);
        observer.interval(new LiveTable(
                sequence * intervalNanos,
                (sequence + 1) * intervalNanos,
                complete,
                rows == null
                        ? List.of()
                        : rows.values().stream().map(LiveRow::row).toList()));
    }

    private static void add(IntervalSnapshot snapshot, Map<String, LiveRow> rows) {
        snapshot.workloads()
                .forEach(workload -> rows.computeIfAbsent(
                                workload.tile() + "/" + workload.workload(),
                                scope -> new LiveRow(workload.tile(), workload.workload()))
                        .add(workload, snapshot.endNanos() - snapshot.startNanos()));
    }

    private static final class AgentProgress {
        /** All intervals below this number have arrived. */
        private long next;

        private final NavigableSet<Long> outOfOrder = new TreeSet<>();
        private long last = Long.MAX_VALUE;

        boolean isNew(long sequence) {
            return sequence >= next && !outOfOrder.contains(sequence);
        }

        boolean isExpected(long sequence) {
            return sequence <= last;
        }

        boolean isAwaited(long sequence) {
            return isExpected(sequence) && isNew(sequence);
        }

        void markArrived(long sequence, boolean isLast) {
            outOfOrder.add(sequence);
            while (outOfOrder.remove(next)) {
                next++;
            }
            if (isLast) {
                last = sequence;
            }
        }
    }

    /** Computes one row of the live table as a sum over agents, lines and windows. */
    private static final class LiveRow {
        private final int tile;
        private final String workload;
        private final Totals totals = new Totals(0);
        private final TimeTotals dispatchLag = new TimeTotals();
        private final TimeTotals completionLag = new TimeTotals();
        private double lengthNanos;
        private int agents;
        private int users;

        LiveRow(int tile, String workload) {
            this.tile = tile;
            this.workload = workload;
        }

        void add(WorkloadInterval interval, long length) {
            agents++;
            lengthNanos += length;
            users += interval.levels().liveUsers();
            for (LagInterval lag : interval.lags()) {
                dispatchLag.add(lag.dispatch());
                completionLag.add(lag.completion());
            }
            interval.lines().stream()
                    .filter(line -> line.kind() == LineInterval.Kind.OPERATION)
                    .forEach(totals::add);
        }

        LiveTable.Row row() {
            totals.setSeconds(lengthNanos / agents / Nanos.PER_SECOND);
            return new LiveTable.Row(tile, workload, totals, dispatchLag, completionLag, users);
        }
    }
}
