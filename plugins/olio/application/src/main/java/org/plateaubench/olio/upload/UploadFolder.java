// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.upload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The application's own folder of uploaded files. A file's name is made from its kind and number only, never from
 * anything that came from outside. Any thread.
 */
public final class UploadFolder {
    private static final int FILES_PER_FOLDER = 1000;

    private final Path root;
    private final Path incoming;
    private final Pictures pictures = new Pictures();

    /** Makes the folder where it is missing, and empties what an earlier process left half done. */
    public UploadFolder(Path root) throws IOException {
        this.root = Files.createDirectories(root).toRealPath();
        this.incoming = this.root.resolve("incoming");
        remove(incoming);
        Files.createDirectories(incoming);
    }

    /** Where parts of a request are kept while it is read. */
    public Path incoming() {
        return incoming;
    }

    /** Something to be kept later: an upload that is checked and made small. */
    public Upload begin() throws IOException {
        return new Upload(this, Files.createTempDirectory(incoming, "upload"));
    }

    /** The file of a number; empty when none was uploaded. */
    public Optional<Path> find(StoredKind kind, int id) {
        Path file = path(kind, id);
        return Files.isRegularFile(file) ? Optional.of(file) : Optional.empty();
    }

    /** Forgets all that was ever uploaded. */
    public void clear() throws IOException {
        for (StoredKind kind : StoredKind.values()) {
            remove(root.resolve(kind.folder()));
        }
    }

    Pictures pictures() {
        return pictures;
    }

    void keep(Path file, StoredKind kind, int id) throws IOException {
        Path target = path(kind, id);
        Files.createDirectories(target.getParent());
        Files.move(file, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private Path path(StoredKind kind, int id) {
        return root.resolve(kind.folder(), Integer.toString(id / FILES_PER_FOLDER), id + kind.ending());
    }

    static void remove(Path tree) throws IOException {
        try (Stream<Path> all = Files.walk(tree)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (NoSuchFileException e) {
            // Nothing to remove.
        }
    }
}
