// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.spi;

import org.plateaubench.api.Draws;

/** One operation to execute. Valid until the operation has ended; reused after that. */
public interface OperationCall {
    /** Index in {@link org.plateaubench.api.WorkloadDefinition#operations()}. */
    int operation();

    /** Number of the unit within its sequence (of the user in closed load, of the lane in open load), from 0. */
    long unitNumber();

    /** Number of the sequence: the user in closed load, the lane in open load, from 0. */
    int sequence();

    /** Position within the unit, from 0. */
    int position();

    /** Number of operations in the unit. */
    int unitLength();

    /** Draws of this operation: keyed by seed, tile, workload, sequence, unit number and position. */
    Draws draws();

    /** Draws of the whole unit, the same at every position. */
    Draws unitDraws();

    /** The intended start, in nanoseconds on the run's clock. */
    long intendedNanos();

    /** The timeout, in nanoseconds. */
    long timeoutNanos();
}
