// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.plugin;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.plateaubench.app.UsageError;
import org.plateaubench.loader.ShownText;

/** Refuses names that leave the folder, duplicates, and files beyond bounds; a link becomes a file. Not thread-safe. */
public final class UntrustedArchive implements AutoCloseable {
    private static final int NAME_CHARACTERS = 200;
    private static final String PART = "[A-Za-z0-9_][A-Za-z0-9._+~@() -]*";
    private static final Pattern PATH = Pattern.compile(PART + "(?:/" + PART + ")*");

    /** The names that are accepted, a sentence without a full stop. */
    public static final String NAME_RULE =
            "Names are relative, of letters, digits and ._+~@()- without '..', and of at most " + NAME_CHARACTERS
                    + " characters";

    private final ZipFile zip;
    private final List<Entry> entries = new ArrayList<>();

    private UntrustedArchive(ZipFile zip) {
        this.zip = zip;
    }

    /** A file or folder; the path is relative, with slashes but none at the end. */
    public record Entry(String path, boolean isFolder) {}

    public static UntrustedArchive open(Path file, long maxBytes, int maxEntries) throws IOException {
        try {
            if (Files.size(file) > maxBytes) {
                throw refused("it is larger than " + (maxBytes >> 20) + " MiB");
            }
            UntrustedArchive archive = new UntrustedArchive(new ZipFile(file.toFile()));
            try {
                archive.check(maxEntries);
                return archive;
            } catch (UsageError e) {
                archive.close();
                throw e;
            }
        } catch (ZipException e) {
            throw refused(problem(file));
        }
    }

    private static String problem(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            String begin = new String(in.readNBytes(2), StandardCharsets.US_ASCII);
            return begin.equals("PK")
                    ? "the zip file is incomplete or damaged; fetch it again"
                    : "it is not a zip file" + (begin.isEmpty() ? ", but empty" : "");
        }
    }

    private void check(int maxEntries) throws UsageError {
        if (zip.size() > maxEntries) {
            throw refused("it has " + zip.size() + " entries; at most " + maxEntries + " are accepted");
        }
        for (ZipEntry entry : zip.stream().<ZipEntry>map(entry -> entry).toList()) {
            String name = entry.getName().replaceFirst("/$", "");
            if (!isAccepted(name)) {
                throw refused("the name '" + ShownText.of(entry.getName()) + "' is not allowed. " + NAME_RULE);
            }
            entries.add(new Entry(name, entry.isDirectory()));
        }
        Set<String> files = entries.stream()
                .filter(entry -> !entry.isFolder())
                .map(Entry::path)
                .collect(Collectors.toSet());
        for (Entry entry : entries) {
            for (Path above = Path.of(entry.path()).getParent(); above != null; above = above.getParent()) {
                if (files.contains(above.toString())) {
                    throw refused(above + " is a file as well as a folder");
                }
            }
        }
    }

    public static boolean isAccepted(String path) {
        return path.length() <= NAME_CHARACTERS && PATH.matcher(path).matches();
    }

    public List<Entry> entries() {
        return List.copyOf(entries);
    }

    public void unpack(Path folder, long maxBytes) throws IOException {
        long left = maxBytes;
        for (ZipEntry entry : zip.stream().<ZipEntry>map(entry -> entry).toList()) {
            Path target = folder.resolve(entry.getName());
            try {
                Files.createDirectories(entry.isDirectory() ? target : target.getParent());
                left -= entry.isDirectory() ? 0 : unpack(entry, target, left);
            } catch (FileAlreadyExistsException e) {
                throw refused(entry.getName() + " occurs twice");
            } catch (ZipException | EOFException e) {
                throw refused(entry.getName() + " is damaged; fetch it again");
            }
        }
    }

    /** Unpacks one file. Its bytes are counted, since an archive may declare a smaller size. */
    private long unpack(ZipEntry entry, Path target, long maxBytes) throws IOException {
        long written = 0;
        byte[] buffer = new byte[64 * 1024];
        try (InputStream in = zip.getInputStream(entry);
                OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                written += read;
                if (written > maxBytes) {
                    throw refused("with " + entry.getName() + " its unpacked size is larger than is accepted");
                }
                out.write(buffer, 0, read);
            }
        }
        return written;
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }

    private static UsageError refused(String reason) {
        return new UsageError("The archive is refused: " + reason + ".");
    }
}
