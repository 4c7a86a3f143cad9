// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.postgresql;

import java.nio.file.Path;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.databases.server.ExternalDatabase;
import org.plateaubench.plugin.databases.server.Product;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** The PostgreSQL database, started by the harness on loopback or run outside it. */
public final class PostgresServiceType implements SutServiceType<PostgresParameters> {
    private static final Product PRODUCT = new PostgresProduct();

    @Override
    public String name() {
        return PRODUCT.service();
    }

    @Override
    public String description() {
        return "PostgreSQL server, started by the harness on loopback or external";
    }

    @Override
    public Class<PostgresParameters> parametersType() {
        return PostgresParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, PostgresParameters parameters) {
        return parameters.check(mode);
    }

    @Override
    public boolean prefetch(Path folder, Progress progress) throws SutException, InterruptedException {
        PostgresEmbedded.PROGRAMS.published(folder, progress);
        return true;
    }

    @Override
    public SutService create(SutContext<PostgresParameters> context) {
        PostgresParameters given = context.parameters();
        return switch (context.mode()) {
            case EMBEDDED -> new PostgresEmbedded(context, given);
            case EXTERNAL -> new ExternalDatabase(PRODUCT, context.name(), given.external());
        };
    }
}
