// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;

/**
 * A call that was not issued by a schedule: one operation of a unit that contains every operation once, in the order of
 * the definition.
 */
record GeneratedCall(int operation, int unitLength, int sequence, long unitNumber) implements SingleCall {
    private static final long SEED = 42;

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
}
