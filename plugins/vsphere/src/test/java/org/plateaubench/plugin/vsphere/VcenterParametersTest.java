// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext.Mode;

/** Wrong keys of a vCenter Server are located before anything is asked. */
final class VcenterParametersTest {
    private static List<String> findings(Mode mode, String url, String fingerprint) {
        return VcenterParameters.serviceType()
                .check(mode, new VcenterParameters(url, "bench", "secret", fingerprint, List.of(), List.of()))
                .stream()
                .map(Finding::parameter)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://vcenter.lab", "https://vcenter.lab:8443/", "HTTPS://vcenter.lab/sdk", "${env:URL}"})
    void anAddressIsTaken(String url) {
        assertThat(findings(Mode.EXTERNAL, url, "")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "vcenter.lab",
                "http://vcenter.lab",
                "https://",
                "https://me@vcenter.lab",
                "https://vcenter.lab/ui",
                "https://vcenter.lab?x=1",
                "https://vcenter.lab#x",
                "file:///etc/passwd",
                "https://a b"
            })
    void anotherIsLocated(String url) {
        assertThat(findings(Mode.EXTERNAL, url, "")).containsExactly("url");
    }

    @Test
    void allThatIsWrongIsSaidAtOnce() {
        assertThat(findings(Mode.EMBEDDED, "x", "abc")).containsExactly("mode", "url", "fingerprint");
        assertThat(findings(Mode.EXTERNAL, "https://vcenter.lab", "AB:".repeat(31) + "AB"))
                .isEmpty();
    }
}
