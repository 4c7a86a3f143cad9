// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;
import org.plateaubench.engine.store.file.AtomicFile;
import org.plateaubench.process.FileTree;
import org.plateaubench.web.access.Access;
import org.plateaubench.web.database.RecordsFile;
import org.plateaubench.web.queue.RunQueue;

/**
 * Restores a backup into the data folder of a console. The records are replaced first and at once: a backup that cannot
 * be read changes nothing, and a restore that is interrupted later can be repeated. Stateless.
 */
final class Restore {
    private static final int MOST_KEPT = 1_000;

    private Restore() {}

    /**
     * Restores the backup if no console uses the folder.
     *
     * @param replace whether the content of the folder may be replaced
     * @return folder that holds the previous content; empty when there was none
     * @throws IOException with a message for the user when the restore is refused or fails
     */
    static Optional<Path> restore(Path from, Path data, boolean replace, Instant now) throws IOException {
        Path folder = data.toAbsolutePath().normalize();
        DataFolder taken = DataFolder.take(folder);
        Path unpacked = folder.resolve("restoring");
        try {
            boolean isUsed = Files.exists(RecordsFile.in(folder));
            if (isUsed && !replace) {
                throw new IOException(
                        "The folder " + data + " holds accounts already: give --replace to put the backup "
                                + "in their place; what is there is kept beside it.");
            }
            FileTree.remove(unpacked);
            Path records = BackupFile.unpack(from, Files.createDirectories(unpacked));
            Path kept = freeFolder(folder);
            replace(records, folder, kept, jdbi -> {
                Access.restored(jdbi, now, String.valueOf(from.getFileName()));
                RunQueue.restored(jdbi);
            });
            for (String name : BackupFile.BESIDE) {
                move(folder.resolve(name), kept.resolve(name));
                move(unpacked.resolve(name), folder.resolve(name));
            }
            AtomicFile.forceFolder(kept);
            AtomicFile.forceFolder(folder);
            return isEmpty(kept) ? Optional.empty() : Optional.of(kept);
        } finally {
            FileTree.remove(unpacked);
            taken.close();
        }
    }

    private static void replace(Path records, Path folder, Path kept, Consumer<Jdbi> work) throws IOException {
        Path present = RecordsFile.in(folder);
        Files.createDirectory(kept);
        try {
            if (Files.exists(present)) {
                Path copy = Files.copy(present, kept.resolve(present.getFileName()));
                try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
                    channel.force(true);
                }
            }
            RecordsFile.replace(records, folder, work);
        } catch (IOException e) {
            FileTree.remove(kept);
            throw e;
        }
    }

    /** Returns whether there was nothing to keep; the folder is then removed. */
    private static boolean isEmpty(Path kept) throws IOException {
        try (Stream<Path> files = Files.list(kept)) {
            if (files.findAny().isPresent()) {
                return false;
            }
        }
        Files.delete(kept);
        return true;
    }

    private static void move(Path from, Path to) throws IOException {
        if (Files.exists(from)) {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private static Path freeFolder(Path folder) throws IOException {
        for (int number = 1; number <= MOST_KEPT; number++) {
            Path free = folder.resolve(String.format(Locale.ROOT, "before-restore-%03d", number));
            if (!Files.exists(free)) {
                return free;
            }
        }
        throw new IOException("The folder " + folder + " keeps " + MOST_KEPT + " folders of earlier restores: remove "
                + "those that are not needed.");
    }
}
