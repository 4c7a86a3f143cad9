// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import java.util.Set;

/**
 * Collects the identities of items, such as orders or messages, that the SUT has acknowledged as stored, so that a
 * bounded sample of them can be checked after the run. Thread-safe; no lock is acquired once the sample is full.
 */
public interface Acknowledged {
    /** Ignores all calls, for a workload whose data set checks no items after the run. */
    Acknowledged IGNORED = new Acknowledged() {
        @Override
        public void stored(long identity) {}

        @Override
        public void removed(long identity) {}
    };

    /** Reports that the SUT has acknowledged the item as stored. */
    void stored(long identity);

    /**
     * Reports that the item was removed or may have been removed. It then need not be present, even if another user
     * reports it as stored before or afterwards.
     */
    void removed(long identity);

    /**
     * The items to check after the run.
     *
     * @param identities of items that were stored and never removed
     * @param share share of all items that are in this sample, in (0, 1]: 1 for all, 0.5 for half of them
     */
    record Sample(Set<Long> identities, double share) {
        /** The sample of a run without acknowledged items. */
        public static final Sample EMPTY = new Sample(Set.of(), 1);

        private static final int MEANINGFUL = 20;

        public Sample {
            identities = Set.copyOf(identities);
        }

        /** Whether so many items were removed that too few are left for a meaningful check. */
        public boolean isTooSmall() {
            return share < 1 && identities.size() < MEANINGFUL;
        }
    }
}
