// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plateaubench.api.Parameter;

/** The table of parameters in the documentation of a plugin, which a test can compare with the page. */
public final class ParameterTable {
    private ParameterTable() {}

    /** The table in Markdown, with a row for each key of a record of parameters, followed by an empty line. */
    public static String markdown(Class<? extends Record> parameters) {
        List<String> lines =
                new ArrayList<>(List.of("| Name | Default | Range | Unit | Meaning |", "|---|---|---|---|---|"));
        for (RecordComponent component : keys(parameters).toList()) {
            Parameter parameter = component.getAnnotation(Parameter.class);
            String defaultValue = parameter.defaultValue().isEmpty() ? "" : "`" + parameter.defaultValue() + "`";
            lines.add("| `" + component.getName() + "` | " + defaultValue + " | "
                    + range(component.getType(), parameter) + " | " + parameter.unit() + " | "
                    + parameter.description() + " |");
        }
        return String.join("\n", lines) + "\n\n";
    }

    /**
     * The components of a record of parameters that are keys. A component that is a record is replaced by its own
     * components.
     */
    public static Stream<RecordComponent> keys(Class<? extends Record> parameters) {
        return Stream.of(parameters.getRecordComponents())
                .flatMap(component -> component.getType().isRecord()
                        ? Stream.of(component.getType().getRecordComponents())
                        : Stream.of(component));
    }

    private static String range(Class<?> type, Parameter parameter) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant -> "`" + word((Enum<?>) constant) + "`")
                    .collect(Collectors.joining(", "));
        }
        if (type == boolean.class) {
            return "`true`, `false`";
        }
        if (type == String.class) {
            return "text";
        }
        if (Collection.class.isAssignableFrom(type) || type == Map.class) {
            return "";
        }
        String unit = type == Duration.class ? " ms" : "";
        String least = Double.isInfinite(parameter.min()) ? "0" : number(parameter.min());
        return least
                + (Double.isInfinite(parameter.max()) ? unit + " and more" : " to " + number(parameter.max()) + unit);
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static String number(double bound) {
        return bound == Math.rint(bound)
                ? String.format(Locale.ROOT, "%,.0f", bound)
                : BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    }
}
