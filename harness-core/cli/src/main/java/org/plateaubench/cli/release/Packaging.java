// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.cli.release;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.plateaubench.app.library.LibraryFolder;

/**
 * Packs an installation for other hosts. It is loaded as a service, together with libraries that no other command
 * needs. Thread-safe.
 */
public interface Packaging {
    /**
     * Opens the libraries of the running installation.
     *
     * @throws IOException with a one-sentence message when they are missing
     */
    static LibraryFolder<Packaging> open() throws IOException {
        return LibraryFolder.open("packaging", Packaging.class);
    }

    /**
     * Writes the installation as an archive that runs wherever it is unpacked.
     *
     * @param file replaced when it exists
     */
    void archive(Release release, Path file) throws IOException;

    /** The problems of an order, one sentence each. Does not write or download anything. */
    List<String> problems(Order order);

    /**
     * Writes all files that are published.
     *
     * @param order one without problems
     * @param progress receives a line for each step that takes long
     * @return the files
     * @throws IOException with a sentence for the operator
     */
    List<Path> write(Release release, Order order, Consumer<String> progress) throws IOException;

    /**
     * The files to create.
     *
     * @param folder the target folder, created when it does not exist; files of the same names are replaced
     * @param key private Ed25519 key as PEM that signs the digests; empty for no signature
     * @param imageBase image that the container image is built on, {@code tar://FILE} or the name of one in a registry;
     *     empty for no container image
     */
    record Order(Path folder, Optional<Path> key, Optional<String> imageBase) {}
}
