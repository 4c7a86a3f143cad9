// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.connect;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** The trusted certificates. One per site, so that its TLS sessions are resumed. Immutable; any thread. */
public final class Trust {
    private static final String ANY = "any";

    private final String text;
    private final SSLSocketFactory factory;

    private Trust(String text, SSLSocketFactory factory) {
        this.text = text;
        this.factory = factory;
    }

    /**
     * Parses the setting of a site.
     *
     * @param text a PEM file, {@code any}, or empty for the certificates that the JDK trusts
     * @throws IllegalArgumentException with a message when the file cannot be used
     */
    public static Trust of(String text) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, managers(text), null);
            return new Trust(text, context.getSocketFactory());
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "the certificates to trust in " + text + " cannot be used: " + e.getMessage(), e);
        }
    }

    private static TrustManager @Nullable [] managers(String text) throws IOException, GeneralSecurityException {
        if (text.isEmpty()) {
            return null;
        }
        return text.equals(ANY) ? new TrustManager[] {new AnyCertificate()} : believing(Path.of(text));
    }

    private static TrustManager[] believing(Path pem) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream file = Files.newInputStream(pem)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(file);
            if (certificates.isEmpty()) {
                throw new IOException("there is no certificate in it; it takes PEM files");
            }
            for (Certificate certificate : certificates) {
                store.setCertificateEntry("trusted-" + store.size(), certificate);
            }
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(store);
        return managers.getTrustManagers();
    }

    /** Returns the factory of TLS sockets, shared because it holds the sessions. */
    public SSLSocketFactory factory() {
        return factory;
    }

    /** Returns whether the certificate must match the requested host. */
    public boolean checksHost() {
        return !text.equals(ANY);
    }

    /** Returns the source of the trusted certificates, for a message. */
    @Override
    public String toString() {
        return text.isEmpty() ? "this JDK's list" : text;
    }
}
