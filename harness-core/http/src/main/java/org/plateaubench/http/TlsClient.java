// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathValidatorException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plateaubench.process.ClientKeys;

/** A TLS client with one cache of sessions for all connections. Any thread. */
public final class TlsClient {
    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|.*:.*");

    private static final String UNTRUSTED = "unable to find valid certification path";

    private final SSLContext context;
    private final ClientKeys keys;
    private final boolean namesAreChecked;

    private TlsClient(SSLContext context, ClientKeys keys, boolean namesAreChecked) {
        this.context = context;
        this.keys = keys;
        this.namesAreChecked = namesAreChecked;
    }

    /**
     * Creates a client with the given trust and certificate.
     *
     * @param identity certificate of the client, null for none
     * @throws IllegalArgumentException if a file cannot be used
     */
    public static TlsClient of(HttpTrust trust, @Nullable HttpIdentity identity) {
        ClientKeys keys = identity == null
                ? ClientKeys.none()
                : ClientKeys.of(identity.certificate(), identity.key(), identity.passphrase());
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {keys}, managers(trust), null);
            return new TlsClient(context, keys, !(trust instanceof HttpTrust.Anything));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no TLS: " + e.getMessage(), e);
        }
    }

    private static TrustManager[] managers(HttpTrust trust) throws GeneralSecurityException {
        return switch (trust) {
            case HttpTrust.Anything ignored -> new TrustManager[] {new AnyCertificate()};
            case HttpTrust.Authorities ignored -> authorities(null);
            case HttpTrust.CertificateFile file -> authorities(certificates(file.certificates()));
        };
    }

    private static TrustManager[] authorities(@Nullable KeyStore store) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyStore certificates(Path file) throws GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (Certificate certificate :
                    CertificateFactory.getInstance("X.509").generateCertificates(in)) {
                store.setCertificateEntry("certificate-" + store.size(), certificate);
            }
            if (store.size() == 0) {
                throw new CertificateException("the file contains no certificate in PEM format");
            }
            return store;
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("the file " + file + " of certificates to trust is not there", e);
        } catch (IOException | CertificateException e) {
            throw new IllegalArgumentException(
                    "the certificates to trust in " + file + " cannot be used: " + e.getMessage(), e);
        }
    }

    /** The TLS context, for libraries that open connections themselves. */
    public SSLContext context() {
        return context;
    }

    /** Whether the name of the host is checked against the certificate. */
    public boolean namesAreChecked() {
        return namesAreChecked;
    }

    /**
     * Starts TLS for HTTP/1.1 on a connected socket and completes the handshake.
     *
     * @throws IOException if the handshake fails; the caller must then close the socket
     */
    public SSLSocket over(Socket plain, HttpOrigin origin) throws IOException {
        SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(plain, origin.host(), origin.port(), true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        if (!ADDRESS.matcher(origin.host()).matches()) {
            parameters.setServerNames(List.of(new SNIHostName(origin.host())));
        }
        if (namesAreChecked) {
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
        }
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    /** The text of a failure for a person, with the certificate that the server has demanded of the client, if it has. */
    public String text(Throwable failure, String message) {
        if (message.contains(UNTRUSTED)) {
            return "no trusted authority has signed the server's certificate";
        }
        boolean isRefusal = failure instanceof SSLHandshakeException || !keys.areGiven();
        String demand = keys.demand();
        return demand == null || !isRefusal ? message : message + "; " + demand;
    }

    /** Whether a failure of TLS was caused by the server's certificate. */
    public static boolean aboutCertificate(Throwable failure) {
        for (Throwable t = failure; t != null; t = t.getCause()) {
            if (t instanceof CertificateException || t instanceof CertPathValidatorException) {
                return true;
            }
        }
        return false;
    }

    /** Trusts every certificate. */
    private static final class AnyCertificate extends ServerCheck {
        @Override
        void check(X509Certificate[] chain, String type, @Nullable SSLEngine engine) {}
    }
}
