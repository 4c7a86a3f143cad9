// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.spi.SutContext.Mode;
import org.plateaubench.testkit.TlsServer;

/** Wrong keys of a vCenter Server are reported with their position before any request. */
final class VcenterParametersTest {
    private static List<String> findings(Mode mode, String url, String fingerprint) {
        return VcenterParameters.serviceType()
                .check(
                        mode,
                        new VcenterParameters(url, "bench", "secret", fingerprint, ClientCertificate.NONE, List.of()))
                .stream()
                .map(Finding::parameter)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://vcenter.lab", "https://vcenter.lab:8443/", "HTTPS://vcenter.lab/sdk", "${env:URL}"})
    void validAddressIsAccepted(String url) {
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
    void invalidAddressIsReported(String url) {
        assertThat(findings(Mode.EXTERNAL, url, "")).containsExactly("url");
    }

    @Test
    void clientCertificateIsPresentedOnDemand(@TempDir Path folder) throws Exception {
        ServerCertificate certificate = ServerCertificate.in(folder);
        TlsServer server =
                new TlsServer(certificate.certificate(), certificate.key(), certificate.authority(), true, exchange -> {
                    exchange.sendResponseHeaders(404, -1);
                    exchange.close();
                });
        Map<String, String> address = new HashMap<>(
                Map.of("url", "https://127.0.0.1:" + server.port(), "fingerprint", fingerprint(certificate)));
        assertThat(failure(address)).contains("the server requires a client certificate", "set 'clientCertificate'");
        address.putAll(new ClientCertificate(
                        certificate.certificate().toString(), certificate.key().toString(), "")
                .properties());
        assertThat(failure(address)).contains("with HTTP status 404");
        address.put("clientKey", folder.resolve("none").toString());
        assertThat(failure(address)).contains("of the client certificate does not exist");
        server.close();
    }

    private static String fingerprint(ServerCertificate certificate) throws Exception {
        byte[] first = TlsServer.certificates(certificate.certificate())[0].getEncoded();
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(first));
    }

    private static String failure(Map<String, String> address) {
        PlatformAddress place = new PlatformAddress(Platform.VCENTER, new SutAddress("lab", "vcenter", address));
        return String.valueOf(
                catchThrowableOfType(IOException.class, () -> place.inSession(Duration.ofSeconds(20), session -> ""))
                        .getMessage());
    }

    @Test
    void allProblemsAreReportedTogether() {
        assertThat(findings(Mode.EMBEDDED, "x", "abc")).containsExactly("mode", "url", "fingerprint");
        assertThat(findings(Mode.EXTERNAL, "https://vcenter.lab", "AB:".repeat(31) + "AB"))
                .isEmpty();
    }
}
