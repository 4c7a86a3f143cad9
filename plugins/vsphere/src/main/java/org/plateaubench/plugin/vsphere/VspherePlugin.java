// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.util.List;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.SutServiceType;
import org.plateaubench.spi.TelemetrySourceType;
import org.plateaubench.spi.Workload;

/** VMware vSphere and libvirt as systems under test, and operations of their infrastructure as a load. */
public final class VspherePlugin implements Plugin {
    @Override
    public String id() {
        return "vsphere";
    }

    @Override
    public String description() {
        return "Migrates, clones, powers on and off and snapshots virtual machines through vCenter or libvirt, and"
                + " records telemetry of hosts and machines.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new OperationsWorkload(Platform.VCENTER), new OperationsWorkload(Platform.LIBVIRT));
    }

    @Override
    public List<SutServiceType<?>> sutServices() {
        return List.of(VcenterParameters.serviceType(), LibvirtParameters.serviceType());
    }

    @Override
    public List<TelemetrySourceType> telemetrySources() {
        return List.of(new RealTimeSamples.Type());
    }
}
