// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.spi.SutContext.Mode;

class DovecotParametersTest {
    private static final Finding OF_HOST = Finding.note("The host is small.");

    private static DovecotParameters keys(String domain, String login) {
        return new DovecotParameters(
                Security.TLS,
                200,
                0,
                20,
                1,
                domain,
                login,
                0,
                0,
                0,
                0,
                0,
                Map.of(),
                DovecotParameters.Storage.MAILDIR,
                List.of());
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
}
