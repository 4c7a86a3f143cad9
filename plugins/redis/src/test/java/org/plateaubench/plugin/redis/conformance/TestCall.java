// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.conformance;

import org.plateaubench.api.Draws;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.testkit.SingleCall;

/**
 * A call with a chosen key: with sequential keys, the key of a unit of the first sequence is the unit's number.
 *
 * @param kind the command
 * @param key number of the first key
 */
record TestCall(RedisOperation kind, long key) implements SingleCall {
    @Override
    public int operation() {
        return RedisOperation.ALL.indexOf(kind);
    }

    @Override
    public long unitNumber() {
        return key;
    }

    /** The same draws for every operation on a key, so that a read expects the value that was written. */
    @Override
    public Draws draws() {
        return Draws.of(key);
    }
}
