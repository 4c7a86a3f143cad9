// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.archive;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the directory at the end of a zip file, for the kinds of its files, which {@link java.util.zip.ZipEntry} does
 * not provide. It follows section 4.3 of PKWARE's APPNOTE 6.3.10, without its 64-bit extension.
 */
final class ZipDirectory {
    private static final int END_BYTES = 22;
    private static final int END_MAGIC = 0x06054b50;
    private static final int ENTRY_BYTES = 46;
    /** Far more than an entry of an accepted name has, since the whole directory is read into memory. */
    private static final int MOST_ENTRY_BYTES = 1024;

    private static final int ENTRY_MAGIC = 0x02014b50;
    private static final int UNIX = 3;

    private ZipDirectory() {}

    /**
     * An entry.
     *
     * @param name name as it is written
     * @param unixMode type and permissions of the file; 0 when the entry was not created on Unix
     */
    record Entry(String name, int unixMode) {
        private static final int TYPE = 0xF000;
        private static final int FILE = 0x8000;
        private static final int FOLDER = 0x4000;

        /** Whether it is a file or a folder, and not a link, pipe or device. */
        boolean isPlain() {
            int type = unixMode & TYPE;
            return type == 0 || type == FILE || type == FOLDER;
        }
    }

    /**
     * Reads the directory of a file.
     *
     * @param mostEntries greatest number of entries
     * @throws IOException with a one-sentence message when it is not a zip file that ends with its directory, or has
     *     more entries
     */
    static List<Entry> read(Path file, int mostEntries) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            if (size < END_BYTES) {
                throw new IOException("it is not a zip file");
            }
            ByteBuffer end = read(channel, size - END_BYTES, END_BYTES);
            int count = Short.toUnsignedInt(end.getShort(10));
            long length = Integer.toUnsignedLong(end.getInt(12));
            long offset = Integer.toUnsignedLong(end.getInt(16));
            if (end.getInt(0) != END_MAGIC || offset + length != size - END_BYTES) {
                throw new IOException("it is not a zip file, or it has bytes before or after its content");
            }
            if (count > mostEntries) {
                throw new IOException("it has " + count + " entries; at most " + mostEntries + " are accepted");
            }
            long most = (long) MOST_ENTRY_BYTES * mostEntries;
            if (length > most) {
                throw new IOException("its directory has " + length + " bytes; at most " + most + " are accepted");
            }
            return entries(read(channel, offset, Math.toIntExact(length)), count);
        }
    }

    private static List<Entry> entries(ByteBuffer directory, int count) throws IOException {
        List<Entry> entries = new ArrayList<>();
        while (directory.remaining() >= ENTRY_BYTES && directory.getInt(directory.position()) == ENTRY_MAGIC) {
            int at = directory.position();
            int nameBytes = Short.toUnsignedInt(directory.getShort(at + 28));
            int moreBytes =
                    Short.toUnsignedInt(directory.getShort(at + 30)) + Short.toUnsignedInt(directory.getShort(at + 32));
            if (directory.remaining() < ENTRY_BYTES + nameBytes + moreBytes) {
                break;
            }
            int madeOn = Short.toUnsignedInt(directory.getShort(at + 4)) >>> 8;
            int unixMode = madeOn == UNIX ? directory.getInt(at + 38) >>> 16 : 0;
            byte[] name = new byte[nameBytes];
            directory.get(at + ENTRY_BYTES, name);
            entries.add(new Entry(new String(name, StandardCharsets.UTF_8), unixMode));
            directory.position(at + ENTRY_BYTES + nameBytes + moreBytes);
        }
        if (directory.hasRemaining() || entries.size() != count) {
            throw new IOException("its directory is broken");
        }
        return entries;
    }

    private static ByteBuffer read(FileChannel channel, long position, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, position + buffer.position()) < 0) {
                throw new IOException("it ends early");
            }
        }
        return buffer.flip();
    }
}
