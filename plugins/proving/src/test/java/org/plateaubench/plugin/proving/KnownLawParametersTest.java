// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.spi.SutContext;

final class KnownLawParametersTest {
    @ParameterizedTest
    @CsvSource({
        "sut.lab:7411, true",
        "[fe80::1]:7411, true",
        "sut.lab:65535, true",
        "sut.lab:65536, false",
        "sut.lab:0, false",
        "sut.lab, false",
        "${env:LAW}, true"
    })
    void externalAddressNeedsHostAndValidPort(String address, boolean accepted) {
        KnownLawParameters given = new KnownLawParameters(
                LatencyDistribution.Shape.FIXED,
                Duration.ZERO,
                Duration.ofMillis(10),
                0.5,
                Duration.ZERO,
                Duration.ZERO,
                Duration.ZERO,
                1,
                0,
                address);

        assertThat(given.check(SutContext.Mode.EXTERNAL).isEmpty()).isEqualTo(accepted);
    }
}
