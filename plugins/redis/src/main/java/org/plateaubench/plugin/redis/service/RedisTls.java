// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

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
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** TLS of the connections of all clients, and the trusted certificates. */
public final class RedisTls {
    private RedisTls() {}

    /**
     * Returns the context for engines and sockets to the servers of a place.
     *
     * @throws IOException with a message when the file of trusted certificates cannot be used
     */
    public static SSLContext context(RedisAddress place) throws IOException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(
                    null,
                    place.trust().isEmpty()
                            ? null
                            : trusting(Path.of(place.trust())).getTrustManagers(),
                    null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException("the certificates in " + place.trust() + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** Returns the parameters for every engine and socket: the certificate must match the requested host. */
    public static SSLParameters parameters() {
        SSLParameters parameters = new SSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        return parameters;
    }

    private static TrustManagerFactory trusting(Path pem) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream file = Files.newInputStream(pem)) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(file);
            if (certificates.isEmpty()) {
                throw new IOException("there is no certificate in " + pem + "; a PEM file is needed");
            }
            for (Certificate certificate : certificates) {
                store.setCertificateEntry("trusted-" + store.size(), certificate);
            }
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory;
    }
}
