// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.util.Set;
import org.apiguardian.api.API;

/**
 * Takes the identities of things that the SUT has acknowledged to hold, so that they can be looked for one by one after the
 * run. A bounded sample is kept, chosen by a hash of the identity. Any thread, without a lock once the sample is full.
 */
@API(status = EXPERIMENTAL, since = "0.1")
public interface Acknowledged {
    /** For whoever does not look afterwards. */
    Acknowledged NOBODY = new Acknowledged() {
        @Override
        public void held(long identity) {}

        @Override
        public void released(long identity) {}
    };

    /** The SUT has said that it holds this. */
    void held(long identity);

    /** This was taken away, or may have been: it need not be there, whoever said that it is held, before or after. */
    void released(long identity);

    /**
     * What is looked for after the run.
     *
     * @param identities of things that were held and never released
     * @param share how many of all things this stands for: 1 for each, 0.5 for every other one
     */
    record Sample(Set<Long> identities, double share) {
        /** Of a run that was told of nothing. */
        public static final Sample EMPTY = new Sample(Set.of(), 1);

        private static final int TELLING = 20;

        public Sample {
            identities = Set.copyOf(identities);
        }

        /** Whether so much was taken away again that hardly any is left to look for: finding it says next to nothing. */
        public boolean isScant() {
            return share < 1 && identities.size() < TELLING;
        }
    }
}
