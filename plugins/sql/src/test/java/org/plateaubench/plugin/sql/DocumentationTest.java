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
                .contains(Key.markdown(
                        SqlProtocol.TYPES.stream().map(StepType::key).toList()))
                .contains(Key.markdown(SqlProtocol.STATEMENT))
                .contains(Key.markdown(SqlProtocol.TRANSACTIONS))
                .contains(Key.markdown(Refusal.KEYS));
    }
}
