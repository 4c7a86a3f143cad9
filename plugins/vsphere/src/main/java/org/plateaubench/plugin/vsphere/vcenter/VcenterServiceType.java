// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.vcenter;

import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.http.address.ServiceAddress;
import org.plateaubench.http.tls.PinnedCertificate;
import org.plateaubench.plugin.vsphere.operations.PlatformService;
import org.plateaubench.process.ModeKeys;
import org.plateaubench.process.UsedServiceType;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutServiceType;

/** A vCenter Server, which is always external. */
public final class VcenterServiceType extends UsedServiceType<VcenterParameters> {
    public VcenterServiceType() {
        super(
                VcenterAddress.SERVICE,
                "VMware vCenter Server, external: its hosts, machines and datastores",
                VcenterParameters.class,
                VcenterServiceType::problems,
                given -> new PlatformService(
                        "the vCenter Server at " + given.parameters().url(),
                        given.name(),
                        new VcenterAddress(VcenterAddress.of(given.name(), given.parameters()))));
    }

    private static List<Finding> problems(VcenterParameters given, SutContext.Mode mode) {
        List<Finding> findings = ModeKeys.externalOnly(mode, "vCenter Server");
        if (!SutServiceType.isReference(given.url())
                && VcenterAddress.api(given.url()).isEmpty()) {
            findings.add(ServiceAddress.problem(given.url(), "a vCenter Server"));
        }
        PinnedCertificate.problem(given.fingerprint()).ifPresent(findings::add);
        return findings;
    }
}
