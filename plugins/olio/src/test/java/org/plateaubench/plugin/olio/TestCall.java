// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.olio.model.OlioOperation;
import org.plateaubench.spi.OperationCall;

/** A call that nobody issued. */
public record TestCall(int operation, int sequence, long unitNumber) implements OperationCall {
    private static final long SEED = 42;

    /** An operation of a user. */
    public static TestCall of(OlioOperation operation, int user, long number) {
        return new TestCall(operation.index(), user, number);
    }

    @Override
    public int position() {
        return 0;
    }

    @Override
    public int unitLength() {
        return 1;
    }

    @Override
    public Draws draws() {
        return Draws.of(KeyedRandom.key(KeyedRandom.key(SEED, sequence), unitNumber));
    }

    @Override
    public Draws unitDraws() {
        return draws();
    }

    @Override
    public long intendedNanos() {
        return 0;
    }

    @Override
    public long timeoutNanos() {
        return OlioOperation.TIMEOUT.toNanos();
    }
}
