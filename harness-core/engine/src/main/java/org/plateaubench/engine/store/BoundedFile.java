// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads untrusted files: only regular ones, up to a bound, and without following symbolic links. Stateless; any thread.
 */
public final class BoundedFile {
    private BoundedFile() {}

    public static String text(Path file, int mostBytes) throws IOException {
        try (FileChannel channel = open(file)) {
            if (channel.size() > mostBytes) {
                throw new IOException(file.getFileName() + " is larger than " + mostBytes + " bytes.");
            }
            return text(channel, 0, (int) channel.size());
        }
    }

    /** The last part of a file, from the first line that begins in it; a short file completely. */
    public static String end(Path file, int mostBytes) throws IOException {
        try (FileChannel channel = open(file)) {
            long size = channel.size();
            if (size <= mostBytes) {
                return text(channel, 0, (int) size);
            }
            String end = text(channel, size - mostBytes, mostBytes);
            return end.substring(end.indexOf('\n') + 1);
        }
    }

    private static FileChannel open(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file.getFileName() + " is not a regular file.");
        }
        return FileChannel.open(file, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    }

    /** The text at a place in a file; invalid bytes, such as half a character, become replacement characters. */
    private static String text(FileChannel channel, long from, int sizeBytes) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(sizeBytes);
        int read = 0;
        while (bytes.hasRemaining() && read >= 0) {
            read = channel.read(bytes, from + bytes.position());
        }
        return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
    }
}
