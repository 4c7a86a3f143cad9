// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.bundle;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Writes a zip file whose bytes depend only on its names and contents: nothing is compressed, since libraries compress
 * differently, and all times are the same. So each byte of such a file can be checked by writing it again. Not
 * thread-safe.
 */
final class PlainZip implements Closeable {
    /** The earliest time that a zip file can contain. */
    private static final LocalDateTime TIME = LocalDateTime.of(1980, 1, 1, 0, 0);

    private final ZipOutputStream zip;

    /**
     * Creates an empty archive.
     *
     * @param out stream to which it is written; closed with the archive
     */
    PlainZip(OutputStream out) {
        zip = new ZipOutputStream(out);
        zip.setMethod(ZipOutputStream.STORED);
    }

    void add(String name, Path file) throws IOException {
        CRC32 sum = new CRC32();
        try (InputStream in = new CheckedInputStream(Files.newInputStream(file), sum)) {
            long size = in.transferTo(OutputStream.nullOutputStream());
            begin(name, size, sum);
        }
        Files.copy(file, zip);
        zip.closeEntry();
    }

    void add(String name, byte[] content) throws IOException {
        CRC32 sum = new CRC32();
        sum.update(content);
        begin(name, content.length, sum);
        zip.write(content);
        zip.closeEntry();
    }

    private void begin(String name, long size, CRC32 sum) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(TIME);
        entry.setSize(size);
        entry.setCrc(sum.getValue());
        zip.putNextEntry(entry);
    }

    /** Writes the directory after the files, without closing the stream. */
    void finish() throws IOException {
        zip.finish();
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
