// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLongArray;
import org.plateaubench.spi.Acknowledged;

/** Samples the items that the SUT acknowledged as stored in one workload, by kind. Thread-safe. */
public final class AcknowledgedItems {
    /** The greatest number of kinds of one workload; further kinds are ignored. */
    static final int MAX_KINDS = 8;

    private final ConcurrentMap<String, Sampled> kinds = new ConcurrentHashMap<>();

    public record Collected(IdentitySample held, IdentitySample released) {
        /**
         * The combined identities of two agents; the agent that removes an item need not be the one that created it.
         */
        public Collected plus(Collected other) {
            return new Collected(held.plus(other.held), released.plus(other.released));
        }

        /** The items that must be present. */
        public Acknowledged.Sample sample() {
            long mask = held.mask() | released.mask();
            Set<Long> identities = new HashSet<>();
            for (long hash : held.hashes()) {
                if ((hash & mask) == 0 && !released.hashes().contains(hash)) {
                    identities.add(SampledIdentities.identity(hash));
                }
            }
            return new Acknowledged.Sample(identities, 1.0 / (mask + 1));
        }
    }

    private static final class Sampled implements Acknowledged {
        private final SampledIdentities held = new SampledIdentities();
        private final SampledIdentities released = new SampledIdentities();

        @Override
        public void stored(long identity) {
            held.add(identity);
        }

        @Override
        public void removed(long identity) {
            released.add(identity);
        }
    }

    public Acknowledged of(String kind) {
        Sampled known = kinds.get(kind);
        if (known != null) {
            return known;
        }
        return kinds.size() >= MAX_KINDS ? Acknowledged.IGNORED : kinds.computeIfAbsent(kind, name -> new Sampled());
    }

    /** Everything collected so far, by kind. */
    public Map<String, Collected> collected() {
        Map<String, Collected> collected = new HashMap<>();
        kinds.forEach((kind, sampled) ->
                collected.put(kind, new Collected(sampled.held.sample(), sampled.released.sample())));
        return collected;
    }

    /**
     * A set of distinct numbers. If there are many, only about a half, a quarter, an eighth, ... of them are kept,
     * chosen by a hash, so that two sets keep the same numbers. At most {@value #MAX_KEPT} are kept. Thread-safe; a
     * number that is present or not kept needs neither a lock nor memory.
     */
    static final class SampledIdentities {
        static final int MAX_KEPT = 1024;

        private static final int SLOTS = 4 * MAX_KEPT;
        private static final long EMPTY = 0;
        /** A constant that is added first, so that no number in practical use has the hash 0. */
        private static final long OFFSET = 0x9e3779b97f4a7c15L;

        private volatile HashSample kept = new HashSample(0);
        /** The mask of the kept hashes, or an earlier one; most numbers need no further check. */
        private volatile long mask;

        /** Hashes with open addressing; written only under the lock of the set. */
        private static final class HashSample {
            private final long mask;

            private final AtomicLongArray slots = new AtomicLongArray(SLOTS);
            private int count;

            HashSample(long mask) {
                this.mask = mask;
            }

            boolean contains(long hash) {
                for (int slot = slot(hash); ; slot = (slot + 1) % SLOTS) {
                    long found = slots.get(slot);
                    if (found == hash || found == EMPTY) {
                        return found == hash;
                    }
                }
            }

            void put(long hash) {
                int slot = slot(hash);
                while (slots.get(slot) != EMPTY) {
                    slot = (slot + 1) % SLOTS;
                }
                slots.set(slot, hash);
                count++;
            }

            private static int slot(long hash) {
                // The low bits are those that all hashes share.
                return (int) (hash >>> 32) & (SLOTS - 1);
            }

            HashSample thinned() {
                HashSample thinner = new HashSample(2 * mask + 1);
                for (int i = 0; i < SLOTS; i++) {
                    long hash = slots.get(i);
                    if (hash != EMPTY && (hash & thinner.mask) == 0) {
                        thinner.put(hash);
                    }
                }
                return thinner;
            }
        }

        void add(long identity) {
            long hash = hash(identity);
            if ((hash & mask) == 0 && hash != EMPTY && !kept.contains(hash)) {
                insert(hash);
            }
        }

        private synchronized void insert(long hash) {
            HashSample current = kept;
            if ((hash & current.mask) != 0 || current.contains(hash)) {
                return;
            }
            current.put(hash);
            while (current.count > MAX_KEPT) {
                current = current.thinned();
            }
            kept = current;
            mask = current.mask;
        }

        synchronized IdentitySample sample() {
            Set<Long> hashes = new HashSet<>();
            for (int i = 0; i < SLOTS; i++) {
                long hash = kept.slots.get(i);
                if (hash != EMPTY) {
                    hashes.add(hash);
                }
            }
            return new IdentitySample(kept.mask, hashes);
        }

        /** The finalizer of SplitMix64. It is invertible, so the number can be computed from the hash. */
        static long hash(long identity) {
            long moved = identity + OFFSET;
            long mixed = (moved ^ (moved >>> 30)) * 0xbf58476d1ce4e5b9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
            return mixed ^ (mixed >>> 31);
        }

        static long identity(long hash) {
            long mixed = (hash ^ (hash >>> 31) ^ (hash >>> 62)) * 0x319642b2d24d8ec3L;
            mixed = (mixed ^ (mixed >>> 27) ^ (mixed >>> 54)) * 0x96de1b173f119089L;
            return (mixed ^ (mixed >>> 30) ^ (mixed >>> 60)) - OFFSET;
        }
    }

    /** A sample of the identities that were reported for one kind of item, under one mask. Immutable. */
    public record IdentitySample(long mask, Set<Long> hashes) {
        IdentitySample plus(IdentitySample other) {
            Set<Long> all = new HashSet<>(hashes);
            all.addAll(other.hashes);
            return new IdentitySample(mask | other.mask, all);
        }
    }
}
