// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Parameter;
import org.plateaubench.scenario.StepType;
import org.plateaubench.scenario.tree.Key;

/** The page about the plugin has the keys and the parameters of the code. */
class DocumentationTest {
    @Test
    void thePageOfThePluginHasItsKeysAndParameters() throws Exception {
        List<String> parameters = new ArrayList<>(List.of("| parameter | default | meaning |", "|---|---|---|"));
        for (RecordComponent component : SqlParameters.class.getRecordComponents()) {
            Parameter parameter = component.getAnnotation(Parameter.class);
            String byDefault = parameter.defaultValue().isEmpty() ? "" : "`" + parameter.defaultValue() + "`";
            parameters.add("| `" + component.getName() + "` | " + byDefault + " | " + parameter.description() + " |");
        }
        assertThat(Files.readString(Path.of("..", "..", "docs", "plugins", "sql.md")))
                .contains(String.join("\n", parameters) + "\n\n")
                .contains(table(SqlProtocol.TYPES.stream().map(StepType::key).toList()))
                .contains(table(SqlProtocol.STATEMENT))
                .contains(table(SqlProtocol.TRANSACTIONS))
                .contains(table(Refusal.KEYS));
    }

    private static String table(List<Key> keys) {
        List<String> lines = new ArrayList<>(List.of("| key | meaning |", "|---|---|"));
        keys.forEach(key -> lines.add("| `" + key.name() + "` | " + key.description() + " |"));
        return String.join("\n", lines) + "\n\n";
    }
}
