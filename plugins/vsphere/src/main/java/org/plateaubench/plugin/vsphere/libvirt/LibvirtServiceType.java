// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.util.ArrayList;
import java.util.List;
import org.plateaubench.api.Finding;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutServiceType;

/** A libvirt daemon, which is always external. */
public final class LibvirtServiceType implements SutServiceType<LibvirtParameters> {
    private static final String REFERENCE = "${";

    @Override
    public String name() {
        return LibvirtAddress.SERVICE;
    }

    @Override
    public String description() {
        return "libvirt daemon, external: the machines of its host and their storage pools";
    }

    @Override
    public Class<LibvirtParameters> parametersType() {
        return LibvirtParameters.class;
    }

    @Override
    public List<Finding> check(SutContext.Mode mode, LibvirtParameters parameters) {
        List<Finding> findings = new ArrayList<>();
        if (mode == SutContext.Mode.EMBEDDED) {
            findings.add(Finding.problem("The harness starts no libvirt daemon.", "Set 'mode: external'.")
                    .about("mode"));
        }
        if (!parameters.socket().startsWith("/") && !parameters.socket().contains(REFERENCE)) {
            findings.add(Finding.problem(
                            "'" + parameters.socket() + "' is no absolute path of a socket.",
                            "Write one such as /run/libvirt/libvirt-sock.")
                    .about("socket"));
        }
        if (!LibvirtParameters.isDriver(parameters.driver())
                && !parameters.driver().contains(REFERENCE)) {
            findings.add(Finding.problem(
                            "'" + parameters.driver() + "' is no driver of the daemon's own host.",
                            "Write one such as qemu:///system.")
                    .about("driver"));
        }
        return findings;
    }

    @Override
    public SutService create(SutContext<LibvirtParameters> context) {
        return new LibvirtService(context);
    }
}
