// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.testkit.SingleCall;

/** A call of an operation by a user. */
public record TestCall(int operation, int sequence, long unitNumber) implements SingleCall {
    private static final long SEED = 42;

    /** Creates a call of an operation. */
    public static TestCall of(OlioOperation operation, int user, long number) {
        return new TestCall(operation.index(), user, number);
    }

    @Override
    public Draws draws() {
        return Draws.of(KeyedRandom.key(KeyedRandom.key(SEED, sequence), unitNumber));
    }
}
