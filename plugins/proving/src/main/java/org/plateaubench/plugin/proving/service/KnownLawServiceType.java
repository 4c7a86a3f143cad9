// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving.service;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** A server that answers after times of a known law, in a separate process. */
public final class KnownLawServiceType implements SutServiceType<KnownLawParameters> {
    @Override
    public String name() {
        return KnownLawParameters.SERVICE;
    }

    @Override
    public String description() {
        return "A server that answers after times of a known law, to prove percentiles with";
    }

    @Override
    public Class<KnownLawParameters> parametersType() {
        return KnownLawParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, KnownLawParameters parameters) {
        return parameters.check(mode);
    }

    @Override
    public SutService create(SutContext<KnownLawParameters> context) {
        return switch (context.mode()) {
            case EMBEDDED -> new EmbeddedLaw(context);
            case EXTERNAL -> new ExternalLaw(context);
        };
    }
}
