// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

public final class Sha256 {
    private static final int SHOWN_DIGITS = 12;

    private Sha256() {}

    /** The digest of a file, 64 lower-case hexadecimal digits. */
    public static String of(Path file) throws IOException {
        MessageDigest digest = newDigest();
        try (InputStream bytes = new DigestInputStream(Files.newInputStream(file), digest)) {
            bytes.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** The digest of a text in UTF-8, 32 bytes. */
    public static byte[] of(String text) {
        return newDigest().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Shortens a digest to its first twelve hexadecimal digits, for display and for some stored records. */
    public static String shown(String digest) {
        return digest.substring(0, Math.min(SHOWN_DIGITS, digest.length()));
    }

    public static MessageDigest newDigest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
