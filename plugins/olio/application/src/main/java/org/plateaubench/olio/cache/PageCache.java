// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.cache;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A bounded number of pages or parts of pages, each for a limited time; what was used longest ago gives way. Any thread.
 *
 * @param <V> what is kept; immutable
 */
public final class PageCache<V> {
    private static final float LOAD_FACTOR = 0.75f;

    private final int atMost;
    private final Duration lifetime;
    private final InstantSource clock;
    private final Map<String, Entry<V>> entries = new LinkedHashMap<>(16, LOAD_FACTOR, true);
    private long generation;

    /** With at most so many entries; none are kept when that is 0. */
    public PageCache(int atMost, Duration lifetime, InstantSource clock) {
        this.atMost = atMost;
        this.lifetime = lifetime;
        this.clock = clock;
    }

    /** Gives what is kept under the key, or else makes it and keeps it. */
    public V of(String key, Supplier<Made<V>> maker) {
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

    /** What has been kept up to now is no longer true, nor is what is being made at this moment. */
    public synchronized void invalidate() {
        generation++;
        entries.clear();
    }

    /** Entries at this moment. */
    public synchronized int size() {
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
     * Something to keep.
     *
     * @param until when it stops being true by itself; null for never
     */
    public record Made<V>(V value, @Nullable Instant until) {}

    private record Entry<V>(V value, Instant until) {}
}
