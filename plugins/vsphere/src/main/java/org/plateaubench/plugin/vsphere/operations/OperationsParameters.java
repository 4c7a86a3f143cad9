// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.operations;

import java.util.List;
import org.plateaubench.api.Parameter;

/** Parameters of the workload. */
public record OperationsParameters(
        @Parameter(
                description = "Names of the machines that operations are done on; * matches any characters. Each is"
                        + " used by one user",
                defaultValue = "required")
        List<String> machines,

        @Parameter(
                description =
                        "Names of the datastores, storage pools of libvirt, that storage migrations go to and clones"
                                + " lie on; * matches any characters",
                defaultValue = "[*]")
        List<String> datastores,

        @Parameter(
                description = "Machine or template that is cloned; needed when the mix has 'deploy'",
                defaultValue = "")
        String template,

        @Parameter(
                description =
                        "How many operations run at once, which is the number of users: half as many as there are hosts"
                                + " (half-the-hosts), or what the load says (as-loaded)",
                defaultValue = "as-loaded")
        Concurrency concurrency) {

    /** The rule for the number of users. */
    public enum Concurrency {
        /** One user for every two usable hosts, as VMmark scales its infrastructure load (VMware's blog, January 2011). */
        HALF_THE_HOSTS,
        /** Any number. */
        AS_LOADED
    }
}
