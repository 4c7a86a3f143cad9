// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.release;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;

/**
 * Writes a tar archive in the format {@code ustar}, whose entries belong to root and have one time: equal entries give
 * equal bytes. For one thread.
 */
final class TarWriter implements Closeable {
    private static final int BLOCK = 512;
    private static final int NAME_LENGTH = 100;
    private static final int PREFIX_LENGTH = 155;
    private static final int FILE_MODE = 0644;
    private static final int PROGRAM_MODE = 0755;

    private final OutputStream out;
    private final long seconds;

    /**
     * An empty archive.
     *
     * @param out closed with the archive
     * @param timestamp time of every entry, in whole seconds
     */
    TarWriter(OutputStream out, Instant timestamp) {
        this.out = out;
        this.seconds = timestamp.getEpochSecond();
    }

    /** Adds a folder; its name ends in a slash. */
    void folder(String name) throws IOException {
        header(name, '5', PROGRAM_MODE, 0, "");
    }

    /** Adds a symbolic link. */
    void link(String name, String target) throws IOException {
        header(name, '2', 0777, 0, target);
    }

    /** Adds a file, which stays executable if it is. */
    void file(String name, Path content) throws IOException {
        long size = Files.size(content);
        header(name, '0', Files.isExecutable(content) ? PROGRAM_MODE : FILE_MODE, size, "");
        if (Files.copy(content, out) != size) {
            throw new IOException(content + " has changed while it was packed.");
        }
        pad(size);
    }

    /** Adds a file of the given content. */
    void file(String name, byte[] content) throws IOException {
        header(name, '0', FILE_MODE, content.length, "");
        out.write(content);
        pad(content.length);
    }

    private void header(String name, char type, int mode, long size, String link) throws IOException {
        byte[] header = new byte[BLOCK];
        int split = name.length() <= NAME_LENGTH ? -1 : name.indexOf('/', name.length() - NAME_LENGTH - 1);
        put(header, 0, NAME_LENGTH, name.substring(split + 1));
        put(header, 100, 8, octal(mode, 7));
        put(header, 108, 8, octal(0, 7));
        put(header, 116, 8, octal(0, 7));
        put(header, 124, 12, octal(size, 11));
        put(header, 136, 12, octal(seconds, 11));
        header[156] = (byte) type;
        put(header, 157, NAME_LENGTH, link);
        put(header, 257, 8, "ustar\00000");
        put(header, 265, 32, "root");
        put(header, 297, 32, "root");
        put(header, 345, PREFIX_LENGTH, split < 0 ? "" : name.substring(0, split));
        // The sum counts its own field as spaces.
        Arrays.fill(header, 148, 156, (byte) ' ');
        int sum = 0;
        for (byte part : header) {
            sum += Byte.toUnsignedInt(part);
        }
        put(header, 148, 8, octal(sum, 6) + "\0 ");
        out.write(header);
    }

    private static String octal(long value, int digits) {
        String text = Long.toOctalString(value);
        return "0".repeat(digits - text.length()) + text;
    }

    private static void put(byte[] header, int at, int length, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > length) {
            throw new IOException("The path " + text + " is too long for an archive: at most " + length + " bytes.");
        }
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }

    private void pad(long size) throws IOException {
        out.write(new byte[(int) (-size & (BLOCK - 1))]);
    }

    /** Ends the archive. */
    @Override
    public void close() throws IOException {
        try (out) {
            out.write(new byte[2 * BLOCK]);
        }
    }
}
