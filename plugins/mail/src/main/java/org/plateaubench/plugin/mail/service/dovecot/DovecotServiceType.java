// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail.service.dovecot;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.mail.service.host.HostLimits;
import org.plateaubench.plugin.mail.site.AddressRules;
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
        if (mode == SutContext.Mode.EXTERNAL) {
            return List.of(Finding.problem(
                    "Service dovecot is started by the harness.",
                    "For servers that the harness does not run, use a SUT of service mail with mode external."));
        }
        List<Finding> findings = new ArrayList<>(HostLimits.read().findings(parameters.connections()));
        findings.addAll(AddressRules.domain(parameters.domain()));
        findings.addAll(AddressRules.login(parameters.login()));
        return findings;
    }

    @Override
    public SutService create(SutContext<DovecotParameters> context) {
        return new DovecotService(context);
    }
}
