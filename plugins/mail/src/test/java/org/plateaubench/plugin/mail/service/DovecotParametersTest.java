// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.connect.Security;
import org.plateaubench.spi.SutContext.Mode;

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
    void everySettingOfPostfixHasItsReason() throws Exception {
        String page = page();
        for (Map.Entry<String, String> setting : Postfix.tuning().entrySet()) {
            assertThat(page).contains("`" + setting.getKey() + " = " + setting.getValue() + "`");
        }
    }
}
