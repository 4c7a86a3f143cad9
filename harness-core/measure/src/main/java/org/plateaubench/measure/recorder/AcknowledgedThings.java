// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.measure.recorder;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.plateaubench.spi.Acknowledged;

/** Samples the things that the SUT acknowledged as stored in one workload, by kind. Thread-safe. */
public final class AcknowledgedThings {
    /** The greatest number of kinds of one workload; further kinds are ignored. */
    static final int KINDS = 8;

    private final ConcurrentMap<String, Sampled> kinds = new ConcurrentHashMap<>();

    /**
     * The identities that one agent collected for one kind.
     *
     * @param held the things that the SUT acknowledged
     * @param released the things that were removed, or may have been
     */
    public record Collected(IdentitySample held, IdentitySample released) {
        /**
         * The combined identities of two agents; the agent that removes a thing need not be the one that created it.
         */
        public Collected plus(Collected other) {
            return new Collected(held.plus(other.held), released.plus(other.released));
        }

        /** The things that must be present. */
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
        public void held(long identity) {
            held.add(identity);
        }

        @Override
        public void released(long identity) {
            released.add(identity);
        }
    }

    /** The collector of a kind. */
    public Acknowledged of(String kind) {
        Sampled known = kinds.get(kind);
        if (known != null) {
            return known;
        }
        return kinds.size() >= KINDS ? Acknowledged.NOBODY : kinds.computeIfAbsent(kind, name -> new Sampled());
    }

    /** Everything collected so far, by kind. */
    public Map<String, Collected> collected() {
        Map<String, Collected> collected = new HashMap<>();
        kinds.forEach((kind, sampled) ->
                collected.put(kind, new Collected(sampled.held.sample(), sampled.released.sample())));
        return collected;
    }
}
