// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import org.plateaubench.api.Parameter;

public record OrderEntryParameters(
        @Parameter(
                description = "Number of warehouses, each with ten districts; a user's home is one of them.",
                defaultValue = "1",
                unit = "warehouses",
                min = 1,
                max = 20_000)
        int warehouses,

        @Parameter(
                description =
                        "full: 100,000 items and 3,000 customers per district; small: a tenth of each, for trials.",
                defaultValue = "full")
        Scale.Size size,

        @Parameter(
                description = "How the next transaction is chosen: by weights, or from a shuffled deck of 23 cards.",
                defaultValue = "weights")
        Choice choice,

        @Parameter(
                description = "Factor applied to the keying and think times of the published specification; 0 for no"
                        + " waits.",
                defaultValue = "0",
                min = 0,
                max = 10)
        double waits,

        @Parameter(
                description =
                        "Number of workers per agent, each with its own connection, that process queued deliveries.",
                defaultValue = "2",
                unit = "connections",
                min = 1,
                max = 100)
        int deliveryWorkers,

        @Parameter(
                description = "How often a transaction that lost a deadlock or waited too long for a lock is tried"
                        + " again, within its response time.",
                defaultValue = "5",
                unit = "retries",
                min = 0,
                max = 100)
        int maxRetries) {

    Scale scale() {
        return new Scale(warehouses, size);
    }

    public enum Choice {
        WEIGHTS,
        /** Each transaction is a card of a deck, so that the shares are exact. */
        DECK
    }
}
