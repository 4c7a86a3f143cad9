// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.spi.SutException;

/** Fetches the programs of embedded servers, for hosts without network. Not thread-safe. */
public final class Prefetch {
    private final PluginCatalog catalog;

    /** Creates a prefetch for the servers of an installation's plugins. */
    public Prefetch(Installation installation) {
        this.catalog = installation.catalog();
    }

    /** The names of all SUT services. */
    public List<String> services() {
        return catalog.sutServiceNames();
    }

    /**
     * Fetches the programs that are not in the folder, which takes minutes for each.
     *
     * @param services names of SUT services; those without programs to fetch are skipped
     * @return the services whose programs are in the folder
     */
    public List<String> into(Path folder, Collection<String> services, Consumer<String> activity)
            throws IOException, InterruptedException {
        List<String> fetched = new ArrayList<>();
        for (String service : services) {
            try {
                if (catalog.sutService(service)
                        .orElseThrow()
                        .prefetch(folder, (what, done, total, unit) -> activity.accept(what))) {
                    fetched.add(service);
                }
            } catch (SutException e) {
                throw new IOException(service + ": " + e.getMessage(), e);
            }
        }
        return fetched;
    }
}
