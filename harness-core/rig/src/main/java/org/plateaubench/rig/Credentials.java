// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.TrustedCertificates;

/**
 * The credentials with which a user connects to a broker, stored in a file that only its owner may read.
 *
 * @param name name of the user, valid by {@link org.plateaubench.api.Names}
 * @param role role of the user
 * @param url address of the broker
 * @param authority PEM certificate that has signed the broker's; no other is trusted
 * @param key key of the user
 */
public record Credentials(String name, Role role, String url, String authority, UserKey key) {
    public static Credentials read(Path file) throws IOException {
        String what = "The credentials file";
        byte[] text = RigDocument.file(
                what, file, "./plateau broker add-agent and add-controller make such files on the host of the broker");
        return RigDocument.read(what + " " + file, text, Credentials.class);
    }

    /** Writes the file, readable by its owner alone. */
    public void write(Path file) throws IOException {
        OwnerOnly.file(file.toAbsolutePath(), new String(RigDocument.bytes(this), StandardCharsets.UTF_8) + "\n");
    }

    /** Returns the credentials of the same user for another address of the broker. */
    public Credentials at(String address) {
        return new Credentials(name, role, address, authority, key);
    }

    /** Creates a TLS context that trusts the authority of the broker. */
    SSLContext tls() throws IOException {
        try {
            return TrustedCertificates.context(new ByteArrayInputStream(authority.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new IOException("The certificate of the credentials is damaged: " + e.getMessage() + ".", e);
        }
    }

    /** Returns role, name and address, without the secret. */
    @Override
    public String toString() {
        return role + " " + name + " at " + url;
    }
}
