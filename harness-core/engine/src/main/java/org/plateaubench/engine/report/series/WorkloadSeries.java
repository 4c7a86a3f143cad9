// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Execution;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.figure.StoredCounts;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.store.record.StoredInterval;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;
import org.plateaubench.measure.timeline.PhaseWindow;

/** The time series of one workload. Missing values are NaN. Not thread-safe. */
public final class WorkloadSeries {
    private static final int PACK_AFTER_BINS = 3;
    private static final List<Integer> PERCENTILES = List.of(50, 95, 99);

    private final PlannedWorkload workload;
    private final Map<String, LineInterval.Kind> lines;
    private final Predicate<PhaseWindow> windows;
    private final ServiceTimes serviceTimes;
    private final NavigableMap<Long, WorkloadBin> bins = new TreeMap<>();
    private long latestBin = Long.MIN_VALUE;

    WorkloadSeries(PlannedWorkload workload, Predicate<PhaseWindow> windows, ServiceTimes serviceTimes) {
        this.workload = workload;
        this.windows = windows;
        this.serviceTimes = serviceTimes;
        lines = workload.lines();
    }

    public PlannedWorkload workload() {
        return workload;
    }

    public Map<String, LineInterval.Kind> lines() {
        return new LinkedHashMap<>(lines);
    }

    void add(long bin, StoredInterval interval, WorkloadInterval measured) {
        WorkloadBin target = bin(bin);
        WorkloadInterval counted =
                measured.lines().stream().allMatch(line -> windows.test(line.window())) ? measured : onlyOf(measured);
        target.agent(interval.agent()).add(interval.endNanos() - interval.startNanos(), counted);
        for (LineInterval line : counted.lines()) {
            target.times(line.line()).add(line.counts(), line.response());
            if (line.kind() == LineInterval.Kind.OPERATION) {
                target.times(null).add(line.counts(), line.response());
            }
            servicesOf(target, line.line()).forEach(times -> times.add(line.service()));
        }
        for (LagInterval lag : counted.lags()) {
            target.dispatchLag().add(lag.dispatch());
            if (hasCompletionLag()) {
                target.completionLag().add(lag.completion());
            }
        }
    }

    private boolean isOperation(String line) {
        return lines.get(line) == LineInterval.Kind.OPERATION;
    }

    /** The objects that collect the service times of a line. */
    private List<BinTimes> servicesOf(WorkloadBin bin, String line) {
        List<BinTimes> all = new ArrayList<>(2);
        if (serviceTimes.isOf(false)) {
            all.add(bin.service(line));
        }
        if (serviceTimes.isOf(true) && isOperation(line)) {
            all.add(bin.service(null));
        }
        return all;
    }

    /** Whether completion lag is measured on operations, and not on separate probes. */
    private boolean hasCompletionLag() {
        return workload.execution() == Execution.EVENT_LOOP;
    }

    private WorkloadInterval onlyOf(WorkloadInterval measured) {
        return new WorkloadInterval(
                measured.tile(),
                measured.workload(),
                measured.lines().stream()
                        .filter(line -> windows.test(line.window()))
                        .toList(),
                measured.lags().stream()
                        .filter(lag -> windows.test(lag.window()))
                        .toList(),
                measured.levels(),
                measured.schedule(),
                measured.counters(),
                measured.gauges());
    }

    /** Whether a histogram is one of this workload's times. */
    boolean wants(HistogramTag tag) {
        boolean isLag = tag.kind() == HistogramTag.Kind.DISPATCH_LAG
                || (hasCompletionLag() && tag.kind() == HistogramTag.Kind.COMPLETION_LAG);
        boolean isService = tag.kind() == HistogramTag.Kind.SERVICE && serviceTimes.isOf(isOperation(tag.line()));
        return (isLag || tag.isResponse() || isService) && windows.test(tag.window());
    }

    void add(long bin, HistogramTag tag, StoredCounts counts) {
        if (bin > latestBin) {
            bins.headMap(bin - PACK_AFTER_BINS, false).descendingMap().entrySet().stream()
                    .limit(PACK_AFTER_BINS)
                    .forEach(passed -> passed.getValue().pack());
            latestBin = bin;
        }
        WorkloadBin target = bin(bin);
        if (tag.kind() == HistogramTag.Kind.DISPATCH_LAG) {
            target.dispatchLag().add(counts);
            return;
        }
        if (tag.kind() == HistogramTag.Kind.COMPLETION_LAG) {
            target.completionLag().add(counts);
            return;
        }
        if (tag.kind() == HistogramTag.Kind.SERVICE) {
            servicesOf(target, tag.line()).forEach(times -> times.add(counts));
            return;
        }
        target.times(tag.line()).add(counts);
        if (isOperation(tag.line())) {
            target.times(null).add(counts);
        }
    }

