// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.h2;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.databases.server.ExternalDatabase;
import org.plateaubench.plugin.databases.server.Product;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** The H2 database, embedded in a separate process or run outside the harness. */
public final class H2ServiceType implements SutServiceType<H2Parameters> {
    private static final Product PRODUCT = new H2Product();

    @Override
    public String name() {
        return PRODUCT.service();
    }

    @Override
    public String description() {
        return "H2 database server, started by the harness in a process of its own or external";
    }

    @Override
    public Class<H2Parameters> parametersType() {
        return H2Parameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, H2Parameters parameters) {
        return parameters.check(mode);
    }

    @Override
    public SutService create(SutContext<H2Parameters> context) {
        H2Parameters given = context.parameters();
        return switch (context.mode()) {
            case EMBEDDED -> new H2Embedded(context);
            case EXTERNAL -> new ExternalDatabase(PRODUCT, context.name(), given.external());
        };
    }
}
