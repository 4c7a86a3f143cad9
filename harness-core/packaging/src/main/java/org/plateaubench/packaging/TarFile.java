// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.packaging;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/**
 * Writes a compressed tar archive whose entries belong to root and have the same time, so that equal entries give equal
 * bytes. Not thread-safe.
 */
final class TarFile implements Closeable {
    static final int FILE_MODE = 0644;
    static final int PROGRAM_MODE = 0755;

    private final TarArchiveOutputStream tar;
    private final Date time;

    /**
     * Creates an empty archive.
     *
     * @param out stream for the archive, which is closed with it
     * @param timestamp time of every entry, in whole seconds
     */
    TarFile(OutputStream out, Instant timestamp) throws IOException {
        tar = new TarArchiveOutputStream(new GZIPOutputStream(out), "UTF-8");
        // The only format for long names that dpkg also reads.
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_GNU);
        time = Date.from(timestamp);
    }

    /** Adds a folder; its name ends in a slash. */
    void folder(String name) throws IOException {
        add(new TarArchiveEntry(name), PROGRAM_MODE, new byte[0]);
    }

    /** Adds a symbolic link. */
    void link(String name, String target) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name, TarConstants.LF_SYMLINK);
        entry.setLinkName(target);
        add(entry, 0777, new byte[0]);
    }

    /** Adds a file and keeps its execute permission. */
    void file(String name, Path content) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(Files.size(content));
        begin(entry, mode(content));
        Files.copy(content, tar);
        tar.closeArchiveEntry();
    }

    /** Adds a file with the given content. */
    void file(String name, byte[] content) throws IOException {
        add(new TarArchiveEntry(name), FILE_MODE, content);
    }

    /** The permissions of a file in the archive: readable for all users, and executable if the file is. */
    static int mode(Path content) {
        return Files.isExecutable(content) ? PROGRAM_MODE : FILE_MODE;
    }

    private void add(TarArchiveEntry entry, int mode, byte[] content) throws IOException {
        entry.setSize(content.length);
        begin(entry, mode);
        tar.write(content);
        tar.closeArchiveEntry();
    }

    private void begin(TarArchiveEntry entry, int mode) throws IOException {
        entry.setMode(mode);
        entry.setModTime(time);
        entry.setIds(0, 0);
        entry.setNames("root", "root");
        tar.putArchiveEntry(entry);
    }

    /** Ends the archive. */
    @Override
    public void close() throws IOException {
        tar.close();
    }
}
