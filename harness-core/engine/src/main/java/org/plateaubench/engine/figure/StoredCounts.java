// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.figure;

import org.HdrHistogram.Histogram;
import org.plateaubench.measure.histogram.HistogramDecoder;

/**
 * A stored histogram as the counters that are not 0, because a run with many tiles has millions of histograms, and a
 * {@link Histogram} for each would consist mainly of some hundred kilobytes of zeros. It is valid until the next one is
 * read. Not thread-safe.
 */
public final class StoredCounts {
    /** The greatest size of a decoded histogram, which is far more than all counters of the widest range need. */
    private static final int MOST_BYTES = 1 << 22;

    private final HistogramDecoder decoder = new HistogramDecoder(MOST_BYTES);
    private int unitMagnitude;
    private int halfMagnitude;

    public StoredCounts() {}

    public long total() {
        return decoder.total();
    }

    public int size() {
        return decoder.size();
    }

    /** The smallest value of a counter, ascending with the index. */
    public long value(int index) {
        long at = decoder.index(index);
        int bucket = bucket(at);
        return (at - ((long) bucket << halfMagnitude)) << (bucket + unitMagnitude);
    }

    private int bucket(long at) {
        return (int) Math.max(0, (at >> halfMagnitude) - 1);
    }

    public long count(int index) {
        return decoder.count(index);
    }

    /** An empty histogram of the same layout. */
    public Histogram layout() {
        return new Histogram(decoder.lowest(), 2 * decoder.lowest(), decoder.digits());
    }

    /** Adds the counts to a histogram of the same layout. */
    public void addTo(Histogram sum) {
        sum.setAutoResize(true);
        for (int i = 0; i < size(); i++) {
            sum.recordValueWithCount(value(i), count(i));
        }
    }

    /** A histogram of only these counts, which grows as needed when more are added. */
    public Histogram toHistogram() {
        Histogram histogram = layout();
        addTo(histogram);
        return histogram;
    }

    public void read(String base64) {
        try {
            decoder.read(base64);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("broken histogram: " + e.getMessage(), e);
        }
        unitMagnitude = 63 - Long.numberOfLeadingZeros(decoder.lowest());
        halfMagnitude = 63 - Long.numberOfLeadingZeros(2 * (long) Math.pow(10, decoder.digits()) - 1);
        if (size() > 0 && bucket(decoder.index(size() - 1)) + unitMagnitude + halfMagnitude + 1 >= Long.SIZE - 1) {
            throw new IllegalArgumentException("broken histogram: a value beyond all range");
        }
    }
}
