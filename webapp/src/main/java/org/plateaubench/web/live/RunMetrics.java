// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.RunTotals;
import org.plateaubench.engine.statistics.Nanos;

/**
 * Metrics in the model of Prometheus: names and units by its conventions, times in seconds, totals that only grow. The
 * values of labels come from the plans, and the number of error classes is bounded. One thread.
 */
final class RunMetrics {
    private static final int MOST_ERROR_CLASSES = 20;
    private static final String OTHER = "other";

    private final CounterSnapshot.Builder operations =
            CounterSnapshot.builder().name("plateau_operations").help("Ends of operations, by outcome.");
    private final CounterSnapshot.Builder errors =
            CounterSnapshot.builder().name("plateau_operation_errors").help("Errors of operations, by class.");
    private final HistogramSnapshot.Builder responses = HistogramSnapshot.builder()
            .name("plateau_operation_response_seconds")
            .help("Response times of successes and refusals, from the intended start; timed out and abandoned ones are"
                    + " not in it.");
    private final HistogramSnapshot.Builder lags = HistogramSnapshot.builder()
            .name("plateau_dispatch_lag_seconds")
            .help("How late the harness itself started operations.");
    private final GaugeSnapshot.Builder users =
            GaugeSnapshot.builder().name("plateau_users").help("Users that are connected.");
    private final GaugeSnapshot.Builder inFlight =
            GaugeSnapshot.builder().name("plateau_operations_in_flight").help("Operations under way.");
    private final GaugeSnapshot.Builder queued =
            GaugeSnapshot.builder().name("plateau_arrivals_queued").help("Arrivals that wait for a user.");
    private final GaugeSnapshot.Builder stalls = GaugeSnapshot.builder()
            .name("plateau_agent_stall_seconds")
            .help("Longest time by which a thread that only sleeps woke up late, in the last interval.");
    private final GaugeSnapshot.Builder cpu = GaugeSnapshot.builder()
            .name("plateau_agent_cpu_ratio")
            .help("Processor time of the agent's process over time and cores, in the last interval.");
    private final GaugeSnapshot.Builder heap =
            GaugeSnapshot.builder().name("plateau_agent_heap_bytes").help("Heap in use of the agent's process.");
    private final InfoSnapshot.Builder infos =
            InfoSnapshot.builder().name("plateau_run").help("Runs that are in progress or ended recently.");
    private final GaugeSnapshot.Builder running =
            GaugeSnapshot.builder().name("plateau_run_active").help("1 while the run is in progress, then 0.");
    private final GaugeSnapshot.Builder elapsed =
            GaugeSnapshot.builder().name("plateau_run_elapsed_seconds").help("The run's clock.");
    private final List<MetricSnapshot> console = new ArrayList<>();
    private boolean hasRuns;

    /**
     * The exemplars of a run, which identify the slowest operation of an interval by names and numbers of the run only.
     */
    private record Examples(String run, @Nullable Instant origin) {
        /** Characters of names and values of the labels of one exemplar, by OpenMetrics 1.0; a scrape with more is refused. */
        private static final int MOST_CHARACTERS = 128;

        Exemplars of(RunTotals.TimeTotals times) {
            List<Exemplar> exemplars = new ArrayList<>();
            times.slowest().values().forEach(slowest -> {
                Labels labels =
                        Labels.of("run", run, "agent", slowest.agent(), "interval", Long.toString(slowest.sequence()));
                if (origin != null && characters(labels) <= MOST_CHARACTERS) {
                    exemplars.add(Exemplar.builder()
                            .value(slowest.valueNanos() / Nanos.PER_SECOND)
                            .labels(labels)
                            .timestampMillis(
                                    origin.plusNanos(slowest.endNanos()).toEpochMilli())
                            .build());
                }
            });
            return Exemplars.of(exemplars);
        }

        private static int characters(Labels labels) {
            return labels.stream()
                    .mapToInt(
                            label -> label.getName().length() + label.getValue().length())
                    .sum();
        }
    }

