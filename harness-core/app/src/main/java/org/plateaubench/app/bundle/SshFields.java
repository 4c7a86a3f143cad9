// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The binary fields of OpenSSH's files: numbers of four bytes, and strings behind their length (RFC 4251, section 5). */
final class SshFields {
    /** Far more than a key or a signature has. */
    private static final int MOST_BYTES = 64 * 1024;

    private static final int MOST_FIELDS_BYTES = 4096;
    private static final Pattern SPACE = Pattern.compile("\\s");

    private final ByteBuffer bytes;

    SshFields(byte[] bytes) {
        this.bytes = ByteBuffer.wrap(bytes);
    }

    /** The bytes of fields, each of which is a text, an array of bytes or a number. */
    static byte[] of(Object... fields) {
        ByteBuffer all = ByteBuffer.allocate(MOST_FIELDS_BYTES);
        for (Object field : fields) {
            if (field instanceof Integer number) {
                all.putInt(number);
            } else {
                byte[] content = field instanceof String text ? text.getBytes(StandardCharsets.UTF_8) : (byte[]) field;
                all.putInt(content.length).put(content);
            }
        }
        byte[] written = new byte[all.position()];
        all.flip().get(written);
        return written;
    }

    /** The text of a file that holds a key or a signature. */
    static String text(Path file) throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw new IOException(file + " is larger than " + MOST_BYTES + " bytes.");
        }
        return Files.readString(file, StandardCharsets.ISO_8859_1);
    }

    /**
     * The fields between the lines BEGIN and END of a text.
     *
     * @throws IllegalArgumentException when there are none
     */
    static SshFields armored(String text, String label) {
        Matcher block = Pattern.compile("(?s)-----BEGIN " + label + "-----(.*?)-----END " + label + "-----")
                .matcher(text);
        if (!block.find()) {
            throw new IllegalArgumentException("it has no line BEGIN " + label);
        }
        return new SshFields(
                Base64.getDecoder().decode(SPACE.matcher(block.group(1)).replaceAll("")));
    }

    int number() {
        try {
            return bytes.getInt();
        } catch (BufferUnderflowException e) {
            throw endsEarly();
        }
    }

    byte[] bytes() {
        return next(number());
    }

    String text() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** Skips the name of a format, which has no length before it. */
    void expect(String magic) {
        if (!new String(next(magic.length()), StandardCharsets.ISO_8859_1).equals(magic)) {
            throw new IllegalArgumentException("it is damaged");
        }
    }

    private byte[] next(int length) {
        if (length < 0 || length > bytes.remaining()) {
            throw endsEarly();
        }
        byte[] next = new byte[length];
        bytes.get(next);
        return next;
    }

    private static IllegalArgumentException endsEarly() {
        return new IllegalArgumentException("it ends early");
    }
}
