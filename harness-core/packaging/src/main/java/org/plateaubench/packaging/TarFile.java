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
 * Writes a compressed tar archive whose entries belong to root and have one time: equal entries give equal bytes. For one
 * thread.
 */
final class TarFile implements Closeable {
    static final int FILE_MODE = 0644;
    static final int PROGRAM_MODE = 0755;

    private final TarArchiveOutputStream tar;
    private final Date time;

    /**
     * An empty archive.
     *
     * @param out closed with the archive
     * @param timestamp time of every entry, in whole seconds
     */
    TarFile(OutputStream out, Instant timestamp) throws IOException {
        tar = new TarArchiveOutputStream(new GZIPOutputStream(out), "UTF-8");
        // The one format for long names that dpkg reads as well.
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

    /** Adds a file, which stays executable if it is. */
    void file(String name, Path content) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(Files.size(content));
        begin(entry, mode(content));
        Files.copy(content, tar);
        tar.closeArchiveEntry();
    }

    /** Adds a file of the given content. */
    void file(String name, byte[] content) throws IOException {
        add(new TarArchiveEntry(name), FILE_MODE, content);
    }

    /** The rights that a file gets: to read it for everyone, and to run it if it can be run. */
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
