// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.service.host.HostLimits;
import org.plateaubench.plugin.mail.service.host.SiteKeys;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** A mail site of three installed servers, started by the harness. */
public final class DovecotServiceType implements SutServiceType<DovecotParameters> {
    @Override
    public String name() {
        return DovecotParameters.SERVICE;
    }

    @Override
    public String description() {
        return "Dovecot, Postfix and Radicale as installed on this host, each with a configuration made for the SUT";
    }

    @Override
    public Class<DovecotParameters> parametersType() {
        return DovecotParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, DovecotParameters parameters) {
        SiteKeys site = parameters.site();
        return site.check(mode, name(), HostLimits.read().findings(site.connections()));
    }

    @Override
    public SutService create(SutContext<DovecotParameters> context) {
        return new DovecotService(context);
    }
}