    private WorkloadBin bin(long bin) {
        return bins.computeIfAbsent(bin, key -> new WorkloadBin());
    }

    void forgetBefore(long bin) {
        bins.headMap(bin).clear();
    }

    /** Series of all operations together, by name. */
    public Map<String, double[]> all(long fromBin, long toBin) {
        Map<String, double[]> series = new LinkedHashMap<>(line(null, fromBin, toBin));
        series.put("users", values(fromBin, toBin, bin -> bin.sum(AgentBin::meanUsers)));
        series.put("inFlight", values(fromBin, toBin, bin -> bin.sum(AgentBin::meanInFlight)));
        series.put("queued", values(fromBin, toBin, bin -> bin.sum(AgentBin::meanQueued)));
        if (workload.load().backlogPerUser() != null) {
            series.put("backlog", values(fromBin, toBin, bin -> bin.sum(AgentBin::meanBacklog)));
        }
        series.put(
                "dispatchLagP99",
                values(fromBin, toBin, bin -> bin.dispatchLag().percentileMs(99)));
        for (int percentile : PERCENTILES) {
            series.put("harnessShareP" + percentile, values(fromBin, toBin, bin -> bin.harnessShare(percentile)));
        }
        return series;
    }

    public Map<String, double[]> line(@Nullable String line, long fromBin, long toBin) {
        Map<String, double[]> series = new LinkedHashMap<>();
        series.put(
                "throughput",
                values(
                        fromBin,
                        toBin,
                        bin -> bin.perSecond(agent -> agent.count(line).okEnds())));
        series.put(
                "declined",
                values(
                        fromBin,
                        toBin,
                        bin -> bin.perSecond(agent -> agent.count(line).declined())));
        series.put(
                "failed",
                values(
                        fromBin,
                        toBin,
                        bin -> bin.perSecond(agent -> agent.count(line).failed())));
        for (int percentile : PERCENTILES) {
            series.put(
                    "p" + percentile,
                    values(fromBin, toBin, bin -> bin.times(line).percentileMs(percentile)));
        }
        series.put("max", values(fromBin, toBin, bin -> bin.times(line).maxMs()));
        if (serviceTimes.isOf(line == null)) {
            for (int percentile : PERCENTILES) {
                series.put(
                        "serviceP" + percentile,
                        values(fromBin, toBin, bin -> bin.service(line).percentileMs(percentile)));
            }
        }
        return series;
    }

    /** Growth of each counter per second, by name. */
    Map<String, double[]> counters(long fromBin, long toBin) {
        Map<String, double[]> series = new LinkedHashMap<>();
        for (String name : workload.measures(MeasureDefinition.Kind.COUNTER)) {
            series.put(name, values(fromBin, toBin, bin -> bin.perSecond(agent -> agent.counter(name))));
        }
        return series;
    }

    /** Mean level of each gauge, by name. */
    Map<String, double[]> gauges(long fromBin, long toBin) {
        Map<String, double[]> series = new LinkedHashMap<>();
        for (String name : workload.measures(MeasureDefinition.Kind.GAUGE)) {
            series.put(name, values(fromBin, toBin, bin -> bin.gauge(name)));
        }
        return series;
    }

    /** The number of successful ends of a line over all bins; null means all operations. */
    long okEnds(@Nullable String line) {
        return bins.values().stream()
                .mapToLong(bin -> bin.total(agent -> agent.count(line).okEnds()))
                .sum();
    }

    /** The number of response times measured for a line over all bins; null means all operations. */
    long measured(@Nullable String line) {
        return bins.values().stream()
                .mapToLong(bin -> bin.times(line).measured())
                .sum();
    }

    private double[] values(long fromBin, long toBin, ToDoubleFunction<WorkloadBin> value) {
        double[] values = new double[(int) (toBin - fromBin)];
        for (int i = 0; i < values.length; i++) {
            WorkloadBin bin = bins.get(fromBin + i);
            values[i] = bin == null || !bin.hasCounted() ? Double.NaN : value.applyAsDouble(bin);
        }
        return values;
    }
}
