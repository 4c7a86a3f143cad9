// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.wire.TelemetrySample;

/** The time series of telemetry: levels as means per bin, running totals as growth per second. Not thread-safe. */
public final class TelemetrySeries {
    private final TimeBins bins;
    private final long firstBin;
    private final long lastBin;
    private final Map<Key, Line> lines = new TreeMap<>(
            Comparator.comparing(Key::source).thenComparing(Key::unit).thenComparing(Key::series));

    public record Key(String source, String series, String unit) {}

    /** Creates empty series for the points between two bins, inclusive. */
    TelemetrySeries(TimeBins bins, long firstBin, long lastBin) {
        this.bins = bins;
        this.firstBin = firstBin;
        this.lastBin = lastBin;
    }

    /** Adds a value. Values that are not a number are ignored, and so are events, which are not levels. */
    public void add(TelemetrySample point) {
        if (Double.isFinite(point.value()) && !point.unit().equals(MeasureDefinition.EVENT_UNIT)) {
            lines.computeIfAbsent(new Key(point.source(), point.series(), point.shownUnit()), key -> new Line())
                    .add(point);
        }
    }

    /** Every series, by source, unit and name, that has a point between two bins: pairs of seconds and value. */
    public Map<Key, List<List<Double>>> points(long fromBin, long toBin) {
        return points(line -> line.sums.subMap(fromBin, toBin));
    }

    /** Returns the points before a bin that were not returned before. Points of cumulative series may arrive late. */
    Map<Key, List<List<Double>>> take(long toBin) {
        Map<Key, List<List<Double>>> newPoints =
                points(line -> line.sums.subMap(Math.min(line.takenEnd, toBin), toBin));
        lines.values().forEach(line -> {
            Long last = line.sums.lowerKey(toBin);
            line.takenEnd = last == null ? line.takenEnd : Math.max(line.takenEnd, last + 1);
        });
        return newPoints;
    }

    Map<Key, List<List<Double>>> takenPoints(long fromBin) {
        return points(line -> line.sums.subMap(fromBin, Math.max(fromBin, line.takenEnd)));
    }

    private Map<Key, List<List<Double>>> points(Function<Line, Map<Long, double[]>> part) {
        Map<Key, List<List<Double>>> points = new LinkedHashMap<>();
        lines.forEach((key, line) -> {
            List<List<Double>> linePoints = new ArrayList<>();
            part.apply(line).forEach((bin, sum) -> linePoints.add(List.of(bins.middleSeconds(bin), sum[0] / sum[1])));
            if (!linePoints.isEmpty()) {
                points.put(key, linePoints);
            }
        });
        return points;
    }

    void forgetBefore(long bin) {
        lines.values().forEach(line -> line.sums.headMap(bin).clear());
    }

    private final class Line {
        /** Sum and divisor by bin; the divisor is a number of samples, or of seconds of growth. */
        private final NavigableMap<Long, double[]> sums = new TreeMap<>();

        private long takenEnd = Long.MIN_VALUE;
        private long lastNanos = Long.MIN_VALUE;
        private double lastTotal;

        void add(TelemetrySample point) {
            if (!point.cumulative()) {
                add(bins.bin(point.runNanos()), point.value(), 1);
                return;
            }
            // If a total falls, the server was restarted.
            if (lastNanos != Long.MIN_VALUE && point.runNanos() > lastNanos && point.value() >= lastTotal) {
                double seconds = (point.runNanos() - lastNanos) / Nanos.PER_SECOND;
                add(bins.bin(lastNanos, point.runNanos()), point.value() - lastTotal, seconds);
            }
            lastNanos = point.runNanos();
            lastTotal = point.value();
        }

        private void add(long bin, double amount, double weight) {
            if (bin < firstBin || bin > lastBin) {
                return;
            }
            double[] sum = sums.computeIfAbsent(bin, key -> new double[2]);
            sum[0] += amount;
            sum[1] += weight;
        }
    }

    /**
     * The time axis of charts: bins of whole intervals, counted from the start of the run's clock. A width is the
     * interval times a power of two, so every bin of one width is within one bin of each greater width: a higher
     * resolution divides bins and never moves their edges, which would create artificial peaks.
     */
    public record TimeBins(long widthNanos) {
        /** The narrowest bins such that at most {@code points} cover a time; bins at the edges may extend beyond it. */
        public static TimeBins of(Duration interval, long fromNanos, long toNanos, int points) {
            TimeBins bins = new TimeBins(interval.toNanos());
            while (bins.bin(toNanos - 1) - bins.bin(fromNanos) >= Math.max(1, points)) {
                bins = new TimeBins(2 * bins.widthNanos);
            }
            return bins;
        }

        public long bin(long startNanos, long endNanos) {
            return Math.floorDiv(startNanos + (endNanos - startNanos) / 2, widthNanos);
        }

        public long bin(long nanos) {
            return Math.floorDiv(nanos, widthNanos);
        }

        public double middleSeconds(long bin) {
            return (bin + 0.5) * widthNanos / Nanos.PER_SECOND;
        }

        public double widthSeconds() {
            return widthNanos / Nanos.PER_SECOND;
        }
    }
}
