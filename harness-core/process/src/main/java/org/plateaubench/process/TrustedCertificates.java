// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Certificates that a client trusts in place of Java's default ones. Stateless and thread-safe. */
public final class TrustedCertificates {
    /** The greatest size of a file in bytes, which is more than the certificates of all authorities of a system. */
    private static final long MAX_BYTES = 4 << 20;

    private TrustedCertificates() {}

    public static TrustManager[] in(Path file) {
        try (InputStream pem = Files.newInputStream(file)) {
            if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
                throw new IOException("it is not a file of at most " + MAX_BYTES + " bytes");
            }
            return managers(pem);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException("the file " + file + " of certificates to trust does not exist", e);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "the certificates to trust in " + file + " cannot be used: " + e.getMessage()
                            + "; name a file in PEM format",
                    e);
        }
    }

    public static TrustManager[] managers(InputStream pem) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        for (Certificate certificate : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
            store.setCertificateEntry("trusted-" + store.size(), certificate);
        }
        if (store.size() == 0) {
            throw new CertificateException("it contains no certificate");
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        return trust.getTrustManagers();
    }
}
