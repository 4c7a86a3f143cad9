// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.service.cyrus.CyrusParameters;
import org.plateaubench.plugin.mail.service.cyrus.CyrusServiceType;
import org.plateaubench.plugin.mail.service.dovecot.DovecotParameters;
import org.plateaubench.plugin.mail.service.dovecot.DovecotServiceType;
import org.plateaubench.plugin.mail.site.Security;
import org.plateaubench.spi.SutContext.Mode;

class SiteKeysTest {
    private static final Finding OF_HOST = Finding.note("The host is small.");

    private static SiteKeys keys(String domain, String login) {
        return new SiteKeys(Security.TLS, 200, 0, 20, 1, domain, login, 0, 0, 0, 0, 0, 0, Map.of());
    }

    /** The services that have these keys. */
    enum Service {
        DOVECOT {
            @Override
            List<Finding> check(SiteKeys keys) {
                return new DovecotServiceType()
                        .check(
                                Mode.EMBEDDED,
                                new DovecotParameters(keys, DovecotParameters.Storage.MAILDIR, List.of()));
            }
        },
        CYRUS {
            @Override
            List<Finding> check(SiteKeys keys) {
                return new CyrusServiceType().check(Mode.EMBEDDED, new CyrusParameters("", keys, Map.of()));
            }
        };

        abstract List<Finding> check(SiteKeys keys);

        /** Keys of what is found beside what this host lacks, which is about no key or about the connections. */
        List<String> found(String domain, String login) {
            return check(keys(domain, login)).stream()
                    .map(Finding::parameter)
                    .filter(key -> Objects.equals(key, "domain") || Objects.equals(key, "login"))
                    .toList();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theDomainAndTheNamesThatUsersSignInWithAreChecked(Service service) {
        assertThat(service.found("plateau.test", "user{n}")).isEmpty();
        assertThat(service.found("${env:DOMAIN}", "${env:LOGIN}")).isEmpty();
        assertThat(service.found("a.test\nmynetworks = 0.0.0.0/0", "user{n}")).containsExactly("domain");
        assertThat(service.found("plateau.test", "user")).containsExactly("login");
    }

    @Test
    void whatIsFoundAboutTheHostIsKept() {
        assertThat(keys("plateau.test", "user{n}").check(Mode.EMBEDDED, "dovecot", List.of(OF_HOST)))
                .containsExactly(OF_HOST);
    }

    @Test
    void serversThatTheHarnessDoesNotStartBelongToAnotherService() {
        assertThat(Stream.of("dovecot", "cyrus")
                        .flatMap(service ->
                                keys("plateau.test", "user").check(Mode.EXTERNAL, service, List.of(OF_HOST)).stream())
                        .map(Finding::message))
                .containsExactly(
                        "Service dovecot is started by the harness.", "Service cyrus is started by the harness.");
    }
}
