// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

class ServiceDocumentationTest {
    @Test
    void theTableOfKeysIsThatOfTheCode() throws Exception {
        List<String> lines = new ArrayList<>(List.of("| Name | Default | Meaning |", "|---|---|---|"));
        for (RecordComponent component : RedisServiceParameters.class.getRecordComponents()) {
            Parameter parameter = component.getAnnotation(Parameter.class);
            String defaultValue = parameter.defaultValue().isEmpty() ? "" : "`" + parameter.defaultValue() + "`";
            String reach = parameter.reach() == Reach.FREE
                    ? ""
                    : " (reach `" + parameter.reach().word() + "`)";
            lines.add("| `" + component.getName() + "` | " + defaultValue + " | " + parameter.description() + reach
                    + " |");
        }
        assertThat(Files.readString(Path.of("../../docs/plugins/redis-service.md")))
                .contains(String.join("\n", lines) + "\n\n");
    }
}
