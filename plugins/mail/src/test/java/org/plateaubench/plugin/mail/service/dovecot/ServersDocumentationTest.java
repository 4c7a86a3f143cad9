// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.testkit.ParameterTable;

class ServersDocumentationTest {
    private static String page() throws IOException {
        return Files.readString(Path.of("../../docs/plugins/mail-servers.md"));
    }

    @Test
    void theTableOfKeysIsThatOfTheCode() throws Exception {
        List<String> lines = new ArrayList<>(List.of("| Name | Default | Meaning |", "|---|---|---|"));
        for (RecordComponent component :
                ParameterTable.keys(DovecotParameters.class).toList()) {
            Parameter parameter = component.getAnnotation(Parameter.class);
            String defaultValue = parameter.defaultValue().isEmpty() ? "" : "`" + parameter.defaultValue() + "`";
            String reach = parameter.reach() == Reach.FREE
                    ? ""
                    : " (reach `" + parameter.reach().word() + "`)";
            lines.add("| `" + component.getName() + "` | " + defaultValue + " | " + parameter.description() + reach
                    + " |");
        }
        assertThat(page()).contains(String.join("\n", lines) + "\n\n");
    }

    @Test
    void everySettingOfPostfixHasItsReason() throws Exception {
        String page = page();
        for (Map.Entry<String, String> setting : Postfix.tuning().entrySet()) {
            assertThat(page).contains("`" + setting.getKey() + " = " + setting.getValue() + "`");
        }
    }
}
