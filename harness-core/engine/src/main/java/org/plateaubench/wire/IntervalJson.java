// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import org.plateaubench.measure.histogram.SparseHistogram;
import org.plateaubench.measure.interval.IntervalSnapshot;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

/** Intervals in JSON: a message has {@link IntervalBytes} in base 64; a document has of a histogram the number of values. */
final class IntervalJson {
    private IntervalJson() {}

    static SimpleModule module() {
        return new SimpleModule("intervals")
                .addSerializer(SparseHistogram.class, new HistogramWriter())
                .addSerializer(IntervalSnapshot.class, new Writer())
                .addDeserializer(IntervalSnapshot.class, new Reader());
    }

    private static final class HistogramWriter extends StdScalarSerializer<SparseHistogram> {
        HistogramWriter() {
            super(SparseHistogram.class);
        }

        @Override
        public void serialize(SparseHistogram histogram, JsonGenerator generator, SerializationContext context) {
            generator.writeNumber(histogram.totalCount());
        }
    }

    private static final class Writer extends StdScalarSerializer<IntervalSnapshot> {
        Writer() {
            super(IntervalSnapshot.class);
        }

        @Override
        public void serialize(IntervalSnapshot interval, JsonGenerator generator, SerializationContext context) {
            generator.writeBinary(IntervalBytes.of(interval));
        }
    }

    private static final class Reader extends StdScalarDeserializer<IntervalSnapshot> {
        Reader() {
            super(IntervalSnapshot.class);
        }

        @Override
        public IntervalSnapshot deserialize(JsonParser parser, DeserializationContext context) {
            byte[] bytes = parser.getBinaryValue();
            try {
                return IntervalBytes.read(bytes, 0, bytes.length, workload -> true);
            } catch (IllegalArgumentException e) {
                return context.reportInputMismatch(this, "%s", e.getMessage());
            }
        }
    }
}
