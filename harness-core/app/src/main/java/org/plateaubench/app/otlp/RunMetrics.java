// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.otlp;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.app.otlp.OtlpDocument.Buckets;
import org.plateaubench.app.otlp.OtlpDocument.Metric;
import org.plateaubench.app.otlp.OtlpDocument.Point;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.engine.report.series.RunTotals;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.record.RunEvent;
import org.plateaubench.engine.store.record.RunRecords;
import org.plateaubench.wire.TelemetrySample;

/**
 * The metrics of one run, which are the same as in the console's {@code /metrics} after a receiver has translated their
 * names for Prometheus, with the newest samples of telemetry. Attributes are names of the plan and of sources, and so
 * not secret. Not thread-safe.
 */
final class RunMetrics implements RunRecords {
    /** The greatest number of error classes; further ones are counted together. */
    private static final int MOST_ERROR_CLASSES = 20;

    private static final String OTHER = "other";

    private final String runId;
    private final RunTotals totals;
    /** The newest sample of each series of each source. */
    private final Map<List<String>, TelemetrySample> newest = new LinkedHashMap<>();

    private @Nullable Instant origin;

    /** Creates metrics without data. */
    RunMetrics(String runId, RunPlan plan) {
        this.runId = runId;
        totals = new RunTotals(plan);
    }

    /** The receivers of records: the totals and this object. */
    RunRecords records() {
        return totals.and(this);
    }

    @Override
    public void event(RunEvent event) {
        if (origin == null && event.runNanos() >= 0) {
            origin = event.at().minusNanos(event.runNanos());
        }
    }

    @Override
    public void telemetry(TelemetrySample point) {
        if (!point.unit().equals(MeasureDefinition.EVENT_UNIT)) {
            newest.put(List.of(point.source(), point.series()), point);
        }
    }

    /** All metrics at an instant; empty before the run's clock was started. */
    List<Metric> at(Instant now) {
        Instant start = origin;
        return start == null ? List.of() : new Reading(start, now).metrics();
    }

    private static String unixNanos(Instant at) {
        return Long.toString(Math.addExact(TimeUnit.SECONDS.toNanos(at.getEpochSecond()), at.getNano()));
    }

    private final class Reading {
        private final Instant start;
        private final String started;
        private final String now;
        private final List<Point> operations = new ArrayList<>();
        private final List<Point> errors = new ArrayList<>();
        private final List<Buckets> responses = new ArrayList<>();
        private final List<Buckets> lags = new ArrayList<>();
        private final List<Point> users = new ArrayList<>();
        private final List<Point> inFlight = new ArrayList<>();
        private final List<Point> queued = new ArrayList<>();
        private final List<Point> stalls = new ArrayList<>();
        private final List<Point> cpu = new ArrayList<>();
        private final List<Point> heap = new ArrayList<>();
        private final List<Point> levels = new ArrayList<>();
        private final List<Point> running = new ArrayList<>();

        Reading(Instant start, Instant now) {
            this.start = start;
            started = unixNanos(start);
            this.now = unixNanos(now);
        }

        List<Metric> metrics() {
            totals.workloads().forEach(this::add);
            for (RunTotals.Agent agent : totals.agents()) {
                Map<String, String> labels = labels(Map.of(), "agent", agent.agent());
                stalls.add(point(labels, agent.longestStallSeconds()));
                cpu.add(point(labels, agent.processCpuShare()));
                heap.add(point(labels, (double) agent.heapUsedBytes()));
            }
            newest.values().forEach(this::add);
            return Stream.of(
                            Metric.total("plateau.operations", "Ends of operations, by outcome.", "", operations),
                            Metric.total("plateau.operation.errors", "Errors of operations, by class.", "", errors),
                            Metric.times(
                                    "plateau.operation.response",
                                    "Response times of successes and refusals, from the intended start.",
                                    responses),
                            Metric.times(
                                    "plateau.dispatch.lag", "How late the harness itself started operations.", lags),
                            Metric.level("plateau.users", "Users that are connected.", "", users),
                            Metric.level("plateau.operations.in_flight", "Operations under way.", "", inFlight),
                            Metric.level("plateau.arrivals.queued", "Arrivals that wait for a user.", "", queued),
                            Metric.level("plateau.agent.stall", "Longest stall of the last interval.", "s", stalls),
                            Metric.level("plateau.agent.cpu", "Processor time over time and cores.", "1", cpu),
                            Metric.level("plateau.agent.heap", "Heap in use.", "By", heap),
                            Metric.level("plateau.telemetry.level", "Newest sample of a level.", "", levels),
                            Metric.total("plateau.telemetry.total", "Newest sample of a running total.", "", running))
                    .filter(metric -> !metric.isEmpty())
                    .toList();
        }

