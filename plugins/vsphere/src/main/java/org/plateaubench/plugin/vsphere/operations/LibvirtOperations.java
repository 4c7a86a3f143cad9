// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.util.List;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.libvirt.LibvirtAddress;
import org.plateaubench.plugin.vsphere.vim.PlatformAddress;

/** Operations of a libvirt daemon on the machines of its host. */
public final class LibvirtOperations extends OperationsWorkload {
    private static final List<InfrastructureOperation> OPERATIONS = List.of(
            InfrastructureOperation.CLONE,
            InfrastructureOperation.REMOVE,
            InfrastructureOperation.POWER_OFF,
            InfrastructureOperation.POWER_ON,
            InfrastructureOperation.TAKE_SNAPSHOT,
            InfrastructureOperation.REMOVE_SNAPSHOT,
            InfrastructureOperation.PAUSE,
            InfrastructureOperation.RESUME);

    @Override
    public String name() {
        return "libvirt";
    }

    @Override
    public String description() {
        return "Clones, power cycles, pauses and snapshots of machines by a libvirt daemon.";
    }

    @Override
    String service() {
        return LibvirtAddress.SERVICE;
    }

    @Override
    PlatformAddress address(SutAddress sut) {
        return new LibvirtAddress(sut);
    }

    @Override
    List<InfrastructureOperation> operations() {
        return OPERATIONS;
    }

    @Override
    List<String> usualUnits() {
        return List.of(POWER_CYCLE, SNAPSHOT, PAUSE_AND_RESUME);
    }

    @Override
    String clock() {
        return "by the client's clock, as libvirt measures no time";
    }
}
