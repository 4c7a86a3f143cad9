// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions;

import java.util.List;
import org.plateaubench.plugin.transactions.oltp.OltpWorkload;
import org.plateaubench.plugin.transactions.orderentry.OrderEntryWorkload;
import org.plateaubench.spi.Plugin;
import org.plateaubench.spi.Workload;

/** Transaction processing on relational databases. */
public final class TransactionsPlugin implements Plugin {
    @Override
    public String id() {
        return "transactions";
    }

    @Override
    public String description() {
        return "Transaction processing on databases: order entry, simple statements on identical tables, and the"
                + " transaction of pgbench.";
    }

    @Override
    public List<Workload<?>> workloads() {
        return List.of(new OrderEntryWorkload(), new OltpWorkload(), new TpcbWorkload());
    }
}
