// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.transactions.database.Retries;
import org.plateaubench.plugin.transactions.database.UserConnection;
import org.plateaubench.plugin.transactions.database.WrongAnswer;
import org.plateaubench.plugin.transactions.orderentry.Measure.Tally;
import org.plateaubench.plugin.transactions.orderentry.Transactions.Fate;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** One terminal with one connection. The input of a transaction is drawn before its time begins. */
final class OrderEntryDriver implements Driver {
    private static final Outcome UNUSED_ITEM = Outcome.declined("unused-item");
    private static final Step[] STEPS = Step.values();

    private final OrderEntrySession session;
    private final Tally tally;
    private final Deliveries.OfUser deliveries;
    private final UserConnection connection;
    private final Request request;
    private @Nullable Transactions transactions;

    OrderEntryDriver(OrderEntrySession session, UserContext user) {
        this.session = session;
        tally = new Tally(user);
        deliveries = session.deliveries().new OfUser(user, tally);
        connection = new UserConnection(session.connector());
        request = new Request(session.company().scale(), session.company().seed());
    }

    @Override
    public void connect() throws SQLException, InterruptedException {
        transactions = null;
        transactions = new Transactions(connection.connect(), session.company());
    }

    @Override
    public void prepareOperation(OperationCall call) {
        request.draw(call, STEPS[call.operation()]);
    }

    @Override
    public Outcome execute(OperationCall call) throws InterruptedException {
        Transactions open = transactions;
        if (open == null) {
            return Outcome.connectionLost("not-connected", "there is no connection");
        }
        try {
            switch (STEPS[call.operation()]) {
                case NEW_ORDER -> {
                    return newOrder(open, call);
                }
                case PAYMENT -> {
                    return payment(open, call);
                }
                case ORDER_STATUS ->
                    retrying(open, call, () -> {
                        open.orderStatus(request);
                        return Fate.COMMITTED;
                    });
                case DELIVERY -> deliveries.queue(request);
                case STOCK_LEVEL -> {
                    int known = session.known(request);
                    session.learn(request, retrying(open, call, () -> open.stockLevel(request, known)));
                }
            }
            return Outcome.ok();
        } catch (WrongAnswer e) {
            return e.outcome();
        } catch (SQLException e) {
            return SqlFailure.of(e).outcome(e);
        }
    }

    private <T> T retrying(Transactions open, OperationCall call, Retries.Transaction<T> transaction)
            throws SQLException, WrongAnswer, InterruptedException {
        return session.retries()
                .run(
                        open.connection(),
                        tally.counter(Measure.RETRIES),
                        call.draws().key(),
                        transaction);
    }

    private Outcome newOrder(Transactions open, OperationCall call)
            throws SQLException, WrongAnswer, InterruptedException {
        int known = session.known(request);
        tally.add(Measure.BEGUN, 1);
        try {
            Fate fate = retrying(open, call, () -> open.newOrder(request, known));
            switch (fate) {
                case UNUSED_ITEM -> {
                    tally.add(Measure.ROLLBACKS, 1);
                    return UNUSED_ITEM;
                }
                case UNCERTAIN -> {
                    tally.add(Measure.UNCERTAIN_ORDERS, 1);
                    tally.add(Measure.UNCERTAIN_LINES, request.lineCount);
                    tally.add(Measure.UNCERTAIN_UNITS, request.units());
                    return Retries.UNCERTAIN;
                }
                case COMMITTED -> {
                    tally.hold(request, open.order);
                    session.learn(request, open.order + 1);
                    tally.add(Measure.ORDERS, 1);
                    tally.add(Measure.LINES, request.lineCount);
                    tally.add(Measure.REMOTE_LINES, request.remoteLines());
                    tally.add(Measure.UNITS, request.units());
                }
            }
            return Outcome.ok();
        } finally {
            tally.add(Measure.ENDED, 1);
        }
    }

    private Outcome payment(Transactions open, OperationCall call)
            throws SQLException, WrongAnswer, InterruptedException {
        tally.add(Measure.BEGUN, 1);
        try {
            Fate fate = retrying(open, call, () -> open.payment(request));
            if (fate == Fate.UNCERTAIN) {
                tally.add(Measure.UNCERTAIN_PAYMENTS, 1);
                tally.add(Measure.UNCERTAIN_PAID, request.amount);
                return Retries.UNCERTAIN;
            }
            tally.add(Measure.PAYMENTS, 1);
            tally.add(Measure.PAID, request.amount);
            tally.add(Measure.PAYMENTS_BY_NAME, request.customer == 0 ? 1 : 0);
            tally.add(Measure.REMOTE_PAYMENTS, request.customerWarehouse == request.warehouse ? 0 : 1);
            return Outcome.ok();
        } finally {
            tally.add(Measure.ENDED, 1);
        }
    }

    @Override
    public void abort() {
        connection.drop();
    }

    @Override
    public void close() throws InterruptedException {
        deliveries.close();
        connection.close();
    }
}
