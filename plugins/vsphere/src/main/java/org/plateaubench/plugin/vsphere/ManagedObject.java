// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

/** An object of a vCenter Server, such as one of type {@code VirtualMachine} with the id {@code vm-42}. */
public record ManagedObject(String type, String id) {
    @Override
    public String toString() {
        return type + ":" + id;
    }
}
