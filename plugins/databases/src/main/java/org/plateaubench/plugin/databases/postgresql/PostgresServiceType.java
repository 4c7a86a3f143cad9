// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.databases.postgresql;

import java.util.List;
import java.util.Map;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.databases.server.ExternalDatabase;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** The PostgreSQL database, started by the harness on loopback or run by somebody else. */
public final class PostgresServiceType implements SutServiceType<PostgresParameters> {
    static final String NAME = "postgresql";

    @Override
    public String name() {
        return NAME;
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
    public SutService create(SutContext<PostgresParameters> context) {
        return switch (context.mode()) {
            case EMBEDDED -> new PostgresEmbedded(context);
            case EXTERNAL -> external(context);
        };
    }

    private static SutService external(SutContext<PostgresParameters> context) {
        PostgresParameters given = context.parameters();
        return new ExternalDatabase(
                new SutAddress(
                        context.name(),
                        NAME,
                        Map.of("url", given.url(), "user", given.user(), "password", given.password())),
                new PostgresClient("SUT " + context.name(), given.url(), given.user(), given.password()));
    }
}
