// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.OutcomeKind;

/** The totals of a workload over the whole run, all phases and agents. */
public interface SentTotals {
    /** Operations of a name that ended with this outcome; 0 for an unknown name. */
    long operations(String operation, OutcomeKind outcome);

    /** Sum of a declared counter; 0 for an unknown name. */
    long counter(String name);

    /** A sample of the things of a kind that users reported through {@link UserContext#acknowledged}. */
    default Acknowledged.Sample acknowledged(String kind) {
        return Acknowledged.Sample.EMPTY;
    }
}
