// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.consolidation.javatier;

import java.util.Optional;
import java.util.stream.Stream;
import org.plateaubench.api.Answers;

/** The operations, with their weights in the mix. */
enum Operation {
    NEW_ORDER("newOrder", "Enters an order of 5 to 15 lines.", 10),
    PAYMENT("payment", "Enters a payment of a customer.", 10),
    STOCK_LEVEL("stockLevel", "Counts items of a district's latest 20 orders that run low.", 1);

    final String title;
    final String description;
    final double weight;

    Operation(String title, String description, double weight) {
        this.title = title;
        this.description = description;
        this.weight = weight;
    }

    String path() {
        return "/" + title;
    }

    static Optional<Operation> at(String path) {
        return Stream.of(values()).filter(each -> each.path().equals(path)).findFirst();
    }

    Answers answers() {
        Answers all = Answers.read().version("numbers of orders and payments follow those that the agent knows");
        return switch (this) {
            case NEW_ORDER -> all.identity("customer, district, items, prices, texts, total");
            case PAYMENT -> all.identity("customer").notVerified("the sum of payments");
            case STOCK_LEVEL -> all.identity("district").notVerified("the number of items");
        };
    }
}
