// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions.orderentry;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.transactions.orderentry.Measure.Tally;
import org.plateaubench.plugin.transactions.orderentry.Transactions.Fate;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.process.database.UserConnection;
import org.plateaubench.process.database.UserConnection.WrongAnswer;
import org.plateaubench.spi.UserContext;

/**
 * The deliveries that users have queued, and the workers that carry them out, each over its own connection. A delivery
 * is recorded as an observed duration, from its request to its commit. Thread-safe.
 */
final class Deliveries {
    static final String SERIES = "deferredDelivery";

    private static final Duration WAIT_AT_END = Duration.ofSeconds(1);
    /** No timeout of an operation ends a delivery. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration AFTER_LOSS = Duration.ofMillis(200);
    private static final Outcome GIVEN_UP =
            Outcome.error(Outcome.TIMEOUT, "the delivery was not carried out before the end of the run");

    private final Connector connector;
    private final Company company;
    private final int maxRetries;
    private final BlockingQueue<Delivery> queue = new LinkedBlockingQueue<>();
    private final List<Worker> workers = new ArrayList<>();

    Deliveries(Connector connector, Company company, OrderEntryParameters parameters) {
        this.connector = connector;
        this.company = company;
        maxRetries = parameters.maxRetries();
        for (int i = 0; i < parameters.deliveryWorkers(); i++) {
            workers.add(new Worker());
        }
        workers.forEach(worker -> worker.thread.start());
    }

    void close() throws InterruptedException {
        for (Worker worker : workers) {
            worker.thread.interrupt();
            worker.client.drop();
            worker.thread.join(WAIT_AT_END.toMillis());
        }
    }

    private record Delivery(OfUser by, int warehouse, int carrier, long queuedNanos) {}

    final class OfUser {
        private final UserContext user;
        private final Tally tally;
        private volatile boolean isGivenUp;
        private int outstanding;

        OfUser(UserContext user, Tally tally) {
            this.user = user;
            this.tally = tally;
        }

        synchronized void queue(Request request) {
            tally.add(Measure.QUEUED, 1);
            outstanding++;
            queue.add(new Delivery(this, request.warehouse, request.carrier, user.nanoTime()));
        }

        private synchronized void end(Delivery delivery, Outcome outcome) {
            user.observed(SERIES, delivery.queuedNanos, user.nanoTime(), outcome);
            outstanding--;
            notifyAll();
        }

        /** Waits for the deliveries of this user; those that do not end soon are abandoned. */
        void close() throws InterruptedException {
            await();
            isGivenUp = true;
            for (Delivery delivery : queue) {
                if (delivery.by == this && queue.remove(delivery)) {
                    end(delivery, GIVEN_UP);
                }
            }
            workers.stream().filter(worker -> worker.current == this).forEach(worker -> worker.client.drop());
            await();
        }

        private synchronized void await() throws InterruptedException {
            long end = user.nanoTime() + WAIT_AT_END.toNanos();
            while (outstanding > 0 && user.nanoTime() < end) {
                wait(WAIT_AT_END.toMillis());
            }
        }
    }

    private final class Worker {
        private final Thread thread =
                Thread.ofPlatform().daemon().name("deferred-delivery").unstarted(this::work);
        private volatile @Nullable OfUser current;
        private final UserConnection client = new UserConnection(() -> connector.begin(ANSWER_TIMEOUT));
        private @Nullable Transactions transactions;

        private void work() {
            try {
                while (true) {
                    Delivery delivery = queue.take();
                    current = delivery.by;
                    Outcome outcome = deliver(delivery, delivery.by.tally);
                    current = null;
                    // The server did not end the connection of an abandoned delivery.
                    delivery.by.end(delivery, outcome.connectionLost() && delivery.by.isGivenUp ? GIVEN_UP : outcome);
                    if (outcome.connectionLost()) {
                        transactions = null;
                        Thread.sleep(AFTER_LOSS);
                    }
                }
            } catch (InterruptedException e) {
                client.drop();
            }
        }

        private Outcome deliver(Delivery delivery, Tally tally) throws InterruptedException {
            Transactions open = transactions;
            try {
                if (open == null) {
                    open = client.connect(opened -> new Transactions(opened, company));
                    transactions = open;
                }
                Transactions ready = open;
                tally.add(Measure.BEGUN, 1);
                try {
                    Fate fate = UserConnection.run(
                            ready.connection(),
                            maxRetries,
                            tally.counter(Measure.RETRIES),
                            delivery.queuedNanos,
                            () -> ready.deliver(delivery.warehouse, delivery.carrier));
                    return count(tally, ready, fate);
                } finally {
                    tally.add(Measure.ENDED, 1);
                }
            } catch (SQLException e) {
                return SqlFailure.of(e).outcome(e);
            } catch (WrongAnswer e) {
                return e.outcome();
            }
        }

        private static Outcome count(Tally tally, Transactions done, Fate fate) {
            if (fate == Fate.UNCERTAIN) {
                tally.add(Measure.UNCERTAIN_DELIVERED, done.delivered);
                return UserConnection.UNCERTAIN;
            }
            tally.add(Measure.DELIVERIES, 1);
            tally.add(Measure.DELIVERED, done.delivered);
            return Outcome.ok();
        }
    }
}
