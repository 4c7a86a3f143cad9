// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.io.IOException;
import java.net.Socket;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.plateaubench.process.ClientKeys;
import org.plateaubench.process.TrustedCertificates;

/** A TLS client with one cache of sessions for all connections. Thread-safe. */
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
     * @throws IllegalArgumentException if the file of trusted certificates cannot be used
     */
    public static TlsClient of(HttpTrust trust, @Nullable ClientKeys identity) {
        ClientKeys keys = identity == null ? ClientKeys.none() : identity;
        TrustManager[] trusted = switch (trust) {
            case HttpTrust.Anything ignored -> new TrustManager[] {new AnyCertificate()};
            case HttpTrust.Authorities ignored -> null;
            case HttpTrust.CertificateFile file -> TrustedCertificates.in(file.certificates());
        };
        return new TlsClient(keys.context(trusted), keys, !(trust instanceof HttpTrust.Anything));
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
    public SSLSocket startTls(Socket plain, HttpOrigin origin) throws IOException {
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
    public String withCertificateHint(Throwable failure, String message) {
        if (message.contains(UNTRUSTED)) {
            return "no trusted authority has signed the server's certificate";
        }
        return keys.withCertificateHint(failure, message);
    }

    /** Whether a failure of TLS was caused by the server's certificate. */
    public static boolean isAboutCertificate(Throwable failure) {
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
