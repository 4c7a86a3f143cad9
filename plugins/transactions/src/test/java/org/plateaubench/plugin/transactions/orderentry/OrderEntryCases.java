// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import org.plateaubench.spi.Workload;

/** Order entry for tests of several workloads. */
public final class OrderEntryCases {
    private OrderEntryCases() {}

    public static Workload<OrderEntryParameters> workload() {
        return new OrderEntryWorkload();
    }

    /** Returns parameters of this number of small warehouses; 0 stands for two. */
    public static OrderEntryParameters small(int warehouses) {
        return new OrderEntryParameters(
                warehouses == 0 ? 2 : warehouses, Scale.Size.SMALL, OrderEntryParameters.Choice.WEIGHTS, 0, 1, 5);
    }
}
