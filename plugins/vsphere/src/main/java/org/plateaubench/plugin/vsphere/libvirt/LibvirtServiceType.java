// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import org.plateaubench.process.UsedServiceType;

/** A libvirt daemon, which is always external. */
public final class LibvirtServiceType extends UsedServiceType<LibvirtParameters> {
    /** Creates the kind of service. */
    public LibvirtServiceType() {
        super(
                LibvirtAddress.SERVICE,
                "libvirt daemon, external: the machines of its host and their storage pools",
                LibvirtParameters.class,
                LibvirtParameters::check,
                LibvirtService::new);
    }
}
