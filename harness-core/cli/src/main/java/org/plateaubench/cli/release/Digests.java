// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.release;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;

/** What a user checks a download with: SHA-256 digests as {@code sha256sum} reads them, and an Ed25519 signature of them. */
final class Digests {
    private Digests() {}

    /** Writes the digests of files, which lie in the same folder. */
    static void write(List<Path> files, Path sums) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (Path file : files) {
            lines.append(sha256(file)).append("  ").append(file.getFileName()).append('\n');
        }
        Files.writeString(sums, lines);
    }

    /**
     * Writes the signature of a file, 64 bytes, as {@code openssl pkeyutl -verify -rawin} checks it.
     *
     * @param key a private Ed25519 key as PEM without a password
     * @throws IOException with a sentence for a person when the key cannot be used
     */
    static void sign(Path file, Path key, Path signature) throws IOException {
        try {
            Signature signer = Signature.getInstance("Ed25519");
            signer.initSign(read(key));
            signer.update(Files.readAllBytes(file));
            Files.write(signature, signer.sign());
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    key
                            + " is not a private Ed25519 key in PEM without a password; make one with: openssl genpkey -algorithm"
                            + " ed25519 -out FILE",
                    e);
        }
    }

    private static PrivateKey read(Path key) throws IOException, GeneralSecurityException {
        String text = Files.readString(key).replaceAll("-----[A-Z ]+-----|\\s", "");
        return KeyFactory.getInstance("Ed25519")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
    }

    private static String sha256(Path file) throws IOException {
        try (DigestOutputStream digest =
                new DigestOutputStream(OutputStream.nullOutputStream(), MessageDigest.getInstance("SHA-256"))) {
            Files.copy(file, digest);
            return HexFormat.of().formatHex(digest.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
