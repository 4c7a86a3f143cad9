// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A figure of a steady window by block, without the blocks in which it is unknown. Immutable. */
@SuppressWarnings("ArrayRecordComponent")
public record SteadySeries(Kind kind, double[] values, int[] blocks) {
    public static final int MIN_BLOCKS = 10;

    /** The figures that may change, with the smallest change that matters (measurement rule M21). */
    public enum Kind {
        RATE("the rate", 10, 0, 0, 6),
        P95("the 95th percentile", 20, 1, 0, 1),
        QUEUE("the queue", 20, 1, 0.5, 0.5),
        LOG_RATE("the rate", 0, Math.log(2), 0.02, 1),
        LOG_P95("the 95th percentile", 0, Math.log(4), 0.02, 1);

        private final String words;
        private final double percent;
        private final double least;
        private final double granularity;
        private final double weight;

        Kind(String words, double percent, double least, double granularity, double weight) {
            this.words = words;
            this.percent = percent;
            this.least = least;
            this.granularity = granularity;
            this.weight = weight;
        }

        public String words() {
            return words;
        }

        public double percent() {
            return percent;
        }

        double least() {
            return least;
        }

        /** The weight of the series in the permitted false alarms; greater for the rate: smaller changes matter. */
        double weight() {
            return weight;
        }
    }

    /** The smallest assumed noise of blocks, because deterministic pacing has no noise. */
    private static final double MIN_NOISE = 0.01;
    /** The greatest factor between a value of a logarithmic series and the median. */
    private static final double FARTHEST = 64;

    /** A figure by block; values that are not a number are unknown. */
    public static SteadySeries of(Kind kind, List<Double> byBlock) {
        int[] known = IntStream.range(0, byBlock.size())
                .filter(block -> !Double.isNaN(byBlock.get(block)))
                .toArray();
        return new SteadySeries(
                kind, IntStream.of(known).mapToDouble(byBlock::get).toArray(), known);
    }

    public static SteadySeries of(Kind kind, double[] values) {
        return new SteadySeries(kind, values, IntStream.range(0, values.length).toArray());
    }

    /** The start of a value, in blocks since the window's start; for the number of values, the last one's end. */
    public int start(int index) {
        return index < blocks.length ? blocks[index] : blocks[blocks.length - 1] + 1;
    }

    public boolean isTested() {
        return values.length >= MIN_BLOCKS && Arrays.stream(values).anyMatch(value -> value != values[0]);
    }

    /** The logarithms of a figure, without values so far from the middle that they would hide all others. */
    static SteadySeries ofLogarithms(Kind kind, List<Double> byBlock) {
        SteadySeries known = of(kind, byBlock);
        if (known.values.length == 0) {
            return known;
        }
        double middle = Math.max(Double.MIN_NORMAL, median(known.values));
        return new SteadySeries(
                kind,
                Arrays.stream(known.values)
                        .map(value -> Math.log(Math.clamp(value / middle, 1 / FARTHEST, FARTHEST)))
                        .toArray(),
                known.blocks);
    }

    boolean isLogarithmic() {
        return kind == Kind.LOG_RATE || kind == Kind.LOG_P95;
    }

    /** The values on a scale on which growth by a constant factor is linear, and which equals them near the median. */
    double[] proportional() {
        double median = median();
        if (median <= 0) {
            return values;
        }
        return Arrays.stream(values)
                .map(value -> median * (1 + Math.log(Math.max(value / median, MIN_NOISE))))
                .toArray();
    }

    double median() {
        return median(values);
    }

    static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    public double leastNoise() {
        return isLogarithmic()
                ? kind.granularity
                : Math.max(Math.max(kind.granularity, MIN_NOISE * Math.abs(median())), Double.MIN_NORMAL);
    }

    /** A change in percent of the median; a change from 0 counts as tenfold. */
    public double percent(double change) {
        return percent(change, median());
    }

    static double percent(double change, double level) {
        return level == 0 ? 1000 * Math.signum(change) : 100 * change / level;
    }

    public boolean isLarge(double change, double level) {
        return isLarge(change) && (isLogarithmic() || Math.abs(percent(change, level)) > kind.percent);
    }

    boolean isLarge(double change) {
        return (isLogarithmic() || Math.abs(percent(change)) > kind.percent) && Math.abs(change) > kind.least;
    }

    /** The shortest change that is searched for, in blocks: a shorter one is noise or an outage. */
    public int shortest() {
        if (isLogarithmic()) {
            return Math.max(3, (values.length + 9) / 10);
        }
        return kind == Kind.QUEUE ? Math.max(3, values.length / 5) : Math.max(3, values.length / 20);
    }
}
