// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.install;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.plateaubench.api.Names;
import org.plateaubench.loader.isolation.ShownText;

/**
 * An archive of a plugin: a zip file with one folder of the plugin's id, which holds its jars and, in {@code docs}, its
 * pages. Comes from outside, so all of it is checked: names that leave the folder, links, entries that are there twice,
 * and more than the bounds below are refused. One thread; the file must not change meanwhile.
 */
public final class PluginArchive implements AutoCloseable {
    /** Most bytes of an archive. */
    static final long MOST_BYTES = 256L << 20;
    /** Most bytes of all files of an archive, unpacked. */
    public static final long MOST_UNPACKED_BYTES = 512L << 20;

    static final int MOST_ENTRIES = 2_000;
    private static final int NAME_CHARACTERS = 200;
    private static final Pattern FOLDER = Pattern.compile("/$");
    private static final String PART = "[A-Za-z0-9_][A-Za-z0-9._+~@() -]*";
    private static final Pattern PATH = Pattern.compile(PART + "(?:/" + PART + ")*");

    private final ZipFile zip;
    private final String id;

    private PluginArchive(ZipFile zip, String id) {
        this.zip = zip;
        this.id = id;
    }

    /**
     * Opens an archive of which every name is accepted.
     *
     * @throws RefusedPlugin when it is no archive of a plugin, or has something in it that is not accepted
     */
    public static PluginArchive open(Path file) throws RefusedPlugin {
        if (!Files.isRegularFile(file)) {
            throw new RefusedPlugin("There is no file " + file + ".");
        }
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new RefusedPlugin("The archive is refused: it is larger than " + (MOST_BYTES >> 20) + " MiB.");
            }
            for (ZipDirectory.Entry entry : ZipDirectory.read(file, MOST_ENTRIES)) {
                if (!entry.isPlain()) {
                    throw new RefusedPlugin("The archive is refused: " + ShownText.of(entry.name())
                            + " is a link or a device; an archive has files and folders only.");
                }
            }
            ZipFile zip = new ZipFile(file.toFile());
            try {
                return new PluginArchive(zip, checked(zip));
            } catch (RefusedPlugin e) {
                zip.close();
                throw e;
            }
        } catch (IOException e) {
            throw new RefusedPlugin("The archive is refused: " + e.getMessage() + ".", e);
        }
    }

    /** The id of the plugin, the folder of all entries. */
    private static String checked(ZipFile zip) throws RefusedPlugin {
        Set<String> names = new HashSet<>();
        Set<String> ids = new HashSet<>();
        boolean hasJar = false;
        for (ZipEntry entry : entries(zip)) {
            String name = FOLDER.matcher(entry.getName()).replaceFirst("");
            if (name.length() > NAME_CHARACTERS || !PATH.matcher(name).matches()) {
                throw new RefusedPlugin("The archive is refused: the name '" + ShownText.of(entry.getName())
                        + "' is not allowed. Names are relative, of letters, digits and ._+~@()- without '..', and of at"
                        + " most " + NAME_CHARACTERS + " characters.");
            }
            // Some file systems do not distinguish case.
            if (!names.add(name.toLowerCase(Locale.ROOT))) {
                throw new RefusedPlugin("The archive is refused: " + name + " is there twice.");
            }
            String[] parts = name.split("/", -1);
            ids.add(parts[0]);
            hasJar |= parts.length == 2 && name.endsWith(".jar") && !entry.isDirectory();
        }
        if (ids.size() != 1 || !hasJar || !Names.isValid(ids.iterator().next())) {
            throw new RefusedPlugin(
                    "This is not an archive of a plugin: it must hold one folder, of the plugin's id, with at"
                            + " least one jar in it.");
        }
        return ids.iterator().next();
    }

    private static List<ZipEntry> entries(ZipFile zip) {
        return zip.stream().<ZipEntry>map(entry -> entry).toList();
    }

    /** The id of the plugin. */
    String id() {
        return id;
    }

    /**
     * Writes every file below a folder; the files are on the disk when it returns.
     *
     * @param mostBytes most bytes of all files together
     * @throws IOException when they cannot be written
     * @throws RefusedPlugin when the content is damaged or too large
     */
    public void unpack(Path folder, long mostBytes) throws IOException, RefusedPlugin {
        long left = mostBytes;
        for (ZipEntry entry : entries(zip)) {
            Path target = folder.resolve(entry.getName());
            try {
                if (entry.isDirectory()) {
                    Files.createDirectories(target);
                } else {
                    Files.createDirectories(target.getParent());
                    left -= unpack(entry, target, left);
                }
            } catch (FileAlreadyExistsException e) {
                throw new RefusedPlugin(
                        "The archive is refused: " + entry.getName() + " is a file as well as a folder.", e);
            }
        }
    }

    /** The bytes are counted, since an archive may announce fewer. */
    private long unpack(ZipEntry entry, Path target, long most) throws IOException, RefusedPlugin {
        CRC32 sum = new CRC32();
        long written = 0;
        byte[] buffer = new byte[64 * 1024];
        try (InputStream in = zip.getInputStream(entry);
                FileChannel out = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                written += read;
                if (written > most) {
                    throw new RefusedPlugin("The archive is refused: with " + entry.getName()
                            + " it is unpacked larger than is accepted.");
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
            throw new RefusedPlugin("The archive is refused: " + entry.getName() + " is damaged; fetch it again.");
        }
        return written;
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
