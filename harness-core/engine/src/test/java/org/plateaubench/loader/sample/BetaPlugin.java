// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.loader.sample;

import java.util.List;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Workload;

/** Two workloads. */
public final class BetaPlugin implements Plugin {
    @Override
    public String id() {
        return "beta";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(Samples.workload("first"), Samples.workload("second"));
    }
}
