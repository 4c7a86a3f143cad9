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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.aggregate.AgentInterval;
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

    private static final Pattern LINE =
            Pattern.compile("Tag=([^,]+),(-?\\d+(?:\\.\\d+)?),(-?\\d+(?:\\.\\d+)?),[^,]+,([A-Za-z0-9+/=]++)");

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

    /** The lines of one interval of one agent; empty if it is missing or has no values. */
    public static byte[] lines(AgentInterval interval) {
        IntervalSnapshot snapshot = interval.snapshot();
        if (snapshot == null) {
            return new byte[0];
        }
        StringBuilder lines = new StringBuilder();
        String when = seconds(snapshot.startNanos()) + "," + seconds(snapshot.endNanos() - snapshot.startNanos()) + ",";
        try (HistogramEncoder encoder = new HistogramEncoder()) {
            forEachTimes(snapshot, (tag, times) -> {
                lines.append("Tag=").append(tag).append(',').append(when);
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
    public static void read(Path file, IntervalHistogramConsumer consumer, List<String> damage) throws IOException {
        Parser parser = new Parser();
        TimedRecords all = consumer::accept;
        Lines.read(file, line -> parser.read(line, all), damage);
    }

    @FunctionalInterface
    public interface TimedRecords {
        /** Whether it should be decoded. */
        default boolean wants(long startNanos, long endNanos, HistogramTag tag) {
            return true;
        }

        void histogram(long startNanos, long endNanos, HistogramTag tag, StoredCounts counts);
    }

    /** Reads single lines. Not thread-safe. */
    public static final class Parser {
        private final StoredCounts counts = new StoredCounts();
        private final Map<String, HistogramTag> tags = new HashMap<>();

        /** Passes on the histogram of a line, if it has one that is wanted. */
        public void read(String line, RunRecords records) {
            read(line, new TimedRecords() {
                @Override
                public boolean wants(long startNanos, long endNanos, HistogramTag tag) {
                    return records.wants(tag);
                }

                @Override
                public void histogram(long startNanos, long endNanos, HistogramTag tag, StoredCounts read) {
                    records.histogram(startNanos, endNanos, tag, read);
                }
            });
        }

        public void read(String line, TimedRecords records) {
            if (line.startsWith("#") || line.startsWith("\"StartTimestamp\"")) {
                return;
            }
            Matcher matcher = LINE.matcher(line);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("no line of a histogram log");
            }
            long startNanos = Math.round(Double.parseDouble(matcher.group(2)) * 1e3) * NANOS_IN_MILLISECOND;
            long lengthNanos = Math.round(Double.parseDouble(matcher.group(3)) * 1e3) * NANOS_IN_MILLISECOND;
            HistogramTag tag = tags.computeIfAbsent(matcher.group(1), HistogramTag::parse);
            if (records.wants(startNanos, startNanos + lengthNanos, tag)) {
                counts.read(matcher.group(4));
                records.histogram(startNanos, startNanos + lengthNanos, tag, counts);
            }
        }
    }

    @FunctionalInterface
    public interface TimesConsumer {
        void accept(HistogramTag tag, Times times);
    }

    /** Passes on every non-empty set of times in a snapshot, with its tag. */
    public static void forEachTimes(IntervalSnapshot snapshot, TimesConsumer consumer) {
        snapshot.workloads().forEach(workload -> forEachTimes(workload, consumer));
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

    /** Receives stored histograms one after the other. */
    @FunctionalInterface
    public interface IntervalHistogramConsumer {
        /**
         * Receives one histogram.
         *
         * @param startNanos start of its interval on the run's clock, to a millisecond
         * @param endNanos end of its interval on the run's clock, to a millisecond
         * @param tag meaning of the values
         * @param counts nanoseconds; valid until this method returns
         */
        void accept(long startNanos, long endNanos, HistogramTag tag, StoredCounts counts);
    }
}
