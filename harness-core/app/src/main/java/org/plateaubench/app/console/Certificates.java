// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.plateaubench.process.TrustedCertificates;

/** Reads certificates that a client trusts instead of those that Java trusts. Stateless; any thread. */
final class Certificates {
    /** The greatest size of a file in bytes, which is more than the certificates of all authorities of a system. */
    private static final long MOST_BYTES = 4 << 20;

    private Certificates() {}

    static SSLContext context(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IOException(file + " is not a file with certificates; name one in PEM form.");
        }
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(
                    file + " has more than " + MOST_BYTES + " bytes; name a file of certificates in PEM form.");
        }
        try (InputStream in = Files.newInputStream(file)) {
            return TrustedCertificates.context(in);
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " holds no certificates in PEM form; nothing else can be read.", e);
        }
    }
}
