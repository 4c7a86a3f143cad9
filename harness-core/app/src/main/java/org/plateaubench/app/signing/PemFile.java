// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.signing;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A file in PEM (RFC 7468) with one text, such as a key; any other text may precede and follow it. Immutable. */
final class PemFile {
    static final String PRIVATE_KEY = "PRIVATE KEY";
    static final String PUBLIC_KEY = "PUBLIC KEY";

    /** The greatest size in bytes, which is far more than a key has. */
    private static final int MOST_BYTES = 64 * 1024;

    private static final Pattern BLOCK = Pattern.compile("(?s)-----BEGIN ([A-Z0-9 ]{1,60})-----(.*?)-----END \\1-----");
    private static final Pattern SPACE = Pattern.compile("\\s");

    private final String label;
    private final String description;
    private final String text;

    private PemFile(String label, String description, String text) {
        this.label = label;
        this.description = description;
        this.text = text;
    }

    /**
     * Reads a file.
     *
     * @throws IOException with a one-sentence message when it cannot be read
     */
    static PemFile read(Path file) throws IOException {
        String all = text(file);
        Matcher block = BLOCK.matcher(all);
        if (!block.find()) {
            return new PemFile("", all.isBlank() ? "empty" : "not a PEM file", "");
        }
        String label = block.group(1);
        String text = block.group(2);
        if (block.find()) {
            return new PemFile("", "a PEM file with several texts", "");
        }
        return new PemFile(
                label,
                switch (label) {
                    case "ENCRYPTED PRIVATE KEY" -> "a private key that is encrypted with a password";
                    case PRIVATE_KEY -> "a private key";
                    case PUBLIC_KEY -> "a public key";
                    default -> "a PEM file with label " + label;
                },
                text);
    }

    private static String text(Path file) throws IOException {
        if (Files.isDirectory(file)) {
            throw new IOException(file + " is a folder, not a file.");
        }
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            // Reading it might never end.
            throw new IOException(file + " is a device or a pipe, not a file.");
        }
        if (!Files.exists(file)) {
            throw new IOException("There is no file " + file + ".");
        }
        try (InputStream in = Files.newInputStream(file)) {
            byte[] bytes = in.readNBytes(MOST_BYTES + 1);
            if (bytes.length > MOST_BYTES) {
                throw new IOException(file + " is larger than " + MOST_BYTES + " bytes, more than a key can have.");
            }
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (AccessDeniedException e) {
            throw new IOException(file + " cannot be read: permission denied.", e);
        }
    }

    /** The label after BEGIN, such as {@value #PRIVATE_KEY}; empty if there is none, or if there are several. */
    String label() {
        return label;
    }

    /** A description of the file, in words that follow "is". */
    String description() {
        return description;
    }

    /** The decoded content; empty if it is not in Base64. */
    byte[] content() {
        try {
            return Base64.getDecoder().decode(SPACE.matcher(text).replaceAll(""));
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
