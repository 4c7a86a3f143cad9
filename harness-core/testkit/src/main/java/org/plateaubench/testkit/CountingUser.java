// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.plateaubench.api.Outcome;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.spi.UserContext;

/**
 * A user for tests of a driver without a run. It sums the driver's counters, treats every name as declared, and refuses
 * everything except counters unless a subclass overrides the method. Thread-safe.
 */
public class CountingUser implements UserContext {
    private final int user;
    private final Map<String, Long> sums = new ConcurrentHashMap<>();

    /** Creates the user with the given number, from 0. */
    public CountingUser(int user) {
        this.user = user;
    }

    /** The sum of a counter; 0 for one that was never used. */
    public final long counted(String counter) {
        return sums.getOrDefault(counter, 0L);
    }

    @Override
    public final int user() {
        return user;
    }

    @Override
    public Counter counter(String name) {
        return amount -> sums.merge(name, amount, Long::sum);
    }

    @Override
    public void gauge(String name, LongSupplier level) {
        throw new UnsupportedOperationException("gauge " + name);
    }

    @Override
    public void observed(String series, long startNanos, long endNanos, Outcome outcome) {
        throw new UnsupportedOperationException("series " + series);
    }

    @Override
    public void background(String name, BackgroundTask task) {
        throw new UnsupportedOperationException("background task " + name);
    }

    @Override
    public long nanoTime() {
        return SystemClock.instance().nanoTime();
    }
}
