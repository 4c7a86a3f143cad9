// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The distinct errors of one workload, with their counts and times. Their number is bounded. The first {@value
 * #MESSAGES} distinct messages are kept. Further errors are counted under the message {@link #OTHER} by operation and
 * class, for {@value #CLASSES} such pairs, and then only by operation. Thread-safe.
 */
public final class DistinctErrors {
    public static final String OTHER = "(other)";
    /**
     * Operation and class of a failed attempt to connect, which is not an operation and not included in counts of
     * operations.
     */
    public static final String CONNECT = "connect";
    /** Class of an exception or outcome that a plugin must not return, which is not a fault of the SUT. */
    public static final String PLUGIN_FAULT = "plugin-fault";

    public static final int MESSAGES = 200;
    public static final int CLASSES = 100;
    public static final int MESSAGE_CHARACTERS = 300;

    private final ConcurrentMap<Key, Tally> tallies = new ConcurrentHashMap<>();
    private final AtomicInteger messages = new AtomicInteger();
    private final AtomicInteger classes = new AtomicInteger();

    /** A distinct error, with its count and times since the start of the run. */
    public record Entry(
            String operation, String errorClass, String message, long count, long firstNanos, long lastNanos) {}

    public void record(String operation, String errorClass, String message, long atNanos) {
        tally(operation, errorClass, truncated(message)).add(atNanos);
    }

    /** Everything so far, in the order of first appearance. */
    public List<Entry> entries() {
        List<Entry> entries = new ArrayList<>(tallies.size());
        tallies.forEach((key, tally) -> {
            // A tally that has just been created may not have counted anything.
            long count = tally.count.sum();
            if (count > 0) {
                entries.add(new Entry(
                        key.operation, key.errorClass, key.message, count, tally.first.get(), tally.last.get()));
            }
        });
        entries.sort(Comparator.comparingLong(Entry::firstNanos));
        return entries;
    }

    private Tally tally(String operation, String errorClass, String message) {
        Tally exact = find(new Key(operation, errorClass, message), messages, MESSAGES);
        if (exact != null) {
            return exact;
        }
        Tally ofClass = find(new Key(operation, errorClass, OTHER), classes, CLASSES);
        if (ofClass != null) {
            return ofClass;
        }
        return tallies.computeIfAbsent(new Key(operation, OTHER, OTHER), key -> new Tally());
    }

    private @Nullable Tally find(Key key, AtomicInteger used, int limit) {
        Tally known = tallies.get(key);
        if (known != null || used.get() >= limit) {
            return known;
        }
        Tally fresh = new Tally();
        Tally earlier = tallies.putIfAbsent(key, fresh);
        if (earlier != null) {
            return earlier;
        }
        used.incrementAndGet();
        return fresh;
    }

    private static String truncated(String message) {
        return message.length() <= MESSAGE_CHARACTERS ? message : message.substring(0, MESSAGE_CHARACTERS);
    }

    private record Key(String operation, String errorClass, String message) {}

    private static final class Tally {
        private final LongAdder count = new LongAdder();
        private final AtomicLong first = new AtomicLong(Long.MAX_VALUE);
        private final AtomicLong last = new AtomicLong(Long.MIN_VALUE);

        void add(long atNanos) {
            if (atNanos < first.get()) {
                first.accumulateAndGet(atNanos, Math::min);
            }
            if (atNanos > last.get()) {
                last.accumulateAndGet(atNanos, Math::max);
            }
            count.increment();
        }
    }
}
