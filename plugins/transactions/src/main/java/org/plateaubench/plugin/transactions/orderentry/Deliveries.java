// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.transactions.database.Retries;
import org.plateaubench.plugin.transactions.database.UserConnection;
import org.plateaubench.plugin.transactions.database.WrongAnswer;
import org.plateaubench.plugin.transactions.orderentry.Transactions.Fate;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.spi.UserContext;

/**
 * The deliveries that users have queued, and the workers that carry them out, each over its own connection. A delivery is
 * recorded as an observed duration from its request to its commit. Any thread.
 */
final class Deliveries {
    static final String SERIES = "deferredDelivery";

    private static final Duration WAIT_AT_END = Duration.ofSeconds(1);
    private static final Duration AFTER_REFUSAL = Duration.ofMillis(200);
    private static final Outcome ABANDONED =
            Outcome.error(Outcome.TIMEOUT, "the delivery was not carried out before the end of the run");

    private final OrderEntrySession session;
    private final BlockingQueue<Delivery> queue = new LinkedBlockingQueue<>();
    private final List<Worker> workers = new ArrayList<>();

    Deliveries(OrderEntrySession session, int count) {
        this.session = session;
        for (int i = 0; i < count; i++) {
            workers.add(new Worker());
        }
        workers.forEach(worker -> worker.thread.start());
    }

    /** The deliveries that one user has queued. */
    final class OfUser {
        private final UserContext user;
        private final Measure.Tally tally;
        private int outstanding;

        OfUser(UserContext user, Measure.Tally tally) {
            this.user = user;
            this.tally = tally;
        }

        void queue(Request request) {
            tally.add(Measure.QUEUED, 1);
            synchronized (this) {
                outstanding++;
            }
            queue.add(new Delivery(this, request.warehouse, request.carrier, user.nanoTime()));
        }

        private void end(Delivery delivery, Outcome outcome) {
            user.observed(SERIES, delivery.queuedNanos, user.nanoTime(), outcome);
            synchronized (this) {
                outstanding--;
                notifyAll();
            }
        }

        /** Waits for the deliveries of this user; those that do not end soon are given up. */
        void close() throws InterruptedException {
            if (!isDoneWithin(WAIT_AT_END)) {
                workers.forEach(worker -> worker.giveUp(this));
                isDoneWithin(WAIT_AT_END);
            }
        }

        private synchronized boolean isDoneWithin(Duration limit) throws InterruptedException {
            long end = user.nanoTime() + limit.toNanos();
            for (long left = limit.toMillis(); outstanding > 0 && left > 0; ) {
                wait(left);
                left = TimeUnit.NANOSECONDS.toMillis(end - user.nanoTime());
            }
            return outstanding == 0;
        }
    }

    private record Delivery(OfUser by, int warehouse, int carrier, long queuedNanos) {}

    private final class Worker implements Runnable {
        private final UserConnection connection = new UserConnection(session.connector());
        private final Thread thread =
                Thread.ofPlatform().daemon().name("deferred-delivery").unstarted(this);
        private volatile @Nullable OfUser current;
        private @Nullable Transactions transactions;

        @Override
        public void run() {
            try {
                while (true) {
                    Delivery delivery = queue.take();
                    current = delivery.by;
                    Outcome outcome = deliver(delivery);
                    current = null;
                    delivery.by.end(delivery, outcome);
                    if (outcome.connectionLost()) {
                        transactions = null;
                        connection.drop();
                        Thread.sleep(AFTER_REFUSAL);
                    }
                }
            } catch (InterruptedException e) {
                // The session is closed.
            }
        }

        private Outcome deliver(Delivery delivery) throws InterruptedException {
            Measure.Tally tally = delivery.by.tally;
            try {
                Transactions open = transactions;
                if (open == null) {
                    Connection opened = connection.connect();
                    open = new Transactions(opened, session.company());
                    transactions = open;
                }
                Transactions prepared = open;
                tally.add(Measure.BEGUN, 1);
                try {
                    return count(
                            prepared,
                            tally,
                            session.retries()
                                    .run(
                                            prepared.connection(),
                                            tally.counter(Measure.RETRIES),
                                            delivery.queuedNanos,
                                            () -> prepared.deliver(delivery.warehouse, delivery.carrier)));
                } finally {
                    tally.add(Measure.ENDED, 1);
                }
            } catch (SQLException e) {
                return SqlFailure.of(e).outcome(e);
            } catch (WrongAnswer e) {
                return e.outcome();
            }
        }

        private static Outcome count(Transactions transactions, Measure.Tally tally, Fate fate) {
            if (fate == Fate.UNCERTAIN) {
                tally.add(Measure.UNCERTAIN_DELIVERED, transactions.delivered);
                return Retries.UNCERTAIN;
            }
            tally.add(Measure.DELIVERIES, 1);
            tally.add(Measure.DELIVERED, transactions.delivered);
            tally.add(Measure.SKIPPED, transactions.skipped);
            return Outcome.ok();
        }

        /** Ends the delivery of a user that is in progress, and takes the others from the queue. */
        void giveUp(OfUser user) {
            for (Delivery delivery : queue) {
                if (delivery.by == user && queue.remove(delivery)) {
                    user.end(delivery, ABANDONED);
                }
            }
            if (current == user) {
                connection.drop();
            }
        }
    }

    /** Ends the workers, once no user is left. */
    void close() throws InterruptedException {
        for (Worker worker : workers) {
            worker.thread.interrupt();
            worker.thread.join(WAIT_AT_END.toMillis());
            worker.connection.close();
        }
    }
}
