// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import org.plateaubench.plugin.vsphere.operations.PlatformService;
import org.plateaubench.process.UsedServiceType;

/** A libvirt daemon, which is always external. */
public final class LibvirtServiceType extends UsedServiceType<LibvirtParameters> {
    public LibvirtServiceType() {
        super(
                LibvirtAddress.SERVICE,
                "libvirt daemon, external: the machines of its host and their storage pools",
                LibvirtParameters.class,
                LibvirtParameters::check,
                given -> new PlatformService(
                        "the libvirt daemon at " + given.parameters().socket(),
                        given.name(),
                        new LibvirtAddress(LibvirtAddress.of(given.name(), given.parameters()))));
    }
}
