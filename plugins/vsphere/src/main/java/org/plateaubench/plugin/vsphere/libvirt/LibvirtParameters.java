// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

/** Keys of a SUT of service {@code libvirt}. */
public record LibvirtParameters(
        @Parameter(
                description =
                        "Socket of the libvirt daemon on the agent's host, which ssh can forward from another one",
                defaultValue = "/run/libvirt/libvirt-sock",
                reach = Reach.FILE)
        String socket,

        @Parameter(
                description = "Driver that the daemon opens, such as qemu:///system or qemu:///session",
                defaultValue = "qemu:///system")
        String driver) {}
