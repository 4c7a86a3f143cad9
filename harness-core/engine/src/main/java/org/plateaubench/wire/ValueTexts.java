// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.plateaubench.api.Durations;
import org.plateaubench.api.LoadStep;
import org.plateaubench.api.QosLimit;
import org.plateaubench.measure.interval.PhaseWindow;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.SerializationContext;
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
}
