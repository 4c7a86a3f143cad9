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
import org.plateaubench.plugin.transactions.orderentry.Transactions.Result;
import org.plateaubench.process.database.Connector;
import org.plateaubench.process.database.SqlFailure;
import org.plateaubench.process.database.UserConnection;
import org.plateaubench.process.database.UserConnection.WrongAnswer;
import org.plateaubench.spi.UserContext;

/**
 * The deliveries that users have queued, and the workers that execute them, each with its own connection. A delivery is
 * recorded as an observed duration, from its request to its commit. Thread-safe.
 */
final class Deliveries {
    static final String SERIES = "deferredDelivery";

    private static final Duration WAIT_AT_END = Duration.ofSeconds(1);
    /** The timeouts of operations do not apply to deliveries. */
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(200);
    private static final Outcome NOT_CARRIED_OUT =
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

    private record Delivery(UserDeliveries owner, int warehouse, int carrier, long queuedNanos) {}

    final class UserDeliveries {
        private final UserContext user;
        private final Tally tally;
        private volatile boolean isAbandoned;
        private int outstanding;

        UserDeliveries(UserContext user, Tally tally) {
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

        /** Waits for the deliveries of this user, and abandons those that do not end soon. */
        void close() throws InterruptedException {
            await();
            isAbandoned = true;
            for (Delivery delivery : queue) {
                if (delivery.owner == this && queue.remove(delivery)) {
                    end(delivery, NOT_CARRIED_OUT);
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
                Thread.ofPlatform().daemon().name("deferred-delivery").unstarted(this::run);
        private volatile @Nullable UserDeliveries current;
        private final UserConnection client = new UserConnection(() -> connector.begin(ANSWER_TIMEOUT));
        private @Nullable Transactions transactions;

        private void run() {
            try {
                while (true) {
                    Delivery delivery = queue.take();
                    current = delivery.owner;
                    Outcome outcome = deliver(delivery, delivery.owner.tally);
                    current = null;
                    // The connection of an abandoned delivery was closed here and not by the server.
                    delivery.owner.end(
                            delivery,
                            outcome.connectionLost() && delivery.owner.isAbandoned ? NOT_CARRIED_OUT : outcome);
                    if (outcome.connectionLost()) {
                        transactions = null;
                        Thread.sleep(RECONNECT_PAUSE);
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
                Transactions connected = open;
                tally.add(Measure.BEGUN, 1);
                try {
                    Result result = UserConnection.run(
                            connected.connection(),
                            maxRetries,
                            tally.counter(Measure.RETRIES),
                            delivery.queuedNanos,
                            () -> connected.deliver(delivery.warehouse, delivery.carrier));
                    return count(tally, connected, result);
                } finally {
                    tally.add(Measure.ENDED, 1);
                }
            } catch (SQLException e) {
                return SqlFailure.of(e).outcome(e);
            } catch (WrongAnswer e) {
                return e.outcome();
            }
        }

        private static Outcome count(Tally tally, Transactions done, Result result) {
            if (result == Result.UNCERTAIN) {
                tally.add(Measure.UNCERTAIN_DELIVERED, done.delivered);
                return UserConnection.UNCERTAIN;
            }
            tally.add(Measure.DELIVERIES, 1);
            tally.add(Measure.ORDERS_DELIVERED, done.delivered);
            return Outcome.ok();
        }
    }
}
