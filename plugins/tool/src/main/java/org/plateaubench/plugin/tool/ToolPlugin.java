// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tool;

import java.util.List;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Workload;

/** Benchmark programs of others, whose output becomes figures of a run. */
public final class ToolPlugin implements Plugin {
    @Override
    public String id() {
        return "tool";
    }

    @Override
    public String description() {
        return "Benchmark programs of others, such as fio or iperf3, whose output becomes figures of the run.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new ToolWorkload());
    }
}
