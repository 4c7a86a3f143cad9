// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.Draws;

/** One operation to execute. Valid until the operation has ended; the object is then reused. */
public interface OperationCall {
    /** Index in {@link org.plateaubench.api.WorkloadDefinition#operations()}. */
    int operation();

    /** Number of the unit within its sequence, from 0. */
    long unitNumber();

    /** Number of the sequence of units, from 0: the number of the user in closed load, of the lane in open load. */
    int sequence();

    /** Position of the operation within its unit, from 0. */
    int position();

    /** The draws of this operation, keyed by seed, tile, workload, sequence, unit number and position. */
    Draws draws();

    /** The draws of the unit, which are the same at every position. */
    Draws unitDraws();

    /** The intended start, in nanoseconds on the run's clock. */
    long intendedNanos();

    /** The timeout, in nanoseconds. */
    long timeoutNanos();
}
