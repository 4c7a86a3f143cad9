// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.ShownText;

/**
 * An untrusted zip file: names that leave the folder, duplicate entries, and files beyond its bounds are refused. A link
 * is unpacked as a file with the name of its target. One thread; the file must not change in the meantime.
 */
public final class UntrustedArchive implements AutoCloseable {
    private static final int NAME_CHARACTERS = 200;
    private static final int END_BYTES = 22;
    private static final int END_MAGIC = 0x06054b50;
    /** Far more than an entry of an accepted name has in the directory. */
    private static final int MAX_ENTRY_BYTES = 1024;

    private static final Pattern FOLDER = Pattern.compile("/$");
    private static final String PART = "[A-Za-z0-9_][A-Za-z0-9._+~@() -]*";
    private static final Pattern PATH = Pattern.compile(PART + "(?:/" + PART + ")*");

    /** The names that are accepted, a sentence without a full stop. */
    public static final String NAME_RULE =
            "Names are relative, of letters, digits and ._+~@()- without '..', and of at most " + NAME_CHARACTERS
                    + " characters";

    private final ZipFile zip;
    private final List<Entry> entries;

    private UntrustedArchive(ZipFile zip, List<Entry> entries) {
        this.zip = zip;
        this.entries = List.copyOf(entries);
    }

    /**
     * The bounds of an archive.
     *
     * @param bytes greatest size of the file in bytes, at least 1
     * @param entries greatest number of entries, 1 to 65535
     */
    public record Bounds(long bytes, int entries) {}

    /**
     * A file or a folder.
     *
     * @param path relative path with slashes, without one at the end
     */
    public record Entry(String path, boolean isFolder) {}

    public static UntrustedArchive open(Path file, Bounds bounds) throws RefusedArchive {
        try {
            if (Files.size(file) > bounds.bytes()) {
                throw new RefusedArchive("it is larger than " + (bounds.bytes() >> 20) + " MiB");
            }
            checkDirectory(file, bounds.entries());
            ZipFile zip = new ZipFile(file.toFile());
            try {
                return new UntrustedArchive(zip, checked(zip));
            } catch (RefusedArchive e) {
                zip.close();
                throw e;
            }
        } catch (IOException e) {
            throw new RefusedArchive(String.valueOf(e.getMessage()), e);
        }
    }

    /**
     * Checks the size of the directory at the end of the file, which is read into memory as a whole (PKWARE's APPNOTE
     * 6.3.10, section 4.3.16, without its 64-bit extension).
     */
    private static void checkDirectory(Path file, int mostEntries) throws IOException, RefusedArchive {
        long size = Files.size(file);
        // Zeros are read where the file is too short.
        ByteBuffer end = ByteBuffer.allocate(END_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.read(end, Math.max(0, size - END_BYTES));
        }
        int entries = Short.toUnsignedInt(end.getShort(10));
        long length = Integer.toUnsignedLong(end.getInt(12));
        long offset = Integer.toUnsignedLong(end.getInt(16));
        if (end.getInt(0) != END_MAGIC || offset + length != size - END_BYTES) {
            throw new RefusedArchive("it is not a zip file, or it has bytes before or after its content");
        }
        if (entries > mostEntries) {
            throw new RefusedArchive("it has " + entries + " entries; at most " + mostEntries + " are accepted");
        }
        long most = (long) MAX_ENTRY_BYTES * mostEntries;
        if (length > most) {
            throw new RefusedArchive("its directory has " + length + " bytes; at most " + most + " are accepted");
        }
    }

    private static List<Entry> checked(ZipFile zip) throws RefusedArchive {
        List<Entry> entries = new ArrayList<>();
        Set<String> files = new HashSet<>();
        for (ZipEntry entry : zip.stream().<ZipEntry>map(one -> one).toList()) {
            String name = FOLDER.matcher(entry.getName()).replaceFirst("");
            if (!isAccepted(name)) {
                throw new RefusedArchive(
                        "the name '" + ShownText.of(entry.getName()) + "' is not allowed. " + NAME_RULE);
            }
            if (!entry.isDirectory() && !files.add(name)) {
                throw new RefusedArchive(name + " occurs twice");
            }
            entries.add(new Entry(name, entry.isDirectory()));
        }
        for (Entry entry : entries) {
            for (Path at = Path.of(entry.path()).getParent(); at != null; at = at.getParent()) {
                if (files.contains(at.toString())) {
                    throw new RefusedArchive(at + " is a file as well as a folder");
                }
            }
        }
        return entries;
    }

    public static boolean isAccepted(String path) {
        return path.length() <= NAME_CHARACTERS && PATH.matcher(path).matches();
    }

    /** The files and folders of the archive, in the order of its directory. */
    public List<Entry> entries() {
        return entries;
    }

    /**
     * Writes every file below an empty folder.
     *
     * @param mostBytes greatest total size of all files, in bytes
     */
    public void unpack(Path folder, long mostBytes) throws IOException, RefusedArchive {
        long left = mostBytes;
        for (ZipEntry entry : zip.stream().<ZipEntry>map(one -> one).toList()) {
            Path target = folder.resolve(entry.getName());
            try {
                Files.createDirectories(entry.isDirectory() ? target : target.getParent());
                left -= entry.isDirectory() ? 0 : unpack(entry, target, left);
            } catch (ZipException | EOFException e) {
                throw damaged(entry, e);
            }
        }
    }

    /** Unpacks one file. Its bytes are counted, since an archive may declare a smaller size. */
    private long unpack(ZipEntry entry, Path target, long most) throws IOException, RefusedArchive {
        CRC32 sum = new CRC32();
        long written = 0;
        byte[] buffer = new byte[64 * 1024];
        try (InputStream in = new CheckedInputStream(zip.getInputStream(entry), sum);
                OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                written += read;
                if (written > most) {
                    throw new RefusedArchive("with " + entry.getName() + " it is unpacked larger than is accepted");
                }
                out.write(buffer, 0, read);
            }
        }
        if (sum.getValue() != entry.getCrc()) {
            throw damaged(entry, null);
        }
        return written;
    }

    private static RefusedArchive damaged(ZipEntry entry, @Nullable Exception cause) {
        return new RefusedArchive(entry.getName() + " is damaged; fetch it again", cause);
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }

    /** Thrown when an archive contains something that is not accepted. The message describes it, without a full stop. */
    public static final class RefusedArchive extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedArchive(String message) {
            super(message);
        }

        RefusedArchive(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
