// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.faban;

import java.util.List;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Workload;

/** Drivers that were written for Faban. */
public final class FabanPlugin implements Plugin {
    @Override
    public String id() {
        return "faban";
    }

    @Override
    public String description() {
        return "Runs drivers that were written to the annotations of Faban.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new FabanWorkload());
    }
}
