// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http;

import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Finding;
import org.plateaubench.process.ClientKeys;

/**
 * Trusts only the certificate with the given fingerprint, for any name, because the names in self-signed certificates
 * are not verified by an authority. Without a fingerprint, trusts the certificates that the JVM trusts. The message of
 * a refusal contains the fingerprint of the offered certificate.
 */
public final class PinnedCertificate extends ServerCheck {
    private final String fingerprint;
    private final X509ExtendedTrustManager jvmTrust;

    private PinnedCertificate(String fingerprint) throws GeneralSecurityException {
        this.fingerprint = normalized(fingerprint);
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init((KeyStore) null);
        jvmTrust = (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    }

    /**
     * Creates a TLS context that trusts one certificate.
     *
     * @param fingerprint SHA-256 in hexadecimal digits, with or without colons; empty for the certificates that the JVM
     *     trusts
     * @param keys certificate of the client
     */
    public static SSLContext context(String fingerprint, ClientKeys keys) {
        try {
            return keys.context(new TrustManager[] {new PinnedCertificate(fingerprint)});
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JVM has no TLS", e);
        }
    }

    /**
     * The problem of a value of the key {@code fingerprint}; none for an empty value and for a reference that is not
     * resolved yet.
     */
    public static Optional<Finding> problem(String fingerprint) {
        if (fingerprint.isEmpty()
                || fingerprint.contains("${")
                || normalized(fingerprint).matches("[0-9a-f]{64}")) {
            return Optional.empty();
        }
        return Optional.of(Finding.problem(
                        "'" + fingerprint + "' is not a SHA-256 fingerprint of a certificate.",
                        "Write its 64 hexadecimal digits, with or without colons.")
                .about("fingerprint"));
    }

    private static String normalized(String text) {
        return text.replace(":", "").strip().toLowerCase(Locale.ROOT);
    }

    private static String fingerprintOf(X509Certificate certificate) throws CertificateException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (NoSuchAlgorithmException e) {
            throw new CertificateException("this JVM has no SHA-256", e);
        }
    }

    @Override
    void check(X509Certificate[] chain, String type, @Nullable SSLEngine engine) throws CertificateException {
        String offered = fingerprintOf(chain[0]);
        if (!fingerprint.isEmpty()) {
            if (!offered.equals(fingerprint)) {
                throw new CertificateException(
                        "the server's certificate has the SHA-256 fingerprint " + offered + ", not the one given");
            }
            return;
        }
        try {
            jvmTrust.checkServerTrusted(chain, type, engine);
        } catch (CertificateException e) {
            throw new CertificateException(
                    "the JVM does not trust the server's certificate; if it is the right one, set 'fingerprint: "
                            + offered + "'",
                    e);
        }
    }
}
