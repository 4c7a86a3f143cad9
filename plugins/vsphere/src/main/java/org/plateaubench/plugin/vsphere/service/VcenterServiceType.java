// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.service;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.http.tls.PinnedCertificate;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** A vCenter Server, which is always external. */
public final class VcenterServiceType implements SutServiceType<VcenterParameters> {
    private static final String REFERENCE = "${";

    @Override
    public String name() {
        return VcenterAddress.SERVICE;
    }

    @Override
    public String description() {
        return "VMware vCenter Server, external: its hosts, machines and datastores";
    }

    @Override
    public Class<VcenterParameters> parametersType() {
        return VcenterParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, VcenterParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        if (mode == SutContext.Mode.EMBEDDED) {
            findings.add(Finding.problem("The harness starts no vCenter Server.", "Set 'mode: external'.")
                    .about("mode"));
        }
        if (!parameters.url().contains(REFERENCE)
                && VcenterAddress.api(parameters.url()).isEmpty()) {
            findings.add(Finding.problem(
                            "'" + parameters.url() + "' is no address of a vCenter Server.",
                            "Write https://HOST or https://HOST:PORT.")
                    .about("url"));
        }
        PinnedCertificate.problem(parameters.fingerprint()).ifPresent(findings::add);
        return findings;
    }

    @Override
    public SutService create(SutContext<VcenterParameters> context) {
        return new VcenterService(context);
    }
}
