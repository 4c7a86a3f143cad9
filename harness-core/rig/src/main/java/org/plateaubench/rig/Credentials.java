// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.plateaubench.process.ClientKeys;
import org.plateaubench.process.OwnerOnly;
import org.plateaubench.process.TrustedCertificates;

/**
 * The credentials with which a user connects to a broker, stored in a file that only its owner may read.
 *
 * @param name name of the user, valid by {@link org.plateaubench.api.Names}
 * @param authority PEM certificate that has signed the broker's certificate; no other is trusted
 * @param lab set if the lab's own authority has signed the broker's certificate
 */
public record Credentials(
        String name,
        Role role,
        String url,
        String authority,
        String password,
        @Nullable LabCertificate lab) {
    private static final String PASSPHRASE = "PLATEAU_KEY_PASSPHRASE";

    /**
     * The certificate by which the lab's authority identifies the user. This authority also signs certificates of other
     * servers, so the name of the broker's host is checked.
     *
     * @param certificate file, relative to the credentials file, empty if the broker demands none
     */
    public record LabCertificate(String certificate, String key) {}

    public static Credentials read(Path file) throws IOException {
        String what = "The credentials file";
        byte[] text = RigDocument.file(
                what, file, "./plateau broker add-agent and add-controller make such files on the host of the broker");
        Credentials read = RigDocument.read(what + " " + file, text, Credentials.class);
        LabCertificate lab = read.lab;
        if (lab == null || lab.certificate.isEmpty()) {
            return read;
        }
        String certificate = file.resolveSibling(lab.certificate).toString();
        String key = file.resolveSibling(lab.key).toString();
        LabCertificate resolved = new LabCertificate(certificate, key);
        return new Credentials(read.name, read.role, read.url, read.authority, read.password, resolved);
    }

    public void write(Path file) throws IOException {
        OwnerOnly.file(file.toAbsolutePath(), new String(RigDocument.bytes(this), StandardCharsets.UTF_8) + "\n");
    }

    public Credentials at(String address) {
        return new Credentials(name, role, address, authority, password, lab);
    }

    ClientKeys clientKeys() throws IOException {
        try {
            String passphrase = System.getenv().getOrDefault(PASSPHRASE, "");
            return lab == null || lab.certificate.isEmpty()
                    ? ClientKeys.none()
                    : ClientKeys.of(Path.of(lab.certificate), Path.of(lab.key), passphrase);
        } catch (IllegalArgumentException e) {
            throw new IOException("The broker " + url + " cannot be reached: " + e.getMessage() + ".", e);
        }
    }

    /** Whether the name of the host is checked; the broker connects to itself as localhost. */
    boolean checksName() {
        return lab != null && role != Role.CLOCK;
    }

    SSLContext tls(ClientKeys keys) throws IOException {
        try {
            return keys.context(TrustedCertificates.managers(
                    new ByteArrayInputStream(authority.getBytes(StandardCharsets.US_ASCII))));
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
