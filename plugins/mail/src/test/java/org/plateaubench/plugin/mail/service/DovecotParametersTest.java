// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.spi.SutContext.Mode;
import org.plateaubench.testkit.ParameterTable;

class DovecotParametersTest {
    private static final Finding OF_HOST = Finding.note("The host is small.");

    private static final DovecotParameters KEYS =
            new DovecotParameters(Security.TLS, 200, 20, 1, Map.of(), DovecotParameters.Storage.MAILDIR, List.of());

    @Test
    void whatIsFoundAboutTheHostIsKept() {
        assertThat(KEYS.check(Mode.EMBEDDED, List.of(OF_HOST))).containsExactly(OF_HOST);
    }

    @Test
    void serversThatTheHarnessDoesNotStartBelongToAnotherService() {
        assertThat(KEYS.check(Mode.EXTERNAL, List.of(OF_HOST)))
                .extracting(Finding::message)
                .containsExactly("Service dovecot is started by the harness.");
    }

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
