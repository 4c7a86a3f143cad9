// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader;

import org.plateaubench.spi.Workload;

public record WorkloadEntry(LoadedPlugin plugin, Workload<?> workload) {
    /** The shortest name in run files. */
    public String reference() {
        return plugin.reference(workload);
    }
}