        private void add(RunTotals.WorkloadTotals workload) {
            Map<String, String> labels =
                    labels(labels(Map.of(), "tile", Integer.toString(workload.tile())), "workload", workload.name());
            users.add(point(labels, workload.users()));
            inFlight.add(point(labels, workload.inFlight()));
            queued.add(point(labels, workload.queued()));
            lags.add(buckets(labels, workload.dispatchLag()));
            workload.lines().forEach(line -> add(labels, line));
        }

        private void add(Map<String, String> workload, RunTotals.LineTotals line) {
            Map<String, String> labels = labels(labels(workload, "operation", line.name()), "kind", line.kind());
            line.outcomes()
                    .forEach((outcome, count) ->
                            operations.add(point(labels(labels, "outcome", outcome), (double) count)));
            Map<String, Long> byClass = new LinkedHashMap<>();
            line.errorsByClass()
                    .forEach((name, count) ->
                            byClass.merge(byClass.size() < MOST_ERROR_CLASSES ? name : OTHER, count, Long::sum));
            byClass.forEach((name, count) -> errors.add(point(labels(labels, "class", name), (double) count)));
            responses.add(buckets(labels, line.times()));
        }

        private void add(TelemetrySample sample) {
            Map<String, String> labels = labels(
                    labels(labels(Map.of(), "source", sample.source()), "series", sample.series()),
                    "unit",
                    sample.unit());
            (sample.cumulative() ? running : levels)
                    .add(new Point(
                            attributes(labels),
                            started,
                            unixNanos(start.plusNanos(sample.runNanos())),
                            sample.value()));
        }

        private Point point(Map<String, String> labels, double value) {
            return new Point(attributes(labels), started, now, value);
        }

        private Buckets buckets(Map<String, String> labels, RunTotals.TimeTotals times) {
            long[] upTo = times.upTo();
            long[] each = new long[upTo.length + 1];
            for (int i = 0; i < upTo.length; i++) {
                each[i] = upTo[i] - (i == 0 ? 0 : upTo[i - 1]);
            }
            each[upTo.length] = times.count() - (upTo.length == 0 ? 0 : upTo[upTo.length - 1]);
            return new Buckets(
                    attributes(labels),
                    started,
                    now,
                    Long.toString(times.count()),
                    times.sumNanos() / Nanos.PER_SECOND,
                    OtlpDocument.texts(each),
                    Arrays.stream(RunTotals.bucketEndNanos())
                            .mapToObj(end -> end / Nanos.PER_SECOND)
                            .toList(),
                    times.slowest().values().stream().map(this::exemplar).toList());
        }

        /** The exemplar of a bucket, without the run, which is already an attribute of the point. */
        private OtlpDocument.Exemplar exemplar(RunTotals.Slowest slowest) {
            return new OtlpDocument.Exemplar(
                    OtlpDocument.attributes(labels(
                            labels(Map.of(), "agent", slowest.agent()), "interval", Long.toString(slowest.sequence()))),
                    unixNanos(start.plusNanos(slowest.endNanos())),
                    slowest.valueNanos() / Nanos.PER_SECOND);
        }

        private List<OtlpDocument.Attribute> attributes(Map<String, String> labels) {
            return OtlpDocument.attributes(labels(labels, "run", runId));
        }

        private static Map<String, String> labels(Map<String, String> before, String key, String value) {
            Map<String, String> labels = new LinkedHashMap<>(before);
            labels.put(key, value);
            return labels;
        }
    }
}
