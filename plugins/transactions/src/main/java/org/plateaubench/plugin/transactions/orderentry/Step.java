// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.time.Duration;

/** The five transactions, as operations. */
enum Step {
    NEW_ORDER("newOrder", "enters an order of 5 to 15 lines", 45, 10, 18, 12, "p90 < 5s"),
    PAYMENT("payment", "enters a payment of a customer", 43, 10, 3, 12, "p90 < 5s"),
    ORDER_STATUS("orderStatus", "reads the latest order of a customer", 4, 1, 2, 10, "p90 < 5s"),
    DELIVERY("delivery", "queues a delivery of the oldest order of each district", 4, 1, 2, 5, "p90 < 5s"),
    STOCK_LEVEL("stockLevel", "counts items of the latest orders that run low", 4, 1, 2, 5, "p90 < 20s");

    final String title;
    final String description;
    /** Percentage of the transactions if they are drawn by weights, and number of cards in a deck. */
    final double weight;

    final int cards;
    /** Time for keying in the input, and mean time for reading the output. */
    final Duration keying;

    final Duration think;
    final String limit;

    Step(String title, String description, double weight, int cards, int keying, int think, String limit) {
        this.title = title;
        this.description = description;
        this.weight = weight;
        this.cards = cards;
        this.keying = Duration.ofSeconds(keying);
        this.think = Duration.ofSeconds(think);
        this.limit = limit;
    }
}
