// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.packaging;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
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

    /** Writes the signature of a file, 64 bytes, as {@code openssl pkeyutl -verify -rawin} checks it. */
    static void sign(Path file, PrivateKey key, Path signature) throws IOException {
        try {
            Signature signer = Signature.getInstance("Ed25519");
            signer.initSign(key);
            signer.update(Files.readAllBytes(file));
            Files.write(signature, signer.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java refuses a key that it has read", e);
        }
    }

    /**
     * Reads a private Ed25519 key.
     *
     * @throws IOException with a sentence for a person when the file is none as PEM without a password
     */
    static PrivateKey read(Path file) throws IOException {
        if (!Files.isReadable(file) || Files.isDirectory(file)) {
            throw new IOException("there is no readable file " + file + ".");
        }
        try {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1).replaceAll("-----[A-Z ]+-----|\\s", "");
            return KeyFactory.getInstance("Ed25519")
                    .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(text)));
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw new IOException(
                    file + " is not a private Ed25519 key in PEM without a password; make one with: openssl genpkey"
                            + " -algorithm ed25519 -out FILE",
                    e);
        }
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
