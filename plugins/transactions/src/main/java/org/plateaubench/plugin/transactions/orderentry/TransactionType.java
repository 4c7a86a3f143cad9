// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.time.Duration;

/** The five types of transactions, each of which is an operation. */
enum TransactionType {
    NEW_ORDER("newOrder", "enters an order of 5 to 15 lines", 45, 10, 18, 12, "p90 < 5s"),
    PAYMENT("payment", "enters a payment of a customer", 43, 10, 3, 12, "p90 < 5s"),
    ORDER_STATUS("orderStatus", "reads the latest order of a customer", 4, 1, 2, 10, "p90 < 5s"),
    DELIVERY("delivery", "queues a delivery of the oldest order of each district", 4, 1, 2, 5, "p90 < 5s"),
    STOCK_LEVEL("stockLevel", "counts items of the latest orders that run low", 4, 1, 2, 5, "p90 < 20s");

    final String title;
    final String description;
    /** Percentage of the transactions, if they are drawn by weights. */
    final double weight;
    /** Number of cards in a deck, if transactions are drawn from decks. */
    final int cards;
    /** Time for entering the input. */
    final Duration keying;
    /** Mean time for reading the output. */
    final Duration think;
    /** Default limit of the response time. */
    final String limit;

    TransactionType(String title, String description, double weight, int cards, int keying, int think, String limit) {
        this.title = title;
        this.description = description;
        this.weight = weight;
        this.cards = cards;
        this.keying = Duration.ofSeconds(keying);
        this.think = Duration.ofSeconds(think);
        this.limit = limit;
    }
}