    /**
     * Adds the metrics of a run.
     *
     * @param now the time of the measurements; of a run that has ended, its end
     */
    void add(String runId, RunPlan plan, RunCourse course, Instant now, boolean isRunning, RunTotals totals) {
        hasRuns = true;
        Labels id = Labels.of("run", runId);
        RunCourse.CurrentPhase phase = course.phase();
        infos.dataPoint(new InfoDataPointSnapshot(id.add("name", plan.name())
                .add("class", plan.runClass().label())
                .add("phase", phase == null ? "" : phase.name())));
        running.dataPoint(gauge(id, isRunning ? 1 : 0));
        Double seconds = course.elapsedSeconds(now);
        if (seconds != null) {
            elapsed.dataPoint(gauge(id, seconds));
        }
        Examples examples = new Examples(runId, course.origin());
        for (RunTotals.WorkloadTotals workload : totals.workloads()) {
            Labels labels = id.add("tile", Integer.toString(workload.tile())).add("workload", workload.name());
            users.dataPoint(gauge(labels, workload.users()));
            inFlight.dataPoint(gauge(labels, workload.inFlight()));
            queued.dataPoint(gauge(labels, workload.queued()));
            lags.dataPoint(histogram(labels, workload.dispatchLag(), examples));
            workload.lines().forEach(line -> add(labels, line, examples));
        }
        for (RunTotals.Agent agent : totals.agents()) {
            Labels labels = id.add("agent", agent.agent());
            stalls.dataPoint(gauge(labels, agent.longestStallSeconds()));
            cpu.dataPoint(gauge(labels, agent.processCpuShare()));
            heap.dataPoint(gauge(labels, (double) agent.heapUsedBytes()));
        }
    }

    private void add(Labels workload, RunTotals.LineTotals line, Examples examples) {
        Labels labels = workload.add("operation", line.name()).add("kind", line.kind());
        line.outcomes()
                .forEach((outcome, count) -> operations.dataPoint(counter(labels.add("outcome", outcome), count)));
        long others = 0;
        int named = 0;
        for (Map.Entry<String, Long> errorClass : line.errorsByClass().entrySet()) {
            if (named < MOST_ERROR_CLASSES && !errorClass.getKey().equals(OTHER)) {
                errors.dataPoint(counter(labels.add("class", errorClass.getKey()), errorClass.getValue()));
                named++;
            } else {
                others += errorClass.getValue();
            }
        }
        if (others > 0) {
            errors.dataPoint(counter(labels.add("class", OTHER), (double) others));
        }
        responses.dataPoint(histogram(labels, line.times(), examples));
    }

    /** Adds the metrics of the console. */
    void addConsole(int liveViewers, int listViewers, int queueLength) {
        console.add(GaugeSnapshot.builder()
                .name("plateau_console_viewers")
                .help("Open live streams.")
                .dataPoint(gauge(Labels.of("stream", "run"), liveViewers))
                .dataPoint(gauge(Labels.of("stream", "lists"), listViewers))
                .build());
        console.add(GaugeSnapshot.builder()
                .name("plateau_queue_length")
                .help("Runs that wait in the queue.")
                .dataPoint(gauge(Labels.EMPTY, queueLength))
                .build());
    }

    private static CounterDataPointSnapshot counter(Labels labels, double value) {
        return CounterDataPointSnapshot.builder().labels(labels).value(value).build();
    }

    private static GaugeDataPointSnapshot gauge(Labels labels, double value) {
        return GaugeDataPointSnapshot.builder().labels(labels).value(value).build();
    }

    private static HistogramDataPointSnapshot histogram(Labels labels, RunTotals.TimeTotals times, Examples examples) {
        long[] ends = RunTotals.bucketEndNanos();
        long[] upTo = times.upTo();
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        long before = 0;
        for (int i = 0; i < ends.length; i++) {
            buckets.bucket(ends[i] / Nanos.PER_SECOND, upTo[i] - before);
            before = upTo[i];
        }
        buckets.bucket(Double.POSITIVE_INFINITY, times.count() - before);
        return HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(buckets.build())
                .exemplars(examples.of(times))
                .sum(times.sumNanos() / Nanos.PER_SECOND)
                .build();
    }

    /** Returns everything that was added. */
    MetricSnapshots snapshots() {
        MetricSnapshots.Builder all = MetricSnapshots.builder();
        if (hasRuns) {
            List.of(operations.build(), errors.build(), responses.build(), lags.build(), users.build())
                    .forEach(all::metricSnapshot);
            List.of(inFlight.build(), queued.build(), stalls.build(), cpu.build(), heap.build(), running.build())
                    .forEach(all::metricSnapshot);
            all.metricSnapshot(elapsed.build()).metricSnapshot(infos.build());
        }
        console.forEach(all::metricSnapshot);
        return all.build();
    }
}
