// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The registered levels of the declared gauges. Any thread registers, one thread reads. The suppliers of
 * levels are plugin code: a separate thread calls them, so that one that blocks delays no other thread.
 */
final class Gauges {
    /** The time in which all levels must be read; after it, all gauges are missing from the interval. */
    private static final long TIMEOUT_MILLIS = 500;

    /**
     * The registered levels. Each of 10,000 users may register one, so adding and removing must not depend on their
     * number.
     */
    private final Set<Level> levels = ConcurrentHashMap.newKeySet();

    private final Map<String, String> failures = new ConcurrentHashMap<>();
    private @Nullable FutureTask<Map<String, Double>> pending;

    /** Registers a level; the returned task removes it. */
    Runnable register(String name, LongSupplier supplier) {
        Level level = new Level(name, supplier);
        levels.add(level);
        return () -> levels.remove(level);
    }

    /**
     * The sums by gauge. A gauge is missing if one of its levels cannot be read, because part of a sum would look like
     * a low level. While an earlier reading is unfinished, all gauges are missing.
     */
    Map<String, Double> sums() {
        FutureTask<Map<String, Double>> before = pending;
        Iterator<Level> remaining = levels.iterator();
        if (!remaining.hasNext() || (before != null && !before.isDone())) {
            return Map.of();
        }
        FutureTask<Map<String, Double>> reading = new FutureTask<>(this::readLevels);
        pending = reading;
        Thread thread = Thread.ofPlatform().daemon().name("plateau-gauges").unstarted(reading);
        thread.setContextClassLoader(remaining.next().supplier.getClass().getClassLoader());
        thread.start();
        try {
            return reading.get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (TimeoutException e) {
            levels.forEach(level -> failures.putIfAbsent(
                    level.name, "not read within " + TIMEOUT_MILLIS + " ms; a gauge must not block"));
        } catch (ExecutionException e) {
            throw new IllegalStateException("readLevels() throws nothing", e);
        }
        return Map.of();
    }

    private Map<String, Double> readLevels() {
        Map<String, Double> sums = new HashMap<>();
        Set<String> failed = new HashSet<>();
        for (Level level : levels) {
            try {
                sums.merge(level.name, (double) level.supplier.getAsLong(), Double::sum);
            } catch (RuntimeException | Error e) {
                failed.add(level.name);
                failures.putIfAbsent(level.name, text(e));
            }
        }
        sums.keySet().removeAll(failed);
        return sums;
    }

    /** The text of a plugin's exception, or its class if the text cannot be read. */
    private static String text(Throwable thrown) {
        try {
            return String.valueOf(thrown.toString());
        } catch (RuntimeException | Error e) {
            return thrown.getClass().getName();
        }
    }

    /** The first cause of each missing gauge so far, by name. May be called on any thread. */
    Map<String, String> failures() {
        return Map.copyOf(failures);
    }

    /** A registered level. It is not a record, because registrations of the same level must stay distinct. */
    private static final class Level {
        private final String name;
        private final LongSupplier supplier;

        Level(String name, LongSupplier supplier) {
            this.name = name;
            this.supplier = supplier;
        }
    }
}
