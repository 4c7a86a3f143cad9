// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleUnaryOperator;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;
import org.plateaubench.engine.store.IntervalExport;
import org.plateaubench.engine.store.RunReader;
import tools.jackson.databind.JsonNode;

/**
 * Compares the percentiles that a run printed with those that a client of the server must have measured. A percentile
 * is proven when it is
 *
 * <ul>
 *   <li>not below that of the server's distribution, minus 1 % and 50 us: nothing makes a server faster;
 *   <li>not above the sum of the server's own time and the transmission time that a bare client measured at the same
 *       time, plus 1 %, 50 us and the lag that the run reports at the same percentile. The longest stall excuses
 *       nothing. Where users catch up on late units, the lag of each unit delays all units that follow.
 * </ul>
 */
final class PercentileProof {
    static final Map<String, Double> PERCENTILES =
            new TreeMap<>(Map.of("p50", 0.5, "p90", 0.9, "p95", 0.95, "p99", 0.99, "p99_9", 0.999));

    private static final String COMPLETION_LAG = "harness/completion-lag";
    private static final String DISPATCH_LAG = "harness/dispatch-lag";
    private static final double NANOS_PER_MS = 1e6;

    /**
     * The known figures of one workload, in ms.
     *
     * @param operation line of the result
     * @param law service time by the distribution of the server
     * @param response what a client must have measured, from the intended start
     * @param service the same from the actual start
     * @param lawOfResponse response time by the distribution of the server
     * @param late what a client must have measured from the intended start when the reported lags are added to each
     * unit
     */
    record Known(
            String operation,
            DoubleUnaryOperator law,
            DoubleUnaryOperator lawOfResponse,
            Times service,
            Times response,
            Times late) {
        /** For users who are never late, so that response time is service time. */
        static Known inTime(String operation, DoubleUnaryOperator law, Times observed) {
            return new Known(operation, law, law, observed, observed, observed);
        }

        private double addedByLateness(double share) {
            return late.percentile(share) - response.percentile(share);
        }
    }

    /**
     * One printed percentile of one run, in ms.
     *
     * @param tooLong by how much it exceeds its upper bound; negative if it does not
     * @param tooShort by how much it is below its lower bound; negative if it is not
     */
    record Row(String what, double printed, double law, double observed, double lag, double tooLong, double tooShort) {
        boolean isProven() {
            return tooLong <= 0 && tooShort <= 0;
        }

        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%s: printed %.3f, distribution %.3f, bare client and server %.3f, lag %.3f%s",
                    what,
                    printed,
                    law,
                    observed,
                    lag,
                    isProven()
                            ? ""
                            : String.format(Locale.ROOT, ", NOT PROVEN by %.3f ms", Math.max(tooLong, tooShort)));
        }
    }

    private final RunFolder run;
    private final Map<String, Histogram> histograms = new LinkedHashMap<>();

    PercentileProof(RunFolder run) throws IOException {
        this.run = run;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        IntervalExport.histograms(RunReader.read(run.path()), new PrintStream(log, true, StandardCharsets.UTF_8));
        try (HistogramLogReader reader = new HistogramLogReader(new ByteArrayInputStream(log.toByteArray()))) {
            while (reader.hasNext()) {
                if (reader.nextIntervalHistogram() instanceof Histogram histogram) {
                    histograms
                            .computeIfAbsent(String.valueOf(histogram.getTag()), any -> new Histogram(3))
                            .add(histogram);
                }
            }
        }
    }

    /** The times of a workload's line in the steady phase, such as {@code harness/dispatch-lag}, in ms. */
    Times times(String workload, String lineAndKind) {
        Histogram histogram = histograms.get("1/" + workload + "/" + lineAndKind + "/ok/steady");
        if (histogram == null) {
            return Times.NONE;
        }
        List<Double> values = new ArrayList<>();
        for (HistogramIterationValue value : histogram.recordedValues()) {
            for (long i = 0; i < value.getCountAtValueIteratedTo(); i++) {
                values.add(histogram.highestEquivalentValue(value.getValueIteratedTo()) / NANOS_PER_MS);
            }
        }
        return Times.of(values.stream().mapToDouble(value -> value).toArray());
    }

    /** The lags that the run reports for a unit of the workload: of its start and of the reading of its reply. */
    Times lags(String workload) {
        return times(workload, COMPLETION_LAG).plus(times(workload, DISPATCH_LAG));
    }

    /** Compares every printed percentile of the workload with its known value. */
    List<Row> rows(String workload, Known known) {
        List<Row> rows = new ArrayList<>();
        Times completionLag = times(workload, COMPLETION_LAG);
        Times dispatchLag = times(workload, DISPATCH_LAG);
        JsonNode line = line(workload, known.operation());
        PERCENTILES.forEach((name, share) -> {
            double completion = completionLag.percentile(share);
            rows.add(row(
                    workload + " response time " + name,
                    line.path("figures").path(name).asDouble(),
                    known.lawOfResponse().applyAsDouble(share),
                    known.response().percentile(share),
                    Math.max(completion + dispatchLag.percentile(share), known.addedByLateness(share))));
            rows.add(row(
                    workload + " service time " + name,
                    RunFolder.serviceTimes(line).path(name).asDouble(),
                    known.law().applyAsDouble(share),
                    known.service().percentile(share),
                    completion));
        });
        return rows;
    }

    /** Compares one percentile with its bounds. */
    static Row row(String what, double printed, double law, double observed, double lag) {
        double expected = Math.max(law, observed);
        return new Row(
                what,
                printed,
                law,
                observed,
                lag,
                printed - expected - lag - tolerance(expected),
                law - tolerance(law) - printed);
    }

    static double tolerance(double ms) {
        return 0.01 * ms + 0.05;
    }

    /** The block of a line in the result. */
    JsonNode line(String workload, String name) {
        for (JsonNode candidate : run.json("result.json").path("workloads")) {
            for (JsonNode line : candidate.path("operations")) {
                if (candidate.path("name").asString().equals(workload)
                        && line.path("name").asString().equals(name)) {
                    return line;
                }
            }
        }
        throw new AssertionError("no line " + name + " of " + workload);
    }

    /** For each percentile, the row with the median deviation. */
    static List<Row> medians(List<List<Row>> runs) {
        List<Row> medians = new ArrayList<>();
        for (int i = 0; i < runs.getFirst().size(); i++) {
            int index = i;
            List<Row> same = runs.stream()
                    .map(rows -> rows.get(index))
                    .sorted((a, b) -> Double.compare(a.tooLong(), b.tooLong()))
                    .toList();
            Row row = same.get(same.size() / 2);
            double tooShort = same.stream().mapToDouble(Row::tooShort).sorted().toArray()[same.size() / 2];
            medians.add(
                    new Row(row.what(), row.printed(), row.law(), row.observed(), row.lag(), row.tooLong(), tooShort));
        }
        return medians;
    }
}
