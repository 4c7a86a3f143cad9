// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext.Mode;

/** The keys of every service. */
class ExternalKeysTest {
    private static List<Finding> external(Engine engine, String url) {
        return engine.given(false, 0, "", url, "guess-4711").check(Mode.EXTERNAL);
    }

    @ParameterizedTest
    @EnumSource
    void eachModeAcceptsItsOwnKeys(Engine engine) {
        assertThat(engine.given(true, 9092, "/opt/server", "", "").check(Mode.EMBEDDED))
                .isEmpty();
        assertThat(external(engine, engine.scheme() + "db.lab:4711/store")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"H2, jdbc:h2:ssl://db.lab/store", "MARIADB, jdbc:mysql://db.lab/store?useCompression=true"})
    void alternativeJdbcUrlIsAccepted(Engine engine, String url) {
        assertThat(external(engine, url)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void keysOfTheOtherModeAreReported(Engine engine) {
        String url = engine.scheme() + "db.lab/store";
        assertThat(engine.given(true, 0, "", url, "guess-4711").check(Mode.EMBEDDED))
                .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM))
                .extracting(Finding::parameter)
                .containsExactly("url", "user", "password");
        String keys = switch (engine) {
            case H2 -> "storage heapMebibytes port";
            case POSTGRESQL -> "sharedBuffersMebibytes maxConnections port home";
            case MARIADB -> "bufferPoolMebibytes maxConnections port home";
        };
        assertThat(engine.given(true, 9092, "/opt/server", url, "").check(Mode.EXTERNAL))
                .allSatisfy(finding -> assertThat(finding.severity()).isEqualTo(Finding.Severity.PROBLEM))
                .extracting(Finding::parameter)
                .containsExactly(keys.split(" ", -1));
    }

    @ParameterizedTest
    @EnumSource
    void externalDatabaseNeedsUrl(Engine engine) {
        assertThat(external(engine, "")).singleElement().satisfies(finding -> {
            assertThat(finding.parameter()).isEqualTo("url");
            assertThat(finding.toString()).contains("needs an address", engine.scheme());
        });
    }

    @ParameterizedTest
    @EnumSource
    void unresolvedUrlReferenceIsAccepted(Engine engine) {
        assertThat(external(engine, "${env:DB_URL}")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "H2, jdbc:h2:mem:store",
        "H2, jdbc:h2:./store",
        "H2, jdbc:postgresql://db/store",
        "POSTGRESQL, jdbc:postgresql:store",
        "POSTGRESQL, jdbc:mariadb://db/store",
        "MARIADB, jdbc:h2:tcp://db/store",
        "MARIADB, jdbc:postgresql://db/store",
        "MARIADB, mariadb://db/store"
    })
    void addressOfAnotherKindIsRefused(Engine engine, String url) {
        assertThat(external(engine, url)).singleElement().satisfies(finding -> {
            assertThat(finding.parameter()).isEqualTo("url");
            assertThat(finding.toString()).contains("not of a server of " + engine.title(), engine.scheme());
        });
    }

    @ParameterizedTest
    @CsvSource({
        "H2, ;password=guess-4711",
        "H2, ;USER=ds",
        "POSTGRESQL, ?user=ds",
        "POSTGRESQL, ?ssl=true&password=guess-4711",
        "MARIADB, ?password=guess-4711",
        "MARIADB, ?user=ds",
        "MARIADB, ?useCompression=true&keyStorePassword=guess-4711"
    })
    void userAndPasswordInTheAddressAreRefusedAndNotRepeated(Engine engine, String settings) {
        assertThat(external(engine, engine.scheme() + "db.lab/store" + settings))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.parameter()).isEqualTo("url");
                    assertThat(finding.toString())
                            .contains("Use the keys 'user' and 'password'.")
                            .doesNotContain("guess-4711");
                });
    }

    @ParameterizedTest
    @EnumSource
    void passwordIsHiddenInToString(Engine engine) {
        assertThat(engine.given(false, 0, "", engine.scheme() + "db", "guess-4711")
                        .parameters()
                        .toString())
                .contains(engine.scheme())
                .doesNotContain("guess-4711");
    }
}
