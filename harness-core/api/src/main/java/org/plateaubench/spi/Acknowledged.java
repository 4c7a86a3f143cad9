// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.Set;

/**
 * Collects the identities of things, such as orders or messages, that the SUT has acknowledged as stored, so that each
 * can be checked after the run. Only a bounded sample is kept, chosen by a hash of the identity. May be called by any
 * thread, and takes no lock once the sample is full.
 */
public interface Acknowledged {
    /** Collects nothing, for a workload whose data set checks nothing after the run. */
    Acknowledged NOBODY = new Acknowledged() {
        @Override
        public void held(long identity) {}

        @Override
        public void released(long identity) {}
    };

    /** Reports that the SUT has acknowledged this thing as stored. */
    void held(long identity);

    /**
     * Reports that the thing was removed, or may have been: it need not be present, even if another user reports it as
     * held, before or after.
     */
    void released(long identity);

    /**
     * The things that are checked after the run.
     *
     * @param identities of things that were held and never released
     * @param share share of all things that this sample represents: 1 for all, 0.5 for half of them
     */
    record Sample(Set<Long> identities, double share) {
        /** The sample of a run without acknowledged things. */
        public static final Sample EMPTY = new Sample(Set.of(), 1);

        private static final int TELLING = 20;

        public Sample {
            identities = Set.copyOf(identities);
        }

        /** Whether so many things were removed again that too few are left for a meaningful check. */
        public boolean isScant() {
            return share < 1 && identities.size() < TELLING;
        }
    }
}
