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
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.spi.SutContext.Mode;
import org.plateaubench.testkit.ParameterTable;

class DovecotParametersTest {
    private static final Finding OF_HOST = Finding.note("The host is small.");

    private static DovecotParameters keys(String domain, String login) {
        return Given.parameters(domain, login, Map.of(), List.of());
    }

    /** Keys of what is found beside what this host lacks, which is about no key or about the connections. */
    private static List<String> found(String domain, String login) {
        return new DovecotServiceType()
                .check(Mode.EMBEDDED, keys(domain, login)).stream()
                        .map(Finding::parameter)
                        .filter(key -> Objects.equals(key, "domain") || Objects.equals(key, "login"))
                        .toList();
    }

    @Test
    void theDomainAndTheNamesThatUsersSignInWithAreChecked() {
        assertThat(found("plateau.test", "user{n}")).isEmpty();
        assertThat(found("${env:DOMAIN}", "${env:LOGIN}")).isEmpty();
        assertThat(found("a.test\nmynetworks = 0.0.0.0/0", "user{n}")).containsExactly("domain");
        assertThat(found("plateau.test", "user")).containsExactly("login");
    }

    @Test
    void whatIsFoundAboutTheHostIsKept() {
        assertThat(keys("plateau.test", "user{n}").check(Mode.EMBEDDED, List.of(OF_HOST)))
                .containsExactly(OF_HOST);
    }

    @Test
    void serversThatTheHarnessDoesNotStartBelongToAnotherService() {
        assertThat(keys("plateau.test", "user").check(Mode.EXTERNAL, List.of(OF_HOST)))
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
