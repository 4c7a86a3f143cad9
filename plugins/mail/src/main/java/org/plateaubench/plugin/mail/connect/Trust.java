// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.nio.file.Path;
import javax.net.ssl.SSLSocketFactory;
import org.plateaubench.http.HttpTrust;
import org.plateaubench.http.tls.TlsClient;

/** The trusted certificates. One per site, so that its TLS sessions are resumed. Immutable; any thread. */
public final class Trust {
    private final String text;
    private final TlsClient client;

    private Trust(String text, TlsClient client) {
        this.text = text;
        this.client = client;
    }

    /**
     * Parses the setting of a site.
     *
     * @param text a PEM file, {@code any}, or empty for the certificates that the JDK trusts
     * @throws IllegalArgumentException with a message when the file cannot be used
     */
    public static Trust of(String text) {
        return new Trust(text, TlsClient.of(http(text)));
    }

    /** Returns the same setting for HTTP. */
    public static HttpTrust http(String text) {
        return switch (text) {
            case "" -> new HttpTrust.Authorities();
            case "any" -> new HttpTrust.Anything();
            default -> new HttpTrust.CertificateFile(Path.of(text));
        };
    }

    /** Returns the factory of TLS sockets, whose sessions are shared. */
    public SSLSocketFactory factory() {
        return client.context().getSocketFactory();
    }

    /** Returns whether the certificate must match the requested host. */
    public boolean checksHost() {
        return client.namesAreChecked();
    }

    /** Returns the source of the trusted certificates, for a message. */
    @Override
    public String toString() {
        return text.isEmpty() ? "this JDK's list" : text;
    }
}
