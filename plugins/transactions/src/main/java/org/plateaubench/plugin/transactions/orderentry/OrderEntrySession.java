// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.plateaubench.process.database.Connector;
import org.plateaubench.spi.WorkloadContext;

/** The shared state of the users of one agent. Any thread. */
final class OrderEntrySession {
    final Company company;
    final Connector connector;
    final Deliveries deliveries;
    final int maxRetries;
    /** Number that the next order of each district has at least, since this agent has read or written the one before. */
    private final AtomicIntegerArray nextOrders;

    OrderEntrySession(WorkloadContext<OrderEntryParameters> context) {
        OrderEntryParameters parameters = context.parameters();
        company = new Company(parameters.scale(), context.dataSeed());
        connector = new Connector(context.requiredSut());
        maxRetries = parameters.maxRetries();
        nextOrders = new AtomicIntegerArray(parameters.scale().districts());
        deliveries = new Deliveries(connector, company, parameters);
    }

    private static int place(Request request) {
        return (request.warehouse - 1) * Scale.DISTRICTS + request.district - 1;
    }

    int known(Request request) {
        return nextOrders.get(place(request));
    }

    void learn(Request request, int next) {
        nextOrders.accumulateAndGet(place(request), next, Math::max);
    }
}
