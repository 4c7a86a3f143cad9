// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.tpcb;

import java.util.List;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Workload;

/** The TPC-B-like transaction on the tables of pgbench. */
public final class TpcbPlugin implements Plugin {
    @Override
    public String id() {
        return "tpcb";
    }

    @Override
    public String description() {
        return "The TPC-B-like transaction on the tables of pgbench.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new TpcbWorkload());
    }
}
