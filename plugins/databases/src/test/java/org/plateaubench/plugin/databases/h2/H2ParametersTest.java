// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.databases.h2.H2Parameters.Storage;
import org.plateaubench.spi.SutContext.Mode;

class H2ParametersTest {
    private static final String URL = "jdbc:h2:tcp://db.lab/~/store";

    private static List<Finding> check(Mode mode, H2Parameters parameters) {
        return new H2ServiceType().check(mode, parameters);
    }

    private static List<Finding> external(String url) {
        return check(Mode.EXTERNAL, new H2Parameters(Storage.MEMORY, 512, 0, url, "ds", "guess-4711"));
    }

    @Test
    void eachModeTakesItsOwnKeys() {
        assertThat(check(Mode.EMBEDDED, new H2Parameters(Storage.FILE, 64, 9092, "", "", "")))
                .isEmpty();
        assertThat(external(URL)).isEmpty();
        assertThat(external("jdbc:h2:ssl://db.lab/store")).isEmpty();
    }

    @Test
    void keysOfTheOtherModeAreProblemsOfTheirOwn() {
        assertThat(check(Mode.EMBEDDED, new H2Parameters(Storage.MEMORY, 512, 0, URL, "ds", "guess-4711")))
                .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM))
                .extracting(Finding::parameter)
                .containsExactly("url", "user", "password");
        assertThat(check(Mode.EXTERNAL, new H2Parameters(Storage.FILE, 64, 9092, URL, "", "")))
                .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM))
                .extracting(Finding::parameter)
                .containsExactly("storage", "heapMebibytes", "port");
    }

    @Test
    void anExternalDatabaseNeedsAnAddress() {
        assertThat(external("")).singleElement().satisfies(finding -> {
            assertThat(finding.parameter()).isEqualTo("url");
            assertThat(finding.toString()).contains("needs an address", "jdbc:h2:tcp://");
        });
    }

    @Test
    void anAddressThatIsStillAReferenceIsLookedAtLater() {
        assertThat(external("${env:DB_URL}")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:h2:mem:store", "jdbc:h2:./store", "jdbc:postgresql://db/store"})
    void anAddressThatWouldOpenTheDatabaseInsideTheHarnessIsRefused(String url) {
        assertThat(external(url)).singleElement().satisfies(finding -> {
            assertThat(finding.parameter()).isEqualTo("url");
            assertThat(finding.toString()).contains("jdbc:h2:tcp://");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {";password=guess-4711", ";USER=ds"})
    void userAndPasswordInTheAddressAreRefusedAndNotRepeated(String settings) {
        assertThat(external(URL + settings)).singleElement().satisfies(finding -> {
            assertThat(finding.parameter()).isEqualTo("url");
            assertThat(finding.toString()).contains("keys of their own").doesNotContain("guess-4711");
        });
    }
}
