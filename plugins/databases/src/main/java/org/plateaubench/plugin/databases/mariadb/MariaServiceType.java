// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.mariadb;

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

/** A MariaDB server, started by the harness or run outside it; the latter may be MySQL. */
public final class MariaServiceType implements SutServiceType<MariaParameters> {
    private static final Product PRODUCT = new MariaProduct();

    @Override
    public String name() {
        return PRODUCT.service();
    }

    @Override
    public String description() {
        return "MariaDB server, started by the harness in a process of its own, or external; external MySQL too";
    }

    @Override
    public Class<MariaParameters> parametersType() {
        return MariaParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, MariaParameters parameters) {
        return parameters.check(mode);
    }

    @Override
    public boolean prefetch(Path folder, Progress progress) throws SutException, InterruptedException {
        MariaEmbedded.PROGRAMS.published(folder, progress);
        return true;
    }

    @Override
    public SutService create(SutContext<MariaParameters> context) {
        MariaParameters given = context.parameters();
        return switch (context.mode()) {
            case EMBEDDED -> new MariaEmbedded(context, given);
            case EXTERNAL -> new ExternalDatabase(PRODUCT, context.name(), given.forDriver());
        };
    }
}
