// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.service;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.plateaubench.process.TrustedCertificates;

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
            if (place.trust().isEmpty()) {
                SSLContext context = SSLContext.getInstance("TLS");
                context.init(null, null, null);
                return context;
            }
            try (InputStream file = Files.newInputStream(Path.of(place.trust()))) {
                return TrustedCertificates.context(file);
            }
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
}
