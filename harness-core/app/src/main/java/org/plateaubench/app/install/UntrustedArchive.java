// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.isolation.ShownText;

/**
 * An untrusted zip file, of which everything is checked: names that leave the folder, links, duplicate entries, and
 * files beyond its bounds are refused. One thread; the file must not change in the meantime.
 */
public final class UntrustedArchive implements AutoCloseable {
    private static final int NAME_CHARACTERS = 200;
    private static final int END_BYTES = 22;
    private static final int END_MAGIC = 0x06054b50;
    private static final int ENTRY_BYTES = 46;
    private static final int UNIX = 3;
    private static final int UNKNOWN_KIND = 0;
    private static final int FOLDER_KIND = 4;
    private static final int FILE_KIND = 8;
    /** Far more than an entry of an accepted name has in the directory. */
    private static final int MOST_ENTRY_BYTES = 1024;

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

    /**
     * Opens an archive in which every name is accepted.
     *
     * @throws RefusedArchive when it cannot be read, is not a zip file, or contains something that is not accepted
     */
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
     * Checks the directory at the end of the file, which is read into memory as a whole: its size, and the kinds of its
     * entries, which {@link ZipEntry} does not provide. It follows sections 4.3.12 and 4.3.16 of PKWARE's APPNOTE 6.3.10,
     * without its 64-bit extension.
     */
    private static void checkDirectory(Path file, int mostEntries) throws IOException, RefusedArchive {
        long size = Files.size(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            // Zeros are read where the file is too short.
            ByteBuffer end = read(channel, Math.max(0, size - END_BYTES), END_BYTES);
            int entries = Short.toUnsignedInt(end.getShort(10));
            long length = Integer.toUnsignedLong(end.getInt(12));
            long offset = Integer.toUnsignedLong(end.getInt(16));
            if (end.getInt(0) != END_MAGIC || offset + length != size - END_BYTES) {
                throw new RefusedArchive("it is not a zip file, or it has bytes before or after its content");
            }
            if (entries > mostEntries) {
                throw new RefusedArchive("it has " + entries + " entries; at most " + mostEntries + " are accepted");
            }
            long most = (long) MOST_ENTRY_BYTES * mostEntries;
            if (length > most) {
                throw new RefusedArchive("its directory has " + length + " bytes; at most " + most + " are accepted");
            }
            refuseLinks(read(channel, offset, Math.toIntExact(length)));
        }
    }

    private static ByteBuffer read(FileChannel channel, long position, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        int read = 0;
        while (buffer.hasRemaining() && read >= 0) {
            read = channel.read(buffer, position + buffer.position());
        }
        return buffer;
    }

    private static void refuseLinks(ByteBuffer directory) throws RefusedArchive {
        int at = 0;
        while (at + ENTRY_BYTES <= directory.capacity()) {
            boolean isOfUnix = directory.get(at + 5) == UNIX;
            int kind = isOfUnix ? directory.getInt(at + 38) >>> 28 : UNKNOWN_KIND;
            int nameBytes = Short.toUnsignedInt(directory.getShort(at + 28));
            int next = at
                    + ENTRY_BYTES
                    + nameBytes
                    + Short.toUnsignedInt(directory.getShort(at + 30))
                    + Short.toUnsignedInt(directory.getShort(at + 32));
            if (next > directory.capacity()) {
                throw new RefusedArchive("its directory is broken");
            }
            if (kind != UNKNOWN_KIND && kind != FILE_KIND && kind != FOLDER_KIND) {
                byte[] name = new byte[nameBytes];
                directory.get(at + ENTRY_BYTES, name);
                throw new RefusedArchive(ShownText.of(new String(name, StandardCharsets.UTF_8))
                        + " is a link or a device; an archive has files and folders only");
            }
            at = next;
        }
    }

    private static List<Entry> checked(ZipFile zip) throws RefusedArchive {
        List<Entry> entries = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (ZipEntry entry : zip.stream().<ZipEntry>map(one -> one).toList()) {
            String name = FOLDER.matcher(entry.getName()).replaceFirst("");
            if (!isAccepted(name)) {
                throw new RefusedArchive(
                        "the name '" + ShownText.of(entry.getName()) + "' is not allowed. " + NAME_RULE);
            }
            // Some file systems do not distinguish case.
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                throw new RefusedArchive(name + " occurs twice");
            }
            entries.add(new Entry(name, entry.isDirectory()));
        }
        refuseFilesInFiles(entries);
        return entries;
    }

    private static void refuseFilesInFiles(List<Entry> entries) throws RefusedArchive {
        Set<String> files = new HashSet<>();
        entries.stream().filter(entry -> !entry.isFolder()).forEach(entry -> files.add(entry.path()));
        for (Entry entry : entries) {
            for (int end = entry.path().indexOf('/');
                    end >= 0;
                    end = entry.path().indexOf('/', end + 1)) {
                String folder = entry.path().substring(0, end);
                if (files.contains(folder)) {
                    throw new RefusedArchive(folder + " is a file as well as a folder");
                }
            }
        }
    }

    /** Whether a file may have a path in an archive. */
    public static boolean isAccepted(String path) {
        return path.length() <= NAME_CHARACTERS && PATH.matcher(path).matches();
    }

    /** The files and folders of the archive, in the order of its directory. */
    public List<Entry> entries() {
        return entries;
    }

    /**
     * Writes every file below a folder; the files are on the disk when it returns.
     *
     * @param mostBytes greatest total size of all files, in bytes
     * @throws IOException when they cannot be written
     * @throws RefusedArchive when the content is damaged or too large
     */
    public void unpack(Path folder, long mostBytes) throws IOException, RefusedArchive {
        long left = mostBytes;
        for (Entry entry : entries) {
            Path target = folder.resolve(entry.path());
            if (entry.isFolder()) {
                Files.createDirectories(target);
            } else {
                Files.createDirectories(target.getParent());
                left -= unpack(zip.getEntry(entry.path()), target, left);
            }
        }
    }

    /** Unpacks one file. Its bytes are counted, since an archive may declare a smaller size. */
    private long unpack(ZipEntry entry, Path target, long most) throws IOException, RefusedArchive {
        CRC32 sum = new CRC32();
        long written = 0;
        byte[] buffer = new byte[64 * 1024];
        try (InputStream in = begun(entry);
                FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int read = read(in, buffer, entry); read >= 0; read = read(in, buffer, entry)) {
                written += read;
                if (written > most) {
                    throw new RefusedArchive("with " + entry.getName() + " it is unpacked larger than is accepted");
                }
                sum.update(buffer, 0, read);
                ByteBuffer rest = ByteBuffer.wrap(buffer, 0, read);
                while (rest.hasRemaining()) {
                    out.write(rest);
                }
            }
            out.force(true);
        }
        if (sum.getValue() != entry.getCrc()) {
            throw damaged(entry, null);
        }
        return written;
    }

    private InputStream begun(ZipEntry entry) throws RefusedArchive {
        try {
            return zip.getInputStream(entry);
        } catch (IOException e) {
            throw damaged(entry, e);
        }
    }

    private static int read(InputStream in, byte[] buffer, ZipEntry entry) throws RefusedArchive {
        try {
            return in.read(buffer);
        } catch (IOException e) {
            throw damaged(entry, e);
        }
    }

    private static RefusedArchive damaged(ZipEntry entry, @Nullable Exception cause) {
        return new RefusedArchive(entry.getName() + " is damaged; fetch it again", cause);
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
