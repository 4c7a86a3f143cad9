// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.dvdstore;

import java.util.List;
import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.dvdstore.shop.Operation;
import org.plateaubench.testkit.SingleCall;

/** One operation of a unit, with the random numbers that the harness would draw for it. */
record TestCall(long seed, int sequence, long unitNumber, int position, Operation step) implements SingleCall {

    @Override
    public int operation() {
        return List.of(Operation.values()).indexOf(step);
    }

    @Override
    public Draws draws() {
        return Draws.of(KeyedRandom.key(unitDraws().key(), position));
    }

    @Override
    public Draws unitDraws() {
        return Draws.of(KeyedRandom.key(KeyedRandom.key(seed, sequence), unitNumber));
    }
}
