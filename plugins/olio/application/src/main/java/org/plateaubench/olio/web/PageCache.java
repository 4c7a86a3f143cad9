// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.web;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bounded number of pages or parts of pages, each for a limited time; the least recently used is evicted. Any thread.
 *
 * @param <V> type of the entries; immutable
 */
final class PageCache<V> {
    private static final float LOAD_FACTOR = 0.75f;

    private final int atMost;
    private final Duration lifetime;
    private final InstantSource clock;
    private final Map<String, Entry<V>> entries = new LinkedHashMap<>(16, LOAD_FACTOR, true);
    private long generation;

    /** Creates a cache with a largest number of entries; with 0 it keeps none. */
    PageCache(int atMost, Duration lifetime, InstantSource clock) {
        this.atMost = atMost;
        this.lifetime = lifetime;
        this.clock = clock;
    }

    /** Returns the entry of the key, or makes and stores it. */
    V of(String key, Supplier<Made<V>> maker) {
        Instant now = clock.instant();
        long before;
        synchronized (this) {
            Entry<V> kept = entries.get(key);
            if (kept != null && now.isBefore(kept.until)) {
                return kept.value;
            }
            before = generation;
        }
        Made<V> made = maker.get();
        Instant until = now.plus(lifetime);
        keep(
                key,
                new Entry<>(made.value, made.until != null && made.until.isBefore(until) ? made.until : until),
                before);
        return made.value;
    }

    /** Invalidates all entries, including those being made at this moment. */
    synchronized void invalidate() {
        generation++;
        entries.clear();
    }

    /** Returns the present number of entries. */
    synchronized int size() {
        return entries.size();
    }

    private synchronized void keep(String key, Entry<V> entry, long madeIn) {
        if (madeIn != generation) {
            return;
        }
        entries.put(key, entry);
        if (entries.size() > atMost) {
            entries.remove(entries.keySet().iterator().next());
        }
    }

    /**
     * A value to store.
     *
     * @param until when it expires by itself; null for never
     */
    record Made<V>(V value, @Nullable Instant until) {}

    private record Entry<V>(V value, Instant until) {}
}
