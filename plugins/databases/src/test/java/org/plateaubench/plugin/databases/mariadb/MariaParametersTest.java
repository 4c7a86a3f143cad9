// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext.Mode;

class MariaParametersTest {
    private static final String URL = "jdbc:mariadb://db.lab:3306/store";

    private static List<Finding> check(Mode mode, MariaParameters parameters) {
        return new MariaServiceType().check(mode, parameters);
    }

    private static List<Finding> external(String url) {
        return check(Mode.EXTERNAL, MariaInTest.external(url, "ds", "guess-4711"));
    }

    @Test
    void eachModeTakesItsOwnKeys() {
        assertThat(check(Mode.EMBEDDED, new MariaParameters(64, 50, 3306, "/opt/mariadb", "", "", "")))
                .isEmpty();
        assertThat(external(URL)).isEmpty();
        assertThat(external("jdbc:mysql://db.lab/store?useCompression=true")).isEmpty();
    }

    @Test
    void keysOfTheOtherModeAreProblemsOfTheirOwn() {
        assertThat(check(Mode.EMBEDDED, MariaInTest.external(URL, "ds", "guess-4711")))
                .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM))
                .extracting(Finding::parameter)
                .containsExactly("url", "user", "password");
        assertThat(check(Mode.EXTERNAL, new MariaParameters(64, 50, 3306, "/opt/mariadb", URL, "", "")))
                .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM))
                .extracting(Finding::parameter)
                .containsExactly("bufferPoolMebibytes", "maxConnections", "port", "home");
    }

    @Test
    void anExternalDatabaseNeedsAnAddress() {
        assertThat(external("")).singleElement().satisfies(finding -> {
            assertThat(finding.parameter()).isEqualTo("url");
            assertThat(finding.toString()).contains("needs an address", "jdbc:mariadb://");
        });
    }

    @Test
    void anAddressThatIsStillAReferenceIsLookedAtLater() {
        assertThat(external("${env:DB_URL}")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:tcp://db/store", "jdbc:postgresql://db/store", "mariadb://db/store"})
    void anAddressOfAnotherKindIsRefused(String url) {
        assertThat(external(url)).singleElement().satisfies(finding -> {
            assertThat(finding.parameter()).isEqualTo("url");
            assertThat(finding.toString()).contains("jdbc:mariadb://", "jdbc:mysql://");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"?password=guess-4711", "?user=ds", "?useCompression=true&keyStorePassword=guess-4711"})
    void userAndPasswordInTheAddressAreRefusedAndNotRepeated(String settings) {
        assertThat(external(URL + settings)).singleElement().satisfies(finding -> {
            assertThat(finding.parameter()).isEqualTo("url");
            assertThat(finding.toString()).contains("keys of their own").doesNotContain("guess-4711");
        });
    }

    @Test
    void passwordIsNotInTheWords() {
        assertThat(MariaInTest.external(URL, "ds", "guess-4711").toString()).doesNotContain("guess-4711");
    }
}
