// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store.record;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.figure.StoredCounts;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.engine.store.file.Lines;
import org.plateaubench.measure.histogram.HistogramEncoder;
import org.plateaubench.measure.histogram.Times;
import org.plateaubench.measure.interval.HistogramTag;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.measure.interval.LagInterval;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.measure.interval.WorkloadInterval;

/**
 * The file {@code intervals.hlog}: the HdrHistogram log format, version 1.3, with a tag on each line. Its base time is
 * the start of ramp-up, so that a time stamp is an instant of the run's clock in seconds. The lines are like those of
 * the library's own writer, with the histograms as the agents have encoded them. They are read one by one, so that a
 * broken line does not affect others.
 */
public final class HistogramLog {
    private static final long NANOS_IN_MILLISECOND = 1_000_000;

    private static final String TAG = "Tag=";

    private HistogramLog() {}

    public static byte[] header(Instant start) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(bytes);
        writer.outputComment("[Plateau run: times in nanoseconds, maximum of each line in milliseconds]");
        writer.outputLogFormatVersion();
        writer.outputStartTime(start.toEpochMilli());
        writer.outputBaseTime(start.toEpochMilli());
        writer.outputLegend();
        writer.close();
        return bytes.toByteArray();
    }

    /** The lines of one interval of one agent; empty if it has no values. */
    public static byte[] lines(IntervalSnapshot snapshot) {
        StringBuilder lines = new StringBuilder();
        String when = seconds(snapshot.startNanos()) + "," + seconds(snapshot.endNanos() - snapshot.startNanos()) + ",";
        try (HistogramEncoder encoder = new HistogramEncoder()) {
            forEachTimes(snapshot.workloads(), (tag, times) -> {
                lines.append(TAG).append(tag).append(',').append(when);
                thousandths(lines, Math.divideExact(times.histogram().greatestNanos() + 500, 1_000));
                lines.append(',').append(times.histogram().encoded(encoder)).append('\n');
            });
        }
        return lines.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f", nanos / Nanos.PER_SECOND);
    }

    /** A number with three decimals. */
    private static void thousandths(StringBuilder line, long number) {
        long rest = number % 1_000;
        line.append(number / 1_000)
                .append(rest < 10 ? ".00" : rest < 100 ? ".0" : ".")
                .append(rest);
    }

    /** Passes every histogram of the file to the consumer, in file order. */
    public static void read(Path file, TimedRecords consumer, List<String> damage) throws IOException {
        Parser parser = new Parser();
        Lines.read(file, line -> parser.read(line, consumer), damage);
    }

    /** Receives stored histograms one after the other. */
    @FunctionalInterface
    public interface TimedRecords {
        /** Whether it should be decoded. */
        default boolean wants(long startNanos, long endNanos, HistogramTag tag) {
            return true;
        }

        /**
         * Receives one histogram.
         *
         * @param startNanos start of its interval on the run's clock, to a millisecond
         * @param endNanos end of its interval on the run's clock, to a millisecond
         * @param tag meaning of the values
         * @param counts nanoseconds; valid until this method returns
         */
        void histogram(long startNanos, long endNanos, HistogramTag tag, StoredCounts counts);
    }

    /** Reads single lines. Not thread-safe. */
    public static final class Parser {
        private final StoredCounts counts = new StoredCounts();
        private final Map<String, HistogramTag> tags = new HashMap<>();

        /** Passes on the histogram of a line, if it has one that is wanted. */
        public void read(String line, TimedRecords records) {
            if (line.startsWith("#") || line.startsWith("\"StartTimestamp\"")) {
                return;
            }
            int start = line.indexOf(',') + 1;
            int length = line.indexOf(',', start) + 1;
            int longest = line.indexOf(',', length) + 1;
            int histogram = line.indexOf(',', longest) + 1;
            if (!line.startsWith(TAG) || start == 0 || length == 0 || longest == 0 || histogram == 0) {
                throw new IllegalArgumentException("no line of a histogram log");
            }
            long startNanos = nanos(line.substring(start, length - 1));
            long lengthNanos = nanos(line.substring(length, longest - 1));
            HistogramTag tag = tags.computeIfAbsent(line.substring(TAG.length(), start - 1), HistogramTag::parse);
            if (records.wants(startNanos, startNanos + lengthNanos, tag)) {
                counts.read(line.substring(histogram));
                records.histogram(startNanos, startNanos + lengthNanos, tag, counts);
            }
        }
    }

    private static long nanos(String seconds) {
        return Math.round(Double.parseDouble(seconds) * 1e3) * NANOS_IN_MILLISECOND;
    }

    @FunctionalInterface
    public interface TimesConsumer {
        void accept(HistogramTag tag, Times times);
    }

    /** Passes on every set of times whose histogram has values, with its tag. */
    public static void forEachTimes(List<WorkloadInterval> workloads, TimesConsumer consumer) {
        workloads.forEach(workload -> forEachTimes(workload, consumer));
    }

    private static void forEachTimes(WorkloadInterval workload, TimesConsumer consumer) {
        Tags tags = new Tags(workload.tile(), workload.workload(), consumer);
        for (LineInterval line : workload.lines()) {
            tags.give(line.line(), HistogramTag.Kind.RESPONSE, HistogramTag.Population.OK, line, line.response());
            tags.give(line.line(), HistogramTag.Kind.SERVICE, HistogramTag.Population.OK, line, line.service());
            tags.give(line.line(), HistogramTag.Kind.RESPONSE, HistogramTag.Population.ERROR, line, line.error());
        }
        for (LagInterval lag : workload.lags()) {
            tags.giveLag(HistogramTag.Kind.DISPATCH_LAG, lag, lag.dispatch());
            tags.giveLag(HistogramTag.Kind.COMPLETION_LAG, lag, lag.completion());
            tags.giveLag(HistogramTag.Kind.WAKE_UP_LAG, lag, lag.wakeUp());
        }
    }

    private record Tags(int tile, String workload, TimesConsumer consumer) {
        void give(
                String name,
                HistogramTag.Kind kind,
                HistogramTag.Population population,
                LineInterval line,
                @Nullable Times times) {
            if (times != null && times.histogram().totalCount() > 0) {
                consumer.accept(new HistogramTag(tile, workload, name, kind, population, line.window()), times);
            }
        }

        void giveLag(HistogramTag.Kind kind, LagInterval lag, @Nullable Times times) {
            if (times != null && times.histogram().totalCount() > 0) {
                consumer.accept(
                        new HistogramTag(
                                tile, workload, HistogramTag.HARNESS, kind, HistogramTag.Population.OK, lag.window()),
                        times);
            }
        }
    }
}
