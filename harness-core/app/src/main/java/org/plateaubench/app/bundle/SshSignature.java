// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Signatures of files in OpenSSH's format (SSHSIG, which PROTOCOL.sshsig of OpenSSH describes): {@code ssh-keygen -Y
 * verify} accepts those made here, and those of {@code ssh-keygen -Y sign} are accepted here. Stateless; any thread.
 */
public final class SshSignature {
    /** The suffix that ssh-keygen gives the file of a signature. */
    public static final String ENDING = ".sig";

    static final String NAMESPACE = "file";
    private static final String MAGIC = "SSHSIG";
    private static final String LABEL = "SSH SIGNATURE";
    private static final int VERSION = 1;
    private static final String HASH = "sha512";
    private static final Map<String, String> HASHES = Map.of(HASH, "SHA-512", "sha256", "SHA-256");
    private static final Pattern LINE = Pattern.compile(".{1,70}");

    private SshSignature() {}

    public static String sign(Path file, KeyPair signer) throws IOException {
        try {
            Signature signature = Signature.getInstance(SshKey.ALGORITHM);
            signature.initSign(signer.getPrivate());
            signature.update(signed(file, NAMESPACE, new byte[0], HASH));
            byte[] content = SshFields.of(
                    VERSION,
                    SshKey.blob(signer.getPublic()),
                    NAMESPACE,
                    "",
                    HASH,
                    SshFields.of(SshKey.TYPE, signature.sign()));
            String text = Base64.getEncoder().encodeToString(behindMagic(content));
            return "-----BEGIN " + LABEL + "-----\n" + LINE.matcher(text).replaceAll("$0\n") + "-----END " + LABEL
                    + "-----\n";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Java refuses a key that it has read", e);
        }
    }

    /**
     * Checks the signature of a file.
     *
     * @param signer public key of the expected signer
     * @return what is wrong, a sentence; empty when the file is as the signer has signed it
     * @throws IOException when a file cannot be read
     */
    public static Optional<String> problem(Path file, Path signature, PublicKey signer) throws IOException {
        try {
            SshFields fields = SshFields.armored(SshFields.text(signature), LABEL);
            fields.expect(MAGIC);
            if (fields.number() != VERSION) {
                throw new IllegalArgumentException("it has another version");
            }
            PublicKey key = SshKey.ofBlob(fields.bytes());
            String namespace = fields.text();
            byte[] reserved = fields.bytes();
            String hash = fields.text();
            SshFields value = new SshFields(fields.bytes());
            value.text();
            if (!key.equals(signer)) {
                return Optional.of("The signature " + signature + " was made with another key than the given one.");
            }
            if (!namespace.equals(NAMESPACE)) {
                return Optional.of("The signature " + signature + " was made for another purpose than files: sign with"
                        + " ssh-keygen -Y sign -n " + NAMESPACE + ".");
            }
            Signature verifier = Signature.getInstance(SshKey.ALGORITHM);
            verifier.initVerify(key);
            verifier.update(signed(file, namespace, reserved, hash));
            return verifier.verify(value.bytes())
                    ? Optional.empty()
                    : Optional.of("The signature " + signature + " is not that of " + file
                            + ": the file was altered, or another one was signed.");
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            return Optional.of(
                    signature + " is not a signature by an Ed25519 key of OpenSSH (" + e.getMessage() + ").");
        }
    }

    private static byte[] signed(Path file, String namespace, byte[] reserved, String hash)
            throws IOException, GeneralSecurityException {
        String algorithm = HASHES.get(hash);
        if (algorithm == null) {
            throw new IllegalArgumentException("its digest is neither sha512 nor sha256");
        }
        MessageDigest digest = MessageDigest.getInstance(algorithm);
        byte[] buffer = new byte[64 * 1024];
        try (InputStream in = Files.newInputStream(file)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                digest.update(buffer, 0, read);
            }
        }
        return behindMagic(SshFields.of(namespace, reserved, hash, digest.digest()));
    }

    private static byte[] behindMagic(byte[] fields) {
        byte[] magic = MAGIC.getBytes(StandardCharsets.US_ASCII);
        byte[] all = Arrays.copyOf(magic, magic.length + fields.length);
        System.arraycopy(fields, 0, all, magic.length, fields.length);
        return all;
    }
}
