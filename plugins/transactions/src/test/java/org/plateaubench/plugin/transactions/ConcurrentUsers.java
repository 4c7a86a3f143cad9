// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.transactions;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.api.SutAddress;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.Driver;
import org.plateaubench.spi.SentTotals;
import org.plateaubench.spi.Workload;
import org.plateaubench.spi.WorkloadSession;
import org.plateaubench.testkit.CountingUser;
import org.plateaubench.testkit.Deadline;
import org.plateaubench.testkit.SingleCall;

/** Users that run the operations of a workload in turn and reconnect if necessary, until the test ends them. */
final class ConcurrentUsers<P extends Record> extends CountingUser {
    private static final int USERS = 4;

    private final WorkloadSession session;
    private final WorkloadDefinition definition;
    private final List<Driver> drivers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Map<String, AtomicLong> outcomes = new ConcurrentHashMap<>();
    private final Set<String> errors = ConcurrentHashMap.newKeySet();
    private final Set<Long> stored = new HashSet<>();
    private final Set<Long> removed = new HashSet<>();
    private volatile boolean isStopped;

    ConcurrentUsers(Workload<P> workload, P parameters, SutAddress sut) throws Exception {
        super(0);
        session = workload.open(TestDatabase.context(workload, parameters, sut));
        definition = workload.define(parameters);
        for (int i = 0; i < USERS; i++) {
            int sequence = i;
            Driver driver = session.driver(this);
            drivers.add(driver);
            threads.add(Thread.ofPlatform().daemon().start(() -> drive(driver, sequence)));
        }
    }

    private record Call(int sequence, long unitNumber, int operation) implements SingleCall {
        @Override
        public Draws draws() {
            return Draws.of(KeyedRandom.key(KeyedRandom.key(7, sequence), unitNumber));
        }
    }

    private void drive(Driver driver, int sequence) {
        boolean isConnected = false;
        for (long unit = 0; !isStopped; unit++) {
            try {
                if (!isConnected) {
                    driver.connect();
                    isConnected = true;
                }
                int operation = (int) (unit % definition.operations().size());
                Call call = new Call(sequence, unit, operation);
                driver.prepareOperation(call);
                Outcome outcome = driver.execute(call);
                count(definition.operations().get(operation).name(), outcome);
                isConnected = !outcome.connectionLost();
            } catch (Exception e) {
                errors.add(String.valueOf(e.getMessage()).replaceFirst(":.*", ""));
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
            }
        }
    }

    private void count(String operation, Outcome outcome) {
        outcomes.computeIfAbsent(operation + outcome.kind(), any -> new AtomicLong())
                .incrementAndGet();
        if (outcome.kind() == OutcomeKind.ERROR) {
            errors.add(outcome.reason());
        }
    }

    /** Returns the classes of all errors, including those of connecting. */
    Set<String> errors() {
        return errors;
    }

    /** Waits until each operation has succeeded some more times. */
    void awaitMore() throws Exception {
        for (var operation : definition.operations()) {
            long before = operations(operation.name(), OutcomeKind.OK);
            Deadline.until(
                    operation.name() + " succeeds",
                    () -> operations(operation.name(), OutcomeKind.OK) >= before + 2 * USERS);
        }
    }

    /** Makes every call return, as the harness does after a timeout. */
    void abort() {
        drivers.forEach(Driver::abort);
    }

    long operations(String operation, OutcomeKind kind) {
        AtomicLong count = outcomes.get(operation + kind);
        return count == null ? 0 : count.get();
    }

    @Override
    public void observed(String series, long startNanos, long endNanos, Outcome outcome) {
        // Deliveries that remain at the end are not errors.
        if (!outcome.reason().equals(Outcome.TIMEOUT)) {
            count(series, outcome);
        }
    }

    @Override
    public Acknowledged acknowledged(String kind) {
        return new Acknowledged() {
            @Override
            public void stored(long identity) {
                synchronized (stored) {
                    stored.add(identity);
                }
            }

            @Override
            public void removed(long identity) {
                synchronized (stored) {
                    removed.add(identity);
                }
            }
        };
    }

    /** Returns what was sent. Each workload of the test has one kind of acknowledged objects. */
    SentTotals totals() {
        Set<Long> remaining = new HashSet<>(stored);
        remaining.removeAll(removed);
        return new SentTotals() {
            @Override
            public long operations(String operation, OutcomeKind kind) {
                return ConcurrentUsers.this.operations(operation, kind);
            }

            @Override
            public long counter(String counter) {
                return counted(counter);
            }

            @Override
            public Acknowledged.Sample acknowledged(String kind) {
                return new Acknowledged.Sample(remaining, 1);
            }
        };
    }

    /** Ends the users. */
    void end() throws Exception {
        isStopped = true;
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(30));
            if (thread.isAlive()) {
                throw new AssertionError("a user does not end");
            }
        }
        for (Driver driver : drivers) {
            driver.close();
        }
        session.close();
    }
}
