// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.signing;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.List;

/** Ed25519 signatures (RFC 8032), of {@value #SIGNATURE_BYTES} bytes, with keys as {@code openssl} writes them. Stateless; any thread. */
public final class Ed25519 {
    /** Size of a signature. */
    public static final int SIGNATURE_BYTES = 64;

    private static final String ALGORITHM = "Ed25519";

    /** Other kinds of keys, which messages name if one of them is given. */
    private static final List<String> OTHERS = List.of("RSA", "EC", "Ed448", "X25519", "X448", "DSA");

    private static final String PRIVATE_REMEDY =
            "a private Ed25519 key in PEM without a password is needed; create one with: openssl genpkey -algorithm"
                    + " ed25519 -out FILE";
    private static final String PUBLIC_REMEDY =
            "a public Ed25519 key in PEM is needed; the owner of the private one creates it with: openssl pkey -in"
                    + " PRIVATE"
                    + " -pubout -out FILE";

    private Ed25519() {}

    /** Decodes a key of a kind. */
    @FunctionalInterface
    private interface Decoding {
        Key key(KeyFactory kind, byte[] content) throws GeneralSecurityException;
    }

    /**
     * Reads a private key.
     *
     * @throws IOException with a one-sentence message when the file is not such a key in PEM without a password
     */
    public static PrivateKey privateKey(Path file) throws IOException {
        return (PrivateKey) key(
                file,
                PemFile.PRIVATE_KEY,
                (kind, content) -> kind.generatePrivate(new PKCS8EncodedKeySpec(content)),
                PRIVATE_REMEDY);
    }

    /**
     * Reads a public key.
     *
     * @throws IOException with a one-sentence message when the file is not such a key in PEM
     */
    public static PublicKey publicKey(Path file) throws IOException {
        return (PublicKey) key(
                file,
                PemFile.PUBLIC_KEY,
                (kind, content) -> kind.generatePublic(new X509EncodedKeySpec(content)),
                PUBLIC_REMEDY);
    }

    private static Key key(Path file, String label, Decoding decoding, String remedy) throws IOException {
        PemFile pem = PemFile.read(file);
        if (!pem.label().equals(label)) {
            throw new IOException(file + " is " + pem.description() + ", and " + remedy);
        }
        byte[] content = pem.content();
        try {
            return decoding.key(KeyFactory.getInstance(ALGORITHM), content);
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    file + " is " + pem.description() + otherKind(content, decoding) + ", and " + remedy, e);
        }
    }

    private static String otherKind(byte[] content, Decoding decoding) {
        return OTHERS.stream()
                .filter(kind -> isOf(kind, content, decoding))
                .findFirst()
                .map(kind -> " of kind " + kind)
                .orElse(" that is damaged, or of another kind");
    }

    private static boolean isOf(String kind, byte[] content, Decoding decoding) {
        try {
            decoding.key(KeyFactory.getInstance(kind), content);
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** The signature of bytes, which {@code openssl pkeyutl -verify -rawin} can check. */
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
            // A malformed signature is not by this key.
            return false;
        }
    }
}
