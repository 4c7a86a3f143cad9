// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.process.ClientCertificate;
import org.plateaubench.process.ServerCertificate;
import org.plateaubench.process.TrustedCertificates;
import org.plateaubench.spi.SutContext.Mode;

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
        HttpsServer server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context(certificate)) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters demanding = getSSLContext().getDefaultSSLParameters();
                demanding.setNeedClientAuth(true);
                parameters.setSSLParameters(demanding);
            }
        });
        server.start();
        Map<String, String> address = new HashMap<>(Map.of(
                "url", "https://127.0.0.1:" + server.getAddress().getPort(), "fingerprint", fingerprint(certificate)));
        assertThat(failure(address)).contains("the server requires a client certificate", "set 'clientCertificate'");
        address.putAll(new ClientCertificate(
                        certificate.certificate().toString(), certificate.key().toString(), "")
                .properties());
        assertThat(failure(address)).contains("with HTTP status 404");
        address.put("clientKey", folder.resolve("none").toString());
        assertThat(failure(address)).contains("of the client certificate is not there");
        server.stop(0);
    }

    private static SSLContext context(ServerCertificate certificate) throws Exception {
        byte[] key = Base64.getMimeDecoder()
                .decode(Files.readString(certificate.key()).replaceAll("-----[A-Z ]+-----", ""));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        try (InputStream in = Files.newInputStream(certificate.certificate())) {
            store.setKeyEntry(
                    "server",
                    KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(key)),
                    new char[0],
                    CertificateFactory.getInstance("X.509")
                            .generateCertificates(in)
                            .toArray(Certificate[]::new));
        }
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, new char[0]);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), TrustedCertificates.in(certificate.authority()), null);
        return context;
    }

    private static String fingerprint(ServerCertificate certificate) throws Exception {
        try (InputStream in = Files.newInputStream(certificate.certificate())) {
            byte[] first = CertificateFactory.getInstance("X.509")
                    .generateCertificate(in)
                    .getEncoded();
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(first));
        }
    }

    private static String failure(Map<String, String> address) {
        PlatformAddress place = new PlatformAddress(Platform.VCENTER, new SutAddress("lab", "vcenter", address));
        return String.valueOf(
                catchThrowableOfType(IOException.class, () -> place.ask(Duration.ofSeconds(20), session -> ""))
                        .getMessage());
    }

    @Test
    void allProblemsAreReportedTogether() {
        assertThat(findings(Mode.EMBEDDED, "x", "abc")).containsExactly("mode", "url", "fingerprint");
        assertThat(findings(Mode.EXTERNAL, "https://vcenter.lab", "AB:".repeat(31) + "AB"))
                .isEmpty();
    }
}
