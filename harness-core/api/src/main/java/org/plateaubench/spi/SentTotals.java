// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.OutcomeKind;

/** The totals of a workload over all phases and agents of a run. */
public interface SentTotals {
    /** Number of operations with this name that ended with the given outcome; 0 for an unknown name. */
    long operations(String operation, OutcomeKind outcome);

    /** Sum of a declared counter; 0 for an unknown name. */
    long counter(String name);

    /** A sample of the items of one kind that users reported through {@link UserContext#acknowledged}. */
    default Acknowledged.Sample acknowledged(String kind) {
        return Acknowledged.Sample.EMPTY;
    }
}
