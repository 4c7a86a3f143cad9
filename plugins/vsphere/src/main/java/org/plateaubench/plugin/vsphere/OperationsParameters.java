// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.util.List;
import org.plateaubench.api.Parameter;

public record OperationsParameters(
        @Parameter(
                description = "Names of the machines for the operations; * matches any characters. Each"
                        + " machine is used by one user",
                defaultValue = "required")
        List<String> machines,

        @Parameter(
                description = "Names of the datastores (storage pools of libvirt) for storage migrations and"
                        + " clones; * matches any characters",
                defaultValue = "[*]")
        List<String> datastores,

        @Parameter(
                description = "Machine or template that is cloned; needed when the mix has 'deploy'",
                defaultValue = "")
        String template) {}
