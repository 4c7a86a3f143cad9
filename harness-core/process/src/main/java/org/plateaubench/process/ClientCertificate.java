// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.api.SutAddress;

/** The parameters of a client certificate, which have the same names for every kind of SUT. */
public record ClientCertificate(
        @Parameter(
                description =
                        "File of the client's certificate: PEM, or PKCS#12 with its key (.p12, .pfx); empty for none.",
                defaultValue = "",
                reach = Reach.FILE)
        String clientCertificate,

        @Parameter(
                description = "PEM file of the client's key, PKCS#8; empty if it is in the file of the certificate.",
                defaultValue = "",
                reach = Reach.FILE)
        String clientKey,

        @Parameter(description = "Passphrase of the client's key.", defaultValue = "", secret = true)
        String passphrase) {
    private static final String CERTIFICATE = "clientCertificate";
    private static final String KEY = "clientKey";
    private static final String PASSPHRASE = "passphrase";

    public static final ClientCertificate NONE = new ClientCertificate("", "", "");

    /** Returns the certificate that an address has; none without the properties. */
    public static ClientCertificate of(SutAddress sut) {
        Map<String, String> properties = sut.properties();
        return new ClientCertificate(
                properties.getOrDefault(CERTIFICATE, ""),
                properties.getOrDefault(KEY, ""),
                properties.getOrDefault(PASSPHRASE, ""));
    }

    public Map<String, String> properties() {
        return Map.of(CERTIFICATE, clientCertificate, KEY, clientKey, PASSPHRASE, passphrase);
    }

    public boolean isGiven() {
        return !clientCertificate.isEmpty();
    }

    public ClientKeys keys() {
        return isGiven()
                ? ClientKeys.of(
                        Path.of(clientCertificate),
                        Path.of(clientKey.isEmpty() ? clientCertificate : clientKey),
                        passphrase)
                : ClientKeys.none();
    }

    public List<Finding> check(boolean tls) {
        List<Finding> findings = new ArrayList<>();
        if (!isGiven() && !(clientKey + passphrase).isEmpty()) {
            String key = clientKey.isEmpty() ? PASSPHRASE : KEY;
            findings.add(Finding.problem(
                            "'" + key + "' has no effect without 'clientCertificate'.", "Add 'clientCertificate'.")
                    .about(key));
        }
        if (isGiven() && !tls) {
            findings.add(
                    Finding.problem("A client certificate requires TLS.", "Use TLS, or remove 'clientCertificate'.")
                            .about(CERTIFICATE));
        }
        return findings;
    }

    @Override
    public String toString() {
        return clientCertificate;
    }
}
