// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Durations;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.QosLimit;
import org.plateaubench.measure.interval.PhaseWindow;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdScalarDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdScalarSerializer;

public final class ValueTexts {
    private static final List<ValueText<?>> ALL = List.of(
            new ValueText<>(
                    Instant.class,
                    Instant::toString,
                    Instant::parse,
                    "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$",
                    null),
            new ValueText<>(Duration.class, Durations::format, Durations::parse, Durations.PATTERN, Duration.ZERO),
            new ValueText<>(QosLimit.class, QosLimit::toString, QosLimit::parse, null, null),
            new ValueText<>(LoadStep.Point.class, ValueTexts::format, ValueTexts::point, null, null),
            new ValueText<>(PhaseWindow.class, PhaseWindow::label, PhaseWindow::parse, null, null));

    private ValueTexts() {}

    static SimpleModule module() {
        Decimal decimal = new Decimal();
        SimpleModule module =
                new SimpleModule("values").addSerializer(Double.class, decimal).addSerializer(Double.TYPE, decimal);
        ALL.forEach(text -> register(module, text));
        return module;
    }

    private static <T> void register(SimpleModule module, ValueText<T> text) {
        module.addSerializer(text.type(), text.writer()).addDeserializer(text.type(), text.reader());
    }

    public static Optional<ValueText<?>> of(Class<?> type) {
        return ALL.stream().filter(text -> text.type() == type).findFirst();
    }

    private static String format(LoadStep.Point point) {
        return Durations.format(point.at()) + " " + point.level();
    }

    private static LoadStep.Point point(String text) {
        int blank = text.indexOf(' ');
        return new LoadStep.Point(
                Durations.parse(text.substring(0, Math.max(0, blank))), Double.parseDouble(text.substring(blank + 1)));
    }

    /** Null for a value that JSON cannot represent; in messages a text instead. */
    private static final class Decimal extends StdScalarSerializer<Double> {
        Decimal() {
            super(Double.class);
        }

        @Override
        public void serialize(Double value, JsonGenerator generator, SerializationContext context) {
            if (Double.isFinite(value) || context.getAttribute(Message.class) != null) {
                generator.writeNumber(value.doubleValue());
            } else {
                generator.writeNull();
            }
        }
    }

    /**
     * A type whose values are texts in a document.
     *
     * @param parse the value of a text; throws IllegalArgumentException for anything else
     * @param pattern regular expression of the texts, for schemas; null where there is none
     * @param empty the value that a field has when it is left out, null for none
     */
    public record ValueText<T>(
            Class<T> type,
            Function<T, String> format,
            Function<String, T> parse,
            @Nullable String pattern,
            @Nullable T empty) {
        public Map<String, Object> schema() {
            Map<String, Object> schema = new LinkedHashMap<>();
            schema.put("type", "string");
            if (pattern != null) {
                schema.put("pattern", pattern);
            }
            return schema;
        }

        StdScalarSerializer<T> writer() {
            return new StdScalarSerializer<>(type) {
                @Override
                public void serialize(T value, JsonGenerator generator, SerializationContext context) {
                    generator.writeString(format.apply(value));
                }

                @Override
                public boolean isEmpty(SerializationContext context, T value) {
                    return value.equals(empty);
                }
            };
        }

        StdScalarDeserializer<T> reader() {
            return new StdScalarDeserializer<>(type) {
                @Override
                public T deserialize(JsonParser parser, DeserializationContext context) {
                    return parse.apply(parser.getString());
                }

                @Override
                public @Nullable Object getEmptyValue(DeserializationContext context) {
                    return empty;
                }
            };
        }
    }
}
