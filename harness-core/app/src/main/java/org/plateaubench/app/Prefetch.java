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

/** Gathers the programs of embedded servers, for hosts without network. */
public final class Prefetch {
    private final PluginCatalog catalog;

    /** The servers of an installation's plugins. */
    public Prefetch(Installation installation) {
        this.catalog = installation.catalog();
    }

    /** Names of the SUT services that there are. */
    public List<String> services() {
        return catalog.sutServiceNames();
    }

    /**
     * Fetches the programs that are not in the folder yet, minutes for each.
     *
     * @param services names of SUT services; those without programs to fetch are passed over
     * @param folder made when it does not exist
     * @param activity receives a phrase when something begins
     * @return the services whose programs are there
     * @throws IOException with a sentence for a person when programs cannot be fetched
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
