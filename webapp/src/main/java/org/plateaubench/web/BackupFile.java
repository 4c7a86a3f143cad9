// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.file.AtomicFile;
import org.plateaubench.process.FileTree;
import org.plateaubench.web.database.RecordsFile;

/** A ZIP file with the part of a console's data folder that cannot be rebuilt. Stateless. */
final class BackupFile {
    private static final String QUEUE = "queue";

    /** Files and folders in the data folder that are backed up with the records. */
    static final List<String> BESIDE = List.of(QUEUE);

    private static final String ABOUT = "backup.json";
    private static final String SCHEMA = "plateau.console-backup/1";

    /** Most bytes of a backup, more than any console stores; reading a file made to fill the disk stops there. */
    private static final long MOST_BYTES = 64L << 30;

    private BackupFile() {}

    /** The first entry of a backup. */
    private record About(String schema, Instant at) {}

    /**
     * Writes a backup, whether or not a console uses the folder.
     *
     * @throws IOException with a message for the user when there is nothing to back up, or the file cannot be written
     */
    static void write(Path data, Path to, Instant now) throws IOException {
        Path records = RecordsFile.in(data);
        if (!Files.exists(records)) {
            throw new IOException("There is no " + records + " to back up: name the console's folder with --data, or, "
                    + "of a console with --catalog, back its PostgreSQL database up with pg_dump.");
        }
        if (Files.exists(to)) {
            throw new IOException("The file " + to + " is there already: name another one.");
        }
        // The folder is new and private to its owner, since it holds digests of passwords.
        Path folder = Files.createTempDirectory(to.toAbsolutePath().getParent(), ".plateau-backup");
        try {
            Path copy = RecordsFile.copy(data, folder);
            Path unfinished = folder.resolve("backup.zip");
            try (FileChannel channel =
                            FileChannel.open(unfinished, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                    ZipOutputStream zip = new ZipOutputStream(Channels.newOutputStream(channel))) {
                put(zip, ABOUT, Documents.text(new About(SCHEMA, now)));
                put(zip, copy.getFileName().toString(), copy);
                for (String name : BESIDE) {
                    putAll(zip, data, data.resolve(name));
                }
                zip.finish();
                channel.force(true);
            }
            makePrivate(unfinished);
            Files.move(unfinished, to, StandardCopyOption.ATOMIC_MOVE);
            AtomicFile.forceFolder(to.toAbsolutePath().resolveSibling("."));
        } finally {
            FileTree.remove(folder);
        }
    }

    private static void makePrivate(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
    }

    private static void put(ZipOutputStream zip, String name, String text) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(text.getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
    }

    private static void put(ZipOutputStream zip, String name, Path file) throws IOException {
        try (InputStream content = Files.newInputStream(file)) {
            zip.putNextEntry(new ZipEntry(name));
            content.transferTo(zip);
            zip.closeEntry();
        } catch (NoSuchFileException e) {
            // The queue has removed the item meanwhile.
            return;
        }
    }

    /** Adds all plain files below a folder; files created or removed meanwhile may be missing or included. */
    private static void putAll(ZipOutputStream zip, Path data, Path below) throws IOException {
        if (!Files.exists(below)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(below)) {
            files = all.filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        for (Path file : files) {
            put(zip, data.relativize(file).toString().replace('\\', '/'), file);
        }
    }

    /**
     * Unpacks a backup into a new folder; every file is on the disk when this returns.
     *
     * @return file of the records
     * @throws IOException with a message for the user when it is not a backup
     */
    static Path unpack(Path from, Path folder) throws IOException {
        Path records = folder.resolve(RecordsFile.in(folder).getFileName());
        long bytes = 0;
        try (ZipFile zip = new ZipFile(from.toFile())) {
            requireSchema(zip, from);
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (entry.isDirectory()) {
                    continue; // Programs that pack a folder write these; files bring their folders.
                }
                Path file = known(entry.getName(), folder, records).orElseThrow(() -> noBackup(from));
                Files.createDirectories(file.resolveSibling("."));
                bytes += unpack(zip, entry, file, MOST_BYTES - bytes);
            }
        } catch (ZipException | NoSuchFileException | FileAlreadyExistsException e) {
            throw noBackup(from);
        }
        if (!Files.exists(records)) {
            throw noBackup(from);
        }
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.filter(Files::isDirectory).toList()) {
                AtomicFile.forceFolder(each);
            }
        }
        return records;
    }

    /** The file of an entry that a backup may have; empty for any other one, such as one that leads out of the folder. */
    private static Optional<Path> known(String entry, Path folder, Path records) {
        try {
            Path file = folder.resolve(entry);
            boolean isFile = entry.equals(ABOUT) || file.equals(records);
            boolean isOfQueue = file.startsWith(folder.resolve(QUEUE)) && !file.equals(folder.resolve(QUEUE));
            return (isFile || isOfQueue) && file.equals(file.normalize()) ? Optional.of(file) : Optional.empty();
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private static void requireSchema(ZipFile zip, Path from) throws IOException {
        ZipEntry about = zip.getEntry(ABOUT);
        if (about == null || about.getSize() > 1 << 16) {
            throw noBackup(from);
        }
        try (InputStream content = zip.getInputStream(about)) {
            String text = new String(content.readNBytes(1 << 16), StandardCharsets.UTF_8);
            if (!SCHEMA.equals(Documents.parse(text).get("schema"))) {
                throw new IOException(from + " is a backup of another version of Plateau: restore it with that one.");
            }
        } catch (IllegalArgumentException e) {
            throw noBackup(from);
        }
    }

    private static long unpack(ZipFile zip, ZipEntry entry, Path file, long atMostBytes) throws IOException {
        long bytes = 0;
        try (InputStream content = zip.getInputStream(entry);
                OutputStream out = Files.newOutputStream(
                        file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.DSYNC)) {
            byte[] buffer = new byte[1 << 16];
            for (int count = content.read(buffer); count >= 0; count = content.read(buffer)) {
                bytes += count;
                if (bytes > atMostBytes) {
                    throw new IOException("the backup holds more than a console keeps");
                }
                out.write(buffer, 0, count);
            }
        }
        return bytes;
    }

    private static IOException noBackup(Path from) {
        return new IOException(
                from + " is not a backup of a console: name a file that './plateau console backup' wrote.");
    }
}
