// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.function.BiFunction;
import org.plateaubench.api.SutAddress;

/**
 * A kind of platform, and the workload on it.
 *
 * @param service name of the SUT service that executes the operations
 * @param sessions creates a session, which does not connect before it signs in; the duration is the longest wait for
 *     the answer to any call without a separate limit
 * @param defaultOperations operations that begin the units of the default mix, other than {@code deploy}
 * @param clock clock that measures the times of tasks, in the words of descriptions
 */
record Platform(
        String workload,
        String description,
        String service,
        BiFunction<SutAddress, Duration, MachinePlatform> sessions,
        List<InfrastructureOperation> operations,
        List<InfrastructureOperation> defaultOperations,
        String clock) {
    /**
     * The default mix contains the four operations of VMmark's infrastructure load (VMware's blog on VMmark 3):
     * vMotion, Storage vMotion, both together, and deployment of a clone.
     */
    static final Platform VCENTER = new Platform(
            "operations",
            "Migrations, clones, power cycles and snapshots of machines by a vCenter Server.",
            "vcenter",
            VcenterSession::new,
            List.copyOf(EnumSet.range(InfrastructureOperation.VMOTION, InfrastructureOperation.REMOVE_SNAPSHOT)),
            List.of(
                    InfrastructureOperation.VMOTION,
                    InfrastructureOperation.STORAGE_VMOTION,
                    InfrastructureOperation.XVMOTION),
            "by its own clock");

    static final Platform LIBVIRT = new Platform(
            "libvirt",
            "Clones, power cycles, pauses and snapshots of machines by a libvirt daemon.",
            "libvirt",
            LibvirtSession::new,
            List.copyOf(EnumSet.range(InfrastructureOperation.CLONE, InfrastructureOperation.RESUME)),
            List.of(
                    InfrastructureOperation.POWER_OFF,
                    InfrastructureOperation.TAKE_SNAPSHOT,
                    InfrastructureOperation.PAUSE),
            "by the client's clock, as libvirt measures no time");
}
