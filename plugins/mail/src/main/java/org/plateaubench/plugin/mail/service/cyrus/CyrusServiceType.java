// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.cyrus;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.service.host.HostLimits;
import org.plateaubench.plugin.mail.site.AddressRules;
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
        if (mode == SutContext.Mode.EXTERNAL) {
            return List.of(Finding.problem(
                    "Service cyrus is started by the harness.",
                    "For servers that the harness does not run, use a SUT of service mail with mode external."));
        }
        List<Finding> findings = new ArrayList<>(HostLimits.read().openFileFindings(parameters.connections()));
        findings.addAll(AddressRules.domain(parameters.domain()));
        findings.addAll(AddressRules.login(parameters.login()));
        return findings;
    }

    @Override
    public SutService create(SutContext<CyrusParameters> context) {
        return new CyrusService(context);
    }
}
