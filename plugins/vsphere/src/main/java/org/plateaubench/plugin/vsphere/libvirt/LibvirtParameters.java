// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.util.regex.Pattern;
import org.plateaubench.api.Parameter;
import org.plateaubench.api.Reach;

/** Keys of a SUT of service {@code libvirt}. */
public record LibvirtParameters(
        @Parameter(
                description =
                        "Socket on the hosts of the controller and of every agent, such as /run/libvirt/libvirt-sock, by which all"
                                + " of them reach the same libvirt daemon; ssh can forward it from another host",
                defaultValue = "required",
                reach = Reach.FILE)
        String socket,

        @Parameter(
                description = "Driver that the daemon opens, such as qemu:///system or qemu:///session",
                defaultValue = "qemu:///system")
        String driver) {
    /**
     * A driver on the daemon's own host: with a transport or a host it would start programs, or connect to another
     * daemon.
     */
    private static final Pattern OWN_HOST = Pattern.compile("[a-z]+:///[a-z]*");

    /** Whether a text names a driver of the daemon's own host. */
    static boolean isDriver(String text) {
        return OWN_HOST.matcher(text).matches();
    }
}
