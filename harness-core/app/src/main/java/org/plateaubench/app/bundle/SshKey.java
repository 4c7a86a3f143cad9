// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads Ed25519 keys as {@code ssh-keygen -t ed25519} writes them. */
public final class SshKey {
    static final String ALGORITHM = "Ed25519";
    static final String TYPE = "ssh-ed25519";
    private static final String PRIVATE_LABEL = "OPENSSH PRIVATE KEY";
    private static final int KEY_BYTES = 32;

    /** What precedes the 32 bytes of a public key in the form that the JDK reads. */
    private static final byte[] X509_PREFIX = HexFormat.of().parseHex("302a300506032b6570032100");

    private static final Pattern PUBLIC_LINE = Pattern.compile("\\s*(\\S+)\\s+([A-Za-z0-9+/=]+)(?:\\s.*)?\\s*");

    private SshKey() {}

    /**
     * Reads a private key, with its public key.
     *
     * @throws IOException with a one-sentence message when the file is no such key without a passphrase
     */
    public static KeyPair signer(Path file) throws IOException {
        try {
            SshFields fields = SshFields.armored(SshFields.text(file), PRIVATE_LABEL);
            fields.expect("openssh-key-v1\0");
            if (!fields.text().equals("none")) {
                throw new IOException(file + " has a passphrase, for which Plateau does not ask: sign the file with"
                        + " ssh-keygen -Y sign -n " + SshSignature.NAMESPACE + " -f " + file + " FILE.");
            }
            fields.bytes();
            fields.bytes();
            fields.number();
            PublicKey publicKey = ofBlob(fields.bytes());
            SshFields secret = new SshFields(fields.bytes());
            secret.number();
            secret.number();
            secret.text();
            secret.bytes();
            byte[] seed = Arrays.copyOf(secret.bytes(), KEY_BYTES);
            PrivateKey privateKey = KeyFactory.getInstance(ALGORITHM)
                    .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, seed));
            return new KeyPair(publicKey, privateKey);
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw new IOException(
                    file + " is not a private Ed25519 key (" + e.getMessage() + "); create one with: ssh-keygen -t"
                            + " ed25519 -N '' -f FILE",
                    e);
        }
    }

    /**
     * Reads a public key.
     *
     * @throws IOException with a one-sentence message when the file is no such key
     */
    public static PublicKey publicKey(Path file) throws IOException {
        String text = SshFields.text(file);
        try {
            Matcher line = PUBLIC_LINE.matcher(text);
            if (!line.matches()) {
                throw new IllegalArgumentException(
                        text.contains(PRIVATE_LABEL)
                                ? "it is the private key"
                                : "it is not one line '" + TYPE + " ...'");
            }
            return ofBlob(Base64.getDecoder().decode(line.group(2)));
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw new IOException(
                    file + " is not a public Ed25519 key (" + e.getMessage() + "); name the signer's file that ends"
                            + " with .pub.",
                    e);
        }
    }

    /** Reads a public key in the form that OpenSSH gives it in its files. */
    static PublicKey ofBlob(byte[] blob) throws GeneralSecurityException {
        SshFields fields = new SshFields(blob);
        String type = fields.text();
        if (!type.equals(TYPE)) {
            throw new IllegalArgumentException(
                    type.matches("[a-z0-9@.-]{1,60}") ? "its kind is " + type : "it is damaged");
        }
        byte[] key = fields.bytes();
        if (key.length != KEY_BYTES) {
            throw new IllegalArgumentException("it is damaged");
        }
        byte[] encoded = Arrays.copyOf(X509_PREFIX, X509_PREFIX.length + KEY_BYTES);
        System.arraycopy(key, 0, encoded, X509_PREFIX.length, KEY_BYTES);
        return KeyFactory.getInstance(ALGORITHM).generatePublic(new X509EncodedKeySpec(encoded));
    }

    /** A public key in the form that OpenSSH gives it in its files. */
    static byte[] blob(PublicKey key) {
        byte[] encoded = key.getEncoded();
        return SshFields.of(TYPE, Arrays.copyOfRange(encoded, X509_PREFIX.length, encoded.length));
    }
}
