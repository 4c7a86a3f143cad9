// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.console;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;

/** A console that serves. Any thread. */
public interface RunningConsole extends AutoCloseable {
    /** Where it serves. */
    URI address();

    /** A token that signs in as an administrator once; empty when somebody has an account already. */
    Optional<String> firstToken();

    /** Is told how far the catalog is. */
    @FunctionalInterface
    interface CatalogProgress {
        /**
         * Some runs were read.
         *
         * @param done how many until now
         * @param total how many there are
         */
        void read(int done, int total);
    }

    /**
     * Makes the index of the runs anew from their directories, while the console serves.
     *
     * @throws IOException with a sentence for a person when the folder of runs cannot be read
     */
    void rebuildCatalog(CatalogProgress progress) throws IOException;

    /** Ends it; runs go on in processes of their own. */
    @Override
    void close();
}
