// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Parameter;
import org.plateaubench.plugin.redis.command.RedisMeasure;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisParameters;

/** The workload's page says what the code does; a table that differs is shown as it must be. */
class DocumentationTest {
    private static final Path PAGE = Path.of("..", "..", "docs", "plugins", "redis.md");

    private static String page() throws Exception {
        return Files.readString(PAGE);
    }

    @Test
    void theTableOfParametersIsThatOfTheCode() throws Exception {
        List<String> lines =
                new ArrayList<>(List.of("| Name | Default | Range | Unit | Meaning |", "|---|---|---|---|---|"));
        for (RecordComponent component : RedisParameters.class.getRecordComponents()) {
            Parameter parameter = component.getAnnotation(Parameter.class);
            String defaultValue = parameter.defaultValue().isEmpty() ? "" : "`" + parameter.defaultValue() + "`";
            lines.add("| `" + component.getName() + "` | " + defaultValue + " | "
                    + range(component.getType(), parameter) + " | " + parameter.unit() + " | "
                    + parameter.description() + " |");
        }
        assertThat(page()).contains(String.join("\n", lines) + "\n\n");
    }

    private static String range(Class<?> type, Parameter parameter) {
        if (type.isEnum()) {
            return Arrays.stream(type.getEnumConstants())
                    .map(constant ->
                            "`" + constant.toString().toLowerCase(Locale.ROOT).replace('_', '-') + "`")
                    .collect(Collectors.joining(", "));
        }
        if (type == String.class) {
            return "text";
        }
        if (type == List.class || type.getSimpleName().equals("Map")) {
            return "";
        }
        String unit = type == Duration.class ? " ms" : "";
        return Double.isInfinite(parameter.max())
                ? number(parameter.min(), "0") + unit + " and more"
                : number(parameter.min(), "0") + " to " + number(parameter.max(), "0") + unit;
    }

    private static String number(double bound, String none) {
        if (Double.isInfinite(bound)) {
            return none;
        }
        return bound == Math.rint(bound)
                ? String.format(Locale.ROOT, "%,.0f", bound)
                : BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    }

    @Test
    void everyOperationAndCounterIsNamed() throws Exception {
        String page = page();
        for (RedisOperation operation : RedisOperation.ALL) {
            assertThat(page).contains("| `" + operation.word() + "` | " + operation.description() + " |");
        }
        for (RedisMeasure measure : RedisMeasure.values()) {
            assertThat(page).contains("`" + measure.title() + "`");
        }
    }
}
