// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import org.plateaubench.api.Parameter;
import org.plateaubench.plugin.dvdstore.shop.Restock;
import org.plateaubench.plugin.dvdstore.shop.StoreSize;

/** The parameters of the store; the defaults are those of DVD Store 2.1 where it has the parameter. */
public record DvdStoreParameters(
        @Parameter(
                description = "How much the store holds: 20,000 customers, 2 million or 200 million.",
                defaultValue = "small")
        StoreSize size,

        @Parameter(description = "Which operations an order consists of: those of DVD Store 2.", defaultValue = "ds2")
        Mode mode,

        @Parameter(
                description = "Share of orders that begin with a new customer instead of a login.",
                defaultValue = "20",
                unit = "%",
                min = 0,
                max = 100)
        int newCustomerPercent,

        @Parameter(
                description = "Mean number of searches per order; each order draws 1 to twice this less 1,"
                        + " all equally likely.",
                defaultValue = "3",
                unit = "searches",
                min = 1,
                max = 100)
        int searches,

        @Parameter(
                description = "Mean number of rows that a search asks for at most; each draws 1 to twice this less 1.",
                defaultValue = "5",
                unit = "rows",
                min = 1,
                max = 500)
        int searchBatchSize,

        @Parameter(
                description = "Mean number of lines of an order; each draws 1 to twice this less 1, at most 10.",
                defaultValue = "5",
                unit = "lines",
                min = 1,
                max = 10)
        int lineItems,

        @Parameter(
                description = "What happens to a product that would have fewer than 3 left: its stock is held,"
                        + " refilled, or just runs out.",
                defaultValue = "hold")
        Restock restock,

        @Parameter(
                description = "How often a transaction that lost a deadlock or waited too long for a lock is tried"
                        + " again, within its response time.",
                defaultValue = "5",
                unit = "retries",
                min = 0,
                max = 100)
        int maxRetries,

        @Parameter(
                description = "Name of a schema to use although it holds tables that are not Plateau's. They stay"
                        + " unchanged; one that has a name of the store is refused.",
                defaultValue = "")
        String adopt) {

    /** The operations of an order. */
    public enum Mode {
        /** Login or new customer, searches, purchase. */
        DS2
    }
}
