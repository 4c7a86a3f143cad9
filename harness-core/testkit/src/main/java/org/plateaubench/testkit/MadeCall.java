// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.spi.OperationCall;

/**
 * A call that no schedule issued: one operation of a unit in which every operation comes once, in the order of the
 * definition.
 */
record MadeCall(int operation, int unitLength, int sequence, long unitNumber) implements OperationCall {
    private static final long SEED = 42;
    private static final long TIMEOUT_NANOS = 30_000_000_000L;

    @Override
    public int position() {
        return operation;
    }

    @Override
    public Draws draws() {
        return Draws.of(KeyedRandom.key(unitDraws().key(), position()));
    }

    @Override
    public Draws unitDraws() {
        return Draws.of(KeyedRandom.key(KeyedRandom.key(SEED, sequence), unitNumber));
    }

    @Override
    public long intendedNanos() {
        return 0;
    }

    @Override
    public long timeoutNanos() {
        return TIMEOUT_NANOS;
    }
}
