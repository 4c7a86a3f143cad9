// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Finding;

class AddressRulesTest {
    @Test
    void aDomainHasLettersDigitsDotsAndHyphens() {
        for (String good : List.of("plateau.test", "lab-2.Example", "localhost", "${env:DOMAIN}")) {
            assertThat(AddressRules.domain(good)).as(good).isEmpty();
        }
        for (String bad :
                List.of("", " ", "a b", "user@lab.example", "a.test\n", "a.test\nx = y", "a.test\r", "ä.test")) {
            assertThat(AddressRules.domain(bad))
                    .as(bad)
                    .singleElement()
                    .returns("domain", Finding::parameter)
                    .returns(Finding.Severity.PROBLEM, Finding::severity);
        }
    }

    @Test
    void aLoginHasTheNumberOfTheUser() {
        for (String good : List.of("user{n}", "{n4}", "a.b_c-{n9}x", "${env:LOGIN}")) {
            assertThat(AddressRules.login(good)).as(good).isEmpty();
        }
        for (String bad : List.of(
                "", "user", "{N}", "user{n}@lab.example", "user{n}\n", "../{n}", "u {n}", "{n}{n0}", "{n}{m}")) {
            assertThat(AddressRules.login(bad))
                    .as(bad)
                    .isNotEmpty()
                    .allMatch(finding -> "login".equals(finding.parameter()));
        }
    }
}
