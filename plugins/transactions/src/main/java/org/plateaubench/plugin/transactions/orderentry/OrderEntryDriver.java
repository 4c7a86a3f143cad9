// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.transactions.orderentry.Measure.Tally;
import org.plateaubench.plugin.transactions.orderentry.Transactions.Result;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.process.database.TransactionDriver;
import org.plateaubench.process.database.UserConnection;
import org.plateaubench.process.database.UserConnection.WrongAnswer;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.WorkloadContext;

/** One terminal with one connection. The input of a transaction is drawn before its measured time. */
final class OrderEntryDriver extends TransactionDriver<Transactions> {
    private static final Outcome UNUSED_ITEM = Outcome.declined("unused-item");
    private static final TransactionType[] TYPES = TransactionType.values();

    private final Session session;
    private final Tally tally;
    private final Deliveries.UserDeliveries deliveries;
    private final Request request;

    OrderEntryDriver(Session session, UserContext user) {
        super(session.connector, opened -> new Transactions(opened, session.company));
        this.session = session;
        tally = new Tally(user);
        deliveries = session.deliveries.new UserDeliveries(user, tally);
        request = new Request(session.company.scale(), session.company.seed());
    }

    @Override
    public void prepareOperation(OperationCall call) {
        request.draw(call, TYPES[call.operation()]);
    }

    @Override
    protected Outcome execute(Transactions transactions, OperationCall call) throws InterruptedException {
        TransactionType type = TYPES[call.operation()];
        if (type == TransactionType.DELIVERY) {
            deliveries.queue(request);
            return Outcome.ok();
        }
        boolean writes = type == TransactionType.NEW_ORDER || type == TransactionType.PAYMENT;
        tally.add(Measure.BEGUN, writes ? 1 : 0);
        try {
            int minNextOrder = session.minNextOrder(request);
            Result result = UserConnection.run(
                    transactions.connection(),
                    session.maxRetries,
                    tally.counter(Measure.RETRIES),
                    call.draws().key(),
                    () -> run(transactions, type, minNextOrder));
            return writes ? count(transactions, type, result) : Outcome.ok();
        } catch (WrongAnswer e) {
            return e.outcome();
        } catch (SQLException e) {
            return SqlFailure.of(e).outcome(e);
        } finally {
            tally.add(Measure.ENDED, writes ? 1 : 0);
        }
    }

    private Result run(Transactions transactions, TransactionType type, int minNextOrder)
            throws SQLException, WrongAnswer {
        return switch (type) {
            case NEW_ORDER -> transactions.newOrder(request, minNextOrder);
            case PAYMENT -> transactions.payment(request);
            case ORDER_STATUS -> transactions.orderStatus(request);
            case STOCK_LEVEL -> {
                session.updateNextOrder(request, transactions.stockLevel(request, minNextOrder));
                yield Result.COMMITTED;
            }
            case DELIVERY -> throw new IllegalStateException("deliveries are queued");
        };
    }

    private Outcome count(Transactions transactions, TransactionType type, Result result) {
        boolean isOrder = type == TransactionType.NEW_ORDER;
        switch (result) {
            case UNUSED_ITEM -> {
                tally.add(Measure.ROLLBACKS, 1);
                return UNUSED_ITEM;
            }
            case UNCERTAIN -> {
                tally.add(Measure.UNCERTAIN_ORDERS, isOrder ? 1 : 0);
                tally.add(Measure.UNCERTAIN_LINES, isOrder ? request.lineCount : 0);
                tally.add(Measure.UNCERTAIN_UNITS, isOrder ? request.units() : 0);
                tally.add(Measure.UNCERTAIN_PAYMENTS, isOrder ? 0 : 1);
                tally.add(Measure.UNCERTAIN_PAID, isOrder ? 0 : request.amount);
                return UserConnection.UNCERTAIN;
            }
            case COMMITTED -> {
                if (isOrder) {
                    countOrder(transactions.order);
                } else {
                    countPayment();
                }
            }
        }
        return Outcome.ok();
    }

    private void countOrder(int number) {
        tally.acknowledge(request, number);
        session.updateNextOrder(request, number + 1);
        tally.add(Measure.ORDERS, 1);
        tally.add(Measure.LINES, request.lineCount);
        tally.add(Measure.REMOTE_LINES, request.remoteLines());
        tally.add(Measure.UNITS, request.units());
    }

    private void countPayment() {
        tally.add(Measure.PAYMENTS, 1);
        tally.add(Measure.PAID, request.amount);
    }

    @Override
    public void close() throws InterruptedException {
        deliveries.close();
        super.close();
    }

    /** The shared state of the users of one agent. Thread-safe. */
    static final class Session {
        final Company company;
        final Connector connector;
        final Deliveries deliveries;
        final int maxRetries;
        /** Lower bound of each district's next order number, from what this agent has read or written. */
        private final AtomicIntegerArray nextOrders;

        Session(WorkloadContext<OrderEntryParameters> context) {
            OrderEntryParameters parameters = context.parameters();
            company = new Company(parameters.scale(), context.dataSeed());
            connector = new Connector(context.requiredSut());
            maxRetries = parameters.maxRetries();
            nextOrders = new AtomicIntegerArray(parameters.scale().districts());
            deliveries = new Deliveries(connector, company, parameters);
        }

        private static int index(Request request) {
            return (request.warehouse - 1) * Scale.DISTRICTS + request.district - 1;
        }

        int minNextOrder(Request request) {
            return nextOrders.get(index(request));
        }

        void updateNextOrder(Request request, int next) {
            nextOrders.accumulateAndGet(index(request), next, Math::max);
        }
    }
}
