// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.cyrus;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.service.host.HostLimits;
import org.plateaubench.plugin.mail.service.host.SiteKeys;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** A mail site of two installed or unpacked servers, started by the harness. */
public final class CyrusServiceType implements SutServiceType<CyrusParameters> {
    @Override
    public String name() {
        return CyrusParameters.SERVICE;
    }

    @Override
    public String description() {
        return "Cyrus IMAP, with calendars and contacts, and Postfix, each with a configuration made for the SUT";
    }

    @Override
    public Class<CyrusParameters> parametersType() {
        return CyrusParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, CyrusParameters parameters) {
        SiteKeys site = parameters.site();
        return site.check(mode, name(), HostLimits.read().openFileFindings(site.connections()));
    }

    @Override
    public SutService create(SutContext<CyrusParameters> context) {
        return new CyrusService(context);
    }
}
