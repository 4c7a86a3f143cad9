// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import org.plateaubench.measure.histogram.HistogramDecoder;
import org.plateaubench.measure.histogram.HistogramEncoder;
import org.plateaubench.measure.histogram.SparseHistogram;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * Histograms in messages: HdrHistogram's compressed encoding, version 2, in base 64, as in the histogram log, into which
 * a controller copies the text. Range, lengths and counts are checked when it is read.
 */
final class HistogramBytes {
    /** The header, and at most 9 bytes for each counter. */
    private static final int MOST_BYTES = 40 + 9 * 25 * 1024;

    /** No agent does as many operations in one interval; sums of all intervals stay in the range of a number. */
    private static final long MOST_OF_A_COUNTER = 1L << 40;

    private HistogramBytes() {}

    /** What reads the histograms of one message, and what that message may still have of them. */
    static final class Allowance implements AutoCloseable {
        static final int MOST_HISTOGRAMS = 2_000;
        /** Twelve bytes of memory each. */
        static final int MOST_COUNTERS = 10_000_000;

        private final HistogramDecoder decoder = new HistogramDecoder(MOST_BYTES);
        private int left = MOST_HISTOGRAMS;
        private int countersLeft = MOST_COUNTERS;

        private SparseHistogram read(String text) {
            if (left == 0) {
                throw new IllegalArgumentException("a message has at most " + MOST_HISTOGRAMS + " histograms");
            }
            left--;
            decoder.read(text);
            countersLeft -= decoder.size();
            if (countersLeft < 0) {
                throw new IllegalArgumentException(
                        "the histograms of a message have at most " + MOST_COUNTERS + " counters that are not 0");
            }
            for (int i = 0; i < decoder.size(); i++) {
                if (decoder.count(i) > MOST_OF_A_COUNTER) {
                    throw new IllegalArgumentException("a histogram with a count beyond all reason");
                }
            }
            return SparseHistogram.of(decoder, text);
        }

        @Override
        public void close() {
            decoder.close();
        }
    }

    static SimpleModule module() {
        return new SimpleModule("histograms")
                .addSerializer(SparseHistogram.class, new Writer())
                .addDeserializer(SparseHistogram.class, new Reader());
    }

    private static final class Writer extends StdScalarSerializer<SparseHistogram> {
        Writer() {
            super(SparseHistogram.class);
        }

        @Override
        public void serialize(SparseHistogram histogram, JsonGenerator generator, SerializationContext context) {
            generator.writeString(histogram.encoded((HistogramEncoder) context.getAttribute(HistogramEncoder.class)));
        }
    }

    private static final class Reader extends StdScalarDeserializer<SparseHistogram> {
        Reader() {
            super(SparseHistogram.class);
        }

        @Override
        public SparseHistogram deserialize(JsonParser parser, DeserializationContext context) {
            return ((Allowance) context.getAttribute(Allowance.class)).read(parser.getString());
        }
    }
}
