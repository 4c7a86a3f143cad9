// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.olio.model.OlioMeasure;
import org.plateaubench.spi.UserContext;

/** A user of a test, and what was counted for it. */
public final class TestUser implements UserContext {
    private final int user;
    private final Map<String, Long> counted = new ConcurrentHashMap<>();

    /** With a number from 0. */
    public TestUser(int user) {
        this.user = user;
    }

    /** What was counted so far. */
    public long counted(OlioMeasure measure) {
        return counted(measure.title());
    }

    /** What was counted so far. */
    public long counted(String measure) {
        return counted.getOrDefault(measure, 0L);
    }

    @Override
    public int user() {
        return user;
    }

    @Override
    public Counter counter(String name) {
        return amount -> counted.merge(name, amount, Long::sum);
    }

    @Override
    public void gauge(String name, LongSupplier level) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void observed(String series, long startNanos, long endNanos, Outcome outcome) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void background(String name, BackgroundTask task) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }
}
