// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.PrintStream;
import java.time.Instant;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.PhaseWindow;
import org.plateaubench.measure.interval.WorkloadInterval;

public final class IntervalExport {
    private static final double MAXIMUM_UNIT_RATIO = 1e6;

    private IntervalExport() {}

    /** JSON lines, in which a histogram is the number of its values. */
    public static void json(StoredRun run, PrintStream out) {
        run.forEachInterval(interval -> out.println(Documents.line(interval)));
    }

    /** HdrHistogram's log format; tags {@code tile/workload/line/kind/population/window}, times on the run's clock. */
    public static void histograms(StoredRun run, PrintStream out) {
        HistogramLogWriter writer = new HistogramLogWriter(out);
        writer.outputComment("[Plateau run: times in nanoseconds, maximum of each line in milliseconds]");
        writer.outputLogFormatVersion();
        Instant origin = RunEvent.origin(run.events());
        long start = origin == null ? 0 : origin.toEpochMilli();
        writer.outputStartTime(start);
        writer.outputBaseTime(start);
        writer.outputLegend();
        run.forEachInterval(interval -> {
            for (WorkloadInterval workload : interval.workloads()) {
                histograms(writer, interval, workload);
            }
        });
    }

    private static void histograms(HistogramLogWriter writer, StoredInterval interval, WorkloadInterval workload) {
        String scope = workload.tile() + "/" + workload.workload() + "/";
        for (LineInterval line : workload.lines()) {
            String name = scope + line.line();
            write(writer, interval, name + "/response/ok/", line.window(), line.response());
            write(writer, interval, name + "/service/ok/", line.window(), line.service());
            write(writer, interval, name + "/response/error/", line.window(), line.error());
        }
        String harness = scope + WorkloadDefinition.HARNESS_LINE;
        for (LagInterval lag : workload.lags()) {
            write(writer, interval, harness + "/dispatch-lag/ok/", lag.window(), lag.dispatch());
            write(writer, interval, harness + "/completion-lag/ok/", lag.window(), lag.completion());
            write(writer, interval, harness + "/wake-up-lag/ok/", lag.window(), lag.wakeUp());
        }
    }

    private static void write(
            HistogramLogWriter writer, StoredInterval interval, String tag, PhaseWindow window, @Nullable Times times) {
        if (times != null && times.histogram().totalCount() > 0) {
            Histogram histogram = times.histogram().toHistogram();
            histogram.setTag(tag + window.label());
            writer.outputIntervalHistogram(
                    interval.startNanos() / Nanos.PER_SECOND,
                    interval.endNanos() / Nanos.PER_SECOND,
                    histogram,
                    MAXIMUM_UNIT_RATIO);
        }
    }
}
