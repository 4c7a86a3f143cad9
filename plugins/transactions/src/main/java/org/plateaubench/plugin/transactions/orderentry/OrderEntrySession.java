// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.plateaubench.plugin.transactions.database.Client;
import org.plateaubench.plugin.transactions.database.Connector;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** The shared state of the users of one agent. Any thread. */
final class OrderEntrySession implements WorkloadSession {
    private final OrderEntryParameters parameters;
    final Company company;
    private final Connector connector;
    final Deliveries deliveries;
    /** Number that the next order of each district has at least, since this agent has read or written the one before. */
    private final AtomicIntegerArray nextOrders;

    OrderEntrySession(WorkloadContext<OrderEntryParameters> context) {
        parameters = context.parameters();
        company = new Company(parameters.scale(), context.dataSeed());
        connector = new Connector(context.requiredSut());
        nextOrders = new AtomicIntegerArray(parameters.scale().districts());
        deliveries = new Deliveries(this, parameters.deliveryWorkers());
    }

    Client client(Duration answerLimit) {
        return new Client(connector, parameters.maxRetries(), answerLimit);
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

    @Override
    public Driver driver(UserContext user) {
        return new OrderEntryDriver(this, user);
    }

    @Override
    public void close() throws InterruptedException {
        deliveries.close();
    }
}
