// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.spi.SutContext.Mode;

class SiteKeysTest {
    private static final Finding OF_HOST = Finding.note("The host is small.");

    private static List<Finding> found(Mode mode, String domain, String login) {
        return new SiteKeys(Security.TLS, 200, 0, 20, 1, domain, login, 0, 0, 0, 0, 0, 0, Map.of())
                .check(mode, "dovecot", List.of(OF_HOST));
    }

    @Test
    void theDomainAndTheNamesThatUsersSignInWithAreChecked() {
        assertThat(found(Mode.EMBEDDED, "plateau.test", "user{n}")).containsExactly(OF_HOST);
        assertThat(found(Mode.EMBEDDED, "${env:DOMAIN}", "${env:LOGIN}")).containsExactly(OF_HOST);
        assertThat(found(Mode.EMBEDDED, "a.test\nmynetworks = 0.0.0.0/0", "user{n}"))
                .extracting(Finding::parameter)
                .contains("domain");
        assertThat(found(Mode.EMBEDDED, "plateau.test", "user"))
                .extracting(Finding::parameter)
                .contains("login");
    }

    @Test
    void serversThatTheHarnessDoesNotStartBelongToAnotherService() {
        assertThat(found(Mode.EXTERNAL, "plateau.test", "user"))
                .extracting(Finding::message)
                .containsExactly("Service dovecot is started by the harness.");
    }
}
