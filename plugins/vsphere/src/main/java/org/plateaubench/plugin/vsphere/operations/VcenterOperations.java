// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.util.List;
import java.util.stream.Stream;
import org.plateaubench.api.SutAddress;
import org.plateaubench.plugin.vsphere.vcenter.VcenterAddress;
import org.plateaubench.plugin.vsphere.vim.PlatformAddress;

/**
 * Operations of a vCenter Server. The default mix contains the four operations of VMmark's infrastructure load
 * (VMware's blog on VMmark 3): vMotion, Storage vMotion, both at once, and deployment of a clone.
 */
public final class VcenterOperations extends OperationsWorkload {
    private static final List<InfrastructureOperation> OPERATIONS = Stream.of(InfrastructureOperation.values())
            .filter(operation ->
                    operation != InfrastructureOperation.PAUSE && operation != InfrastructureOperation.RESUME)
            .toList();

    @Override
    public String name() {
        return "operations";
    }

    @Override
    public String description() {
        return "Migrations, clones, power cycles and snapshots of machines by a vCenter Server.";
    }

    @Override
    String service() {
        return VcenterAddress.SERVICE;
    }

    @Override
    PlatformAddress address(SutAddress sut) {
        return new VcenterAddress(sut);
    }

    @Override
    List<InfrastructureOperation> operations() {
        return OPERATIONS;
    }

    @Override
    List<String> usualUnits() {
        return Stream.of(
                        InfrastructureOperation.VMOTION,
                        InfrastructureOperation.STORAGE_VMOTION,
                        InfrastructureOperation.XVMOTION)
                .map(InfrastructureOperation::operation)
                .toList();
    }

    @Override
    String clock() {
        return "by its own clock";
    }
}
