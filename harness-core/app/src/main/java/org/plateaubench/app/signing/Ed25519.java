// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.signing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.KeySpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/** Ed25519 signatures (RFC 8032), of 64 bytes, with keys as {@code openssl} writes them. Stateless; any thread. */
public final class Ed25519 {
    private static final String ALGORITHM = "Ed25519";

    /** Far more than a key has. */
    private static final long MOST_BYTES = 64 * 1024;

    private Ed25519() {}

    /**
     * Reads a private key.
     *
     * @throws IOException with a sentence for a person when the file is none as PEM without a password
     */
    public static PrivateKey privateKey(Path file) throws IOException {
        byte[] key = decoded(file);
        try {
            return KeyFactory.getInstance(ALGORITHM).generatePrivate(new PKCS8EncodedKeySpec(key));
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    file + " is not a private Ed25519 key in PEM without a password; make one with: openssl genpkey"
                            + " -algorithm ed25519 -out FILE",
                    e);
        }
    }

    /**
     * Reads a public key.
     *
     * @throws IOException with a sentence for a person when the file is none as PEM
     */
    public static PublicKey publicKey(Path file) throws IOException {
        KeySpec key = new X509EncodedKeySpec(decoded(file));
        try {
            return KeyFactory.getInstance(ALGORITHM).generatePublic(key);
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    file
                            + " is not a public Ed25519 key in PEM; who has the private one makes it with: openssl pkey -in"
                            + " PRIVATE -pubout -out FILE",
                    e);
        }
    }

    /** The content of a PEM file; nothing when it is no such file. */
    private static byte[] decoded(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file) || Files.size(file) > MOST_BYTES) {
            throw new IOException("there is no readable file " + file + ".");
        }
        try {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            return Base64.getDecoder().decode(text.replaceAll("-----[A-Z ]+-----|\\s", ""));
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    /** The signature of bytes, as {@code openssl pkeyutl -verify -rawin} checks it. */
    public static byte[] sign(byte[] bytes, PrivateKey key) {
        try {
            Signature signer = Signature.getInstance(ALGORITHM);
            signer.initSign(key);
            signer.update(bytes);
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java refuses a key that it has read", e);
        }
    }

    /** Whether a signature is that of these bytes by the owner of a key. */
    public static boolean isSigned(byte[] bytes, byte[] signature, PublicKey key) {
        try {
            Signature verifier = Signature.getInstance(ALGORITHM);
            verifier.initVerify(key);
            verifier.update(bytes);
            return verifier.verify(signature);
        } catch (GeneralSecurityException e) {
            // A signature of another form is none by this key.
            return false;
        }
    }
}
