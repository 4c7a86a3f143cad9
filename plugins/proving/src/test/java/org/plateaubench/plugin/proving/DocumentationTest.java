// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Parameter;

/** The plugin's page says what the code does; a table that differs is shown as it must be. */
class DocumentationTest {
    private static final Path DOCUMENTS = Path.of("..", "..");

    private static String page() throws Exception {
        return Files.readString(DOCUMENTS.resolve("docs/plugins/proving.md"));
    }

    private static String table(Class<? extends Record> parameters) {
        List<String> lines = new ArrayList<>(List.of("| Name | Default | Meaning |", "|---|---|---|"));
        for (RecordComponent component : parameters.getRecordComponents()) {
            Parameter parameter = component.getAnnotation(Parameter.class);
            String defaultValue = parameter.defaultValue().isEmpty() ? "" : "`" + parameter.defaultValue() + "`";
            lines.add("| `" + component.getName() + "` | " + defaultValue + " | " + parameter.description() + " |");
        }
        return String.join("\n", lines) + "\n\n";
    }

    @Test
    void theTablesOfParametersAreThoseOfTheCode() throws Exception {
        assertThat(page())
                .contains(table(KnownLawParameters.class))
                .contains(table(FetchParameters.class))
                .contains(table(NullWorkload.Parameters.class));
    }
}
