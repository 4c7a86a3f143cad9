// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.nio.file.Path;
import org.plateaubench.process.WorkloadServiceType;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** A MariaDB server that the harness starts, or an external server, which may be MySQL. */
public final class MariaServiceType extends WorkloadServiceType<MariaParameters> {
    public MariaServiceType() {
        super(
                Product.MARIADB.service(),
                "MariaDB server, started by the harness in a process of its own, or external; external MySQL too",
                MariaParameters.class,
                MariaParameters::check,
                MariaEmbedded::new,
                context -> new ExternalDatabase(
                        Product.MARIADB,
                        context.name(),
                        context.parameters().external(),
                        context.parameters().certificate()));
    }

    @Override
    public boolean prefetch(Path folder, Progress progress) throws SutException, InterruptedException {
        MariaEmbedded.PROGRAMS.fetchPublished(folder, progress);
        return true;
    }
}
