// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;

/** An HTTPS server on loopback, for tests of how a client handles certificates. */
public final class TlsServer implements AutoCloseable {
    private static final char[] NO_PASSWORD = {};
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpsServer server;

    /**
     * Starts the server with a certificate and its elliptic-curve key, both PEM files.
     *
     * @param authority PEM file of the authority that must have signed the certificate of a client, if one is required
     */
    public TlsServer(Path certificate, Path key, Path authority, boolean isClientAuthRequired, HttpHandler handler)
            throws IOException, GeneralSecurityException {
        SSLContext context = context(certificate, key, authority);
        server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setHttpsConfigurator(new HttpsConfigurator(context) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters tls = context.getDefaultSSLParameters();
                tls.setNeedClientAuth(isClientAuthRequired);
                parameters.setSSLParameters(tls);
            }
        });
        server.setExecutor(threads);
        server.createContext("/", handler);
        server.start();
    }

    private static SSLContext context(Path certificate, Path key, Path authority)
            throws IOException, GeneralSecurityException {
        String base64 = Files.readString(key).replaceAll("-----[A-Z ]+-----|\\s", "");
        var encoded = new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64));
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        store.setKeyEntry(
                "own", KeyFactory.getInstance("EC").generatePrivate(encoded), NO_PASSWORD, certificates(certificate));
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store, NO_PASSWORD);
        // A store of its own: the certificate of a key entry would be trusted too.
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", certificates(authority)[0]);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
        return context;
    }

    /** The certificates of a PEM file. */
    public static Certificate[] certificates(Path file) throws IOException, GeneralSecurityException {
        try (var in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificates(in)
                    .toArray(Certificate[]::new);
        }
    }

    /** The port on 127.0.0.1. */
    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
