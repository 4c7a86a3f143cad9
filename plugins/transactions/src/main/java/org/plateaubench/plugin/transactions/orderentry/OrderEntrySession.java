// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.transactions.database.Connector;
import org.plateaubench.plugin.transactions.orderentry.Transactions.WrongAnswer;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;
import org.plateaubench.spi.WorkloadSession;

/** The shared state of the users of one agent. Any thread. */
final class OrderEntrySession implements WorkloadSession {
    private static final int MOST_PAUSE_MILLIS = 50;

    private final OrderEntryParameters parameters;
    private final Company company;
    private final Connector connector;
    private final Deliveries deliveries;
    /** Number that the next order of each district has at least, since this agent has read or written the one before. */
    private final AtomicIntegerArray nextOrders;

    OrderEntrySession(WorkloadContext<OrderEntryParameters> context) {
        parameters = context.parameters();
        company = new Company(parameters.scale(), context.dataSeed());
        connector = new Connector(context.requiredSut());
        nextOrders = new AtomicIntegerArray(parameters.scale().districts());
        deliveries = new Deliveries(this, parameters.deliveryWorkers());
    }

    Company company() {
        return company;
    }

    Connector connector() {
        return connector;
    }

    Deliveries deliveries() {
        return deliveries;
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

    /** A transaction that can be tried again. */
    @FunctionalInterface
    interface Transaction<T> {
        T run() throws SQLException, WrongAnswer;
    }

    /** Runs a transaction, again if it lost a deadlock or waited too long for a lock. What fails is rolled back. */
    <T> T retrying(Transactions transactions, Measure.Tally tally, long key, Transaction<T> transaction)
            throws SQLException, WrongAnswer, InterruptedException {
        int failures = 0;
        while (true) {
            try {
                return transaction.run();
            } catch (WrongAnswer e) {
                transactions.rollback();
                throw e;
            } catch (SQLException e) {
                failures++;
                SqlFailure failure = SqlFailure.of(e);
                if (failure != SqlFailure.CONNECTION_LOST) {
                    transactions.rollback();
                }
                if (!failure.isRetryable() || failures > parameters.maxRetries()) {
                    throw e;
                }
            }
            tally.add(Measure.RETRIES, 1);
            double part = KeyedRandom.toUnit(KeyedRandom.bits(key, failures, 0));
            Thread.sleep(1 + (long) (part * MOST_PAUSE_MILLIS));
        }
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
