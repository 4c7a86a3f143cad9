// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import org.plateaubench.measure.histogram.HistogramDecoder;
import org.plateaubench.measure.histogram.HistogramEncoder;
import org.plateaubench.measure.histogram.SparseHistogram;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/**
 * Histograms in JSON. Documents have the number of values, because the histogram log has the histogram. Messages have
 * HdrHistogram's compressed encoding, version 2, in base 64, as in the histogram log, into which a controller copies the
 * text; the reader of a message needs a {@link HistogramDecoder} and its writer a {@link HistogramEncoder} as attributes.
 */
final class HistogramJson {
    /** Most bytes of a histogram that is not compressed: the header, and at most 9 bytes for each counter. */
    static final int MOST_BYTES = 40 + 9 * 25 * 1024;

    private HistogramJson() {}

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
            if (context.getAttribute(HistogramEncoder.class) instanceof HistogramEncoder encoder) {
                generator.writeString(histogram.encoded(encoder));
            } else {
                generator.writeNumber(histogram.totalCount());
            }
        }
    }

    private static final class Reader extends StdScalarDeserializer<SparseHistogram> {
        Reader() {
            super(SparseHistogram.class);
        }

        @Override
        public SparseHistogram deserialize(JsonParser parser, DeserializationContext context) {
            if (parser.currentToken() == JsonToken.VALUE_STRING
                    && context.getAttribute(HistogramDecoder.class) instanceof HistogramDecoder decoder) {
                String text = parser.getString();
                decoder.read(text);
                return SparseHistogram.of(decoder, text);
            }
            return SparseHistogram.ofCount(parser.getLongValue());
        }
    }
}
