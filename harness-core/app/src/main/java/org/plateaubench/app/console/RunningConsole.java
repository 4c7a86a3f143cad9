// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/** A running console. Thread-safe. */
public interface RunningConsole extends AutoCloseable {
    /** The address of the console. */
    URI address();

    /** A token that signs in as an administrator once; empty when an account already exists. */
    Optional<String> firstToken();

    @FunctionalInterface
    interface CatalogProgress {
        /**
         * Some runs were read.
         *
         * @param done number of runs so far
         * @param total number of all runs
         */
        void read(int done, int total);
    }

    /**
     * Rebuilds the index of the runs from their directories, while the console serves.
     *
     * @throws IOException with a one-sentence message when the folder of runs cannot be read
     */
    void rebuildCatalog(CatalogProgress progress) throws IOException;

    /** Ends the console; runs continue in their own processes. */
    @Override
    void close();
}
