// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.io.InputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Certificates that a client trusts in place of Java's default ones. Stateless; any thread. */
public final class TrustedCertificates {
    private TrustedCertificates() {}

    /**
     * Returns a TLS context that trusts only the given certificates and those that they have signed.
     *
     * @param pem certificates in PEM form; read to the end and not closed
     * @throws CertificateException when there is none
     * @throws GeneralSecurityException when they are damaged
     */
    public static SSLContext context(InputStream pem) throws IOException, GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers(pem), null);
        return context;
    }

    /** Returns what checks the certificates of servers for such a context. */
    public static TrustManager[] managers(InputStream pem) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate certificate : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
            store.setCertificateEntry("trusted-" + store.size(), certificate);
        }
        if (store.size() == 0) {
            throw new CertificateException("there is no certificate in it; a PEM file is needed");
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust.getTrustManagers();
    }
}
