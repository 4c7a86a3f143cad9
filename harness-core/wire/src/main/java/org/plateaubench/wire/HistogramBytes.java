// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.plateaubench.measure.histogram.HistogramRange;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * Histograms in messages: HdrHistogram's compressed encoding, version 2, in base 64, as in the histogram log. The
 * library allocates what the encoding asks for, so that the range and the length are checked before it sees them.
 */
final class HistogramBytes {
    private static final int COMPRESSED_COOKIE = 0x1c849314;

    private static final int OFFSET_AT = 8;
    private static final int DIGITS_AT = 12;
    private static final int LOWEST_AT = 16;
    private static final int HIGHEST_AT = 24;
    private static final int RATIO_AT = 32;
    /** The header, and at most 9 bytes for each counter. */
    private static final int MOST_BYTES = 40 + 9 * 25 * 1024;

    /** No agent does as many operations in one interval; sums of all intervals stay in the range of a number. */
    private static final long MOST_OF_A_COUNTER = 1L << 40;

    private HistogramBytes() {}

    /** The histograms that one message may still have: each takes 200 kB of memory, however few its bytes are. */
    static final class Allowance {
        static final int MOST_HISTOGRAMS = 2_000;

        private byte[] inflated = {};
        private int left = MOST_HISTOGRAMS;

        /** Memory in which one histogram is inflated. */
        byte[] take() {
            if (left == 0) {
                throw new IllegalArgumentException("a message has at most " + MOST_HISTOGRAMS + " histograms");
            }
            left--;
            if (inflated.length == 0) {
                inflated = new byte[MOST_BYTES];
            }
            return inflated;
        }
    }

    static SimpleModule module() {
        return new SimpleModule("histograms")
                .addSerializer(Histogram.class, new Writer())
                .addDeserializer(Histogram.class, new Reader());
    }

    private static final class Writer extends StdScalarSerializer<Histogram> {
        Writer() {
            super(Histogram.class);
        }

        @Override
        public void serialize(Histogram histogram, JsonGenerator generator, SerializationContext context) {
            byte[] encoded = memory(histogram.getNeededByteBufferCapacity(), context);
            int length = histogram.encodeIntoCompressedByteBuffer(ByteBuffer.wrap(encoded));
            generator.writeBinary(encoded, 0, length);
        }

        /** One for all histograms of a message. */
        private static byte[] memory(int sizeBytes, SerializationContext context) {
            if (context.getAttribute(Writer.class) instanceof byte[] known && known.length >= sizeBytes) {
                return known;
            }
            byte[] fresh = new byte[sizeBytes];
            context.setAttribute(Writer.class, fresh);
            return fresh;
        }
    }

    private static final class Reader extends StdScalarDeserializer<Histogram> {
        Reader() {
            super(Histogram.class);
        }

        @Override
        public Histogram deserialize(JsonParser parser, DeserializationContext context) {
            Allowance allowance = (Allowance) context.getAttribute(Allowance.class);
            byte[] scratch = allowance.take();
            try {
                return histogram(parser.getBinaryValue(), scratch);
            } catch (DataFormatException | BufferUnderflowException | IndexOutOfBoundsException e) {
                throw new IllegalArgumentException("a broken histogram", e);
            }
        }
    }

    private static Histogram histogram(byte[] bytes, byte[] scratch) throws DataFormatException {
        ByteBuffer compressed = ByteBuffer.wrap(bytes);
        if (compressed.getInt() != COMPRESSED_COOKIE || compressed.getInt() != compressed.remaining()) {
            throw new IllegalArgumentException("a histogram of another encoding");
        }
        ByteBuffer plain = inflated(compressed, scratch);
        requireOurs(plain);
        Histogram histogram = Histogram.decodeFromByteBuffer(plain, HistogramRange.HIGHEST_NANOS);
        histogram.setAutoResize(false);
        if (histogram.getTotalCount() == 0) {
            // The library gives an empty one a greatest value.
            return new Histogram(
                    HistogramRange.LOWEST_NANOS,
                    HistogramRange.HIGHEST_NANOS,
                    histogram.getNumberOfSignificantValueDigits());
        }
        for (HistogramIterationValue counter : histogram.recordedValues()) {
            if (counter.getCountAtValueIteratedTo() > MOST_OF_A_COUNTER) {
                throw new IllegalArgumentException("a histogram with a count beyond all reason");
            }
        }
        return histogram;
    }

    private static void requireOurs(ByteBuffer plain) {
        int digits = plain.getInt(DIGITS_AT);
        if ((digits != HistogramRange.OK_DIGITS && digits != HistogramRange.ERROR_DIGITS)
                || plain.getInt(OFFSET_AT) != 0
                || plain.getLong(LOWEST_AT) != HistogramRange.LOWEST_NANOS
                || plain.getLong(HIGHEST_AT) != HistogramRange.HIGHEST_NANOS
                || plain.getDouble(RATIO_AT) != 1) {
            throw new IllegalArgumentException("a histogram of another range");
        }
    }

    private static ByteBuffer inflated(ByteBuffer compressed, byte[] scratch) throws DataFormatException {
        try (Inflater inflater = new Inflater()) {
            inflater.setInput(compressed);
            int length = inflater.inflate(scratch);
            if (!inflater.finished()) {
                throw new IllegalArgumentException("a histogram that is cut off or too long");
            }
            return ByteBuffer.wrap(scratch, 0, length);
        }
    }
}
