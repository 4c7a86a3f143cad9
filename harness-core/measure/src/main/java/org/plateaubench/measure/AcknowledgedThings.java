// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.plateaubench.spi.Acknowledged;

/** What the SUT acknowledged to hold in one workload, by kind, a sample of each. Any thread. */
public final class AcknowledgedThings {
    /** Kinds of one workload; a further one is not kept. */
    static final int KINDS = 8;

    private final ConcurrentMap<String, Sampled> kinds = new ConcurrentHashMap<>();

    /**
     * Some of what was told, under one mask.
     *
     * @param mask bits of a hash that are zero in all that are kept
     * @param hashes what is kept
     */
    public record Half(long mask, Set<Long> hashes) {
        public Half {
            hashes = Set.copyOf(hashes);
        }

        private Half plus(Half other) {
            Set<Long> all = new HashSet<>(hashes);
            all.addAll(other.hashes);
            return new Half(mask | other.mask, all);
        }
    }

    /**
     * What one agent was told of one kind.
     *
     * @param held what the SUT acknowledged
     * @param released what was taken away, or may have been
     */
    public record Told(Half held, Half released) {
        /** What two agents were told: who takes a thing away need not be who put it there. */
        public Told plus(Told other) {
            return new Told(held.plus(other.held), released.plus(other.released));
        }

        /** What must be there. */
        public Acknowledged.Sample sample() {
            long mask = held.mask | released.mask;
            Set<Long> identities = new HashSet<>();
            for (long hash : held.hashes) {
                if ((hash & mask) == 0 && !released.hashes.contains(hash)) {
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
        public void held(long identity) {
            held.add(identity);
        }

        @Override
        public void released(long identity) {
            released.add(identity);
        }
    }

    /** Takes the things of a kind. */
    public Acknowledged of(String kind) {
        Sampled known = kinds.get(kind);
        if (known != null) {
            return known;
        }
        return kinds.size() >= KINDS ? Acknowledged.NOBODY : kinds.computeIfAbsent(kind, name -> new Sampled());
    }

    /** Everything so far, by kind. */
    public Map<String, Told> told() {
        Map<String, Told> told = new HashMap<>();
        kinds.forEach((kind, sampled) -> told.put(kind, new Told(sampled.held.half(), sampled.released.half())));
        return told;
    }
}
