// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases;

import java.nio.file.Path;
import org.plateaubench.process.WorkloadServiceType;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

/** The PostgreSQL database, started by the harness on loopback or run outside it. */
public final class PostgresServiceType extends WorkloadServiceType<PostgresParameters> {
    public PostgresServiceType() {
        super(
                Product.POSTGRESQL.service(),
                "PostgreSQL server, started by the harness on loopback or external",
                PostgresParameters.class,
                PostgresParameters::check,
                PostgresEmbedded::new,
                context -> new ExternalDatabase(
                        Product.POSTGRESQL,
                        context.name(),
                        context.parameters().external(),
                        context.parameters().certificate()));
    }

    @Override
    public boolean prefetch(Path folder, Progress progress) throws SutException, InterruptedException {
        PostgresEmbedded.PROGRAMS.fetchPublished(folder, progress);
        return true;
    }
}
