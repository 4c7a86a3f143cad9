// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.nio.file.Path;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;
import org.plateaubench.http.HttpIdentity;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.HttpTrust;

/** Parameters of TLS. Their files are on the hosts of the agents. */
public record TlsParameters(
        @Parameter(
                description = "Whether any certificate of the server is trusted, for servers with self-signed ones.",
                defaultValue = "false")
        boolean anyCertificate,

        @Parameter(
                description =
                        "PEM file of the certificates and authorities that are trusted; empty for those of the JVM.",
                defaultValue = "",
                reach = Reach.FILE)
        String trust,

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
    /** The certificates of the JVM, and no client certificate. */
    static final TlsParameters NONE = new TlsParameters(false, "", "", "", "");

    /** Settings with these options. */
    HttpSettings in(HttpSettings settings) {
        HttpSettings result = settings;
        if (anyCertificate) {
            result = result.withTrust(new HttpTrust.Anything());
        } else if (!trust.isEmpty()) {
            result = result.withTrust(new HttpTrust.CertificateFile(Path.of(trust)));
        }
        if (!clientCertificate.isEmpty()) {
            Path key = Path.of(clientKey.isEmpty() ? clientCertificate : clientKey);
            result = result.withIdentity(new HttpIdentity(Path.of(clientCertificate), key, passphrase));
        }
        return result;
    }
}
