// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

/**
 * A reference to an object of a vCenter Server.
 *
 * @param type type in the vSphere API, such as {@code VirtualMachine}
 * @param id identity within that vCenter Server, such as {@code vm-42}
 */
public record ManagedObject(String type, String id) {
    @Override
    public String toString() {
        return type + ":" + id;
    }
}
