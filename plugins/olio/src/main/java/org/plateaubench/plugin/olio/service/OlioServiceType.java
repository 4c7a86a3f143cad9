// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.service;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** The social-events site: the reference application in a separate process, or an external site. */
public final class OlioServiceType implements SutServiceType<OlioSutParameters> {
    @Override
    public String name() {
        return OlioSutParameters.SERVICE;
    }

    @Override
    public String description() {
        return "Social-events site, started by the harness in a process of its own or external";
    }

    @Override
    public Class<OlioSutParameters> parametersType() {
        return OlioSutParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, OlioSutParameters parameters) {
        return parameters.check(mode);
    }

    @Override
    public SutService create(SutContext<OlioSutParameters> context) {
        return switch (context.mode()) {
            case EMBEDDED -> new OlioEmbedded(context);
            case EXTERNAL -> new OlioExternal(context.name(), context.parameters());
        };
    }
}
