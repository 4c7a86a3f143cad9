// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.service;

import org.plateaubench.process.UsedServiceType;

/** A vCenter Server, which is always external. */
public final class VcenterServiceType extends UsedServiceType<VcenterParameters> {
    /** Creates the kind of service. */
    public VcenterServiceType() {
        super(
                VcenterAddress.SERVICE,
                "VMware vCenter Server, external: its hosts, machines and datastores",
                VcenterParameters.class,
                VcenterParameters::check,
                VcenterService::new);
    }
}
