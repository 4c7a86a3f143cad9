// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.cyrus;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext.Mode;

class CyrusServiceTypeTest {
    /** Keys of what is found beside what this host lacks, which is about no key or about the connections. */
    private static List<String> found(String domain, String login) {
        return new CyrusServiceType()
                .check(Mode.EMBEDDED, CyrusServiceTest.parameters(domain, login)).stream()
                        .map(Finding::parameter)
                        .filter(key -> Objects.equals(key, "domain") || Objects.equals(key, "login"))
                        .toList();
    }

    @Test
    void theDomainAndWhatUsersSignInAsAreChecked() {
        assertThat(found("plateau.test", "user{n}")).isEmpty();
        assertThat(found("${env:DOMAIN}", "${env:LOGIN}")).isEmpty();
        assertThat(found("a.test\nmynetworks = 0.0.0.0/0", "user{n}")).containsExactly("domain");
        assertThat(found("plateau.test", "user")).containsExactly("login");
    }
}
