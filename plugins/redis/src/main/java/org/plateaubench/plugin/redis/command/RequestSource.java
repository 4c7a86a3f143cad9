// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import org.plateaubench.api.Draws;
import org.plateaubench.plugin.redis.command.RedisParameters.KeyChoice;
import org.plateaubench.spi.OperationCall;

/** Generates requests: a pure function of the draws of their calls. Does not allocate. Stateless, any thread. */
public final class RequestSource {
    private static final int ELEMENT = 1;
    /** The fraction of the golden ratio, which spreads the starts of any number of sequences. */
    private static final long APART = 0x9e3779b97f4a7c15L;

    private final long space;
    private final int keysPerCommand;
    private final int elements;
    private final boolean sequential;
    private final KeyDraw keys;

    public RequestSource(RedisParameters parameters) {
        space = parameters.keySpace();
        keysPerCommand = parameters.keysPerCommand();
        elements = parameters.elements();
        sequential = parameters.keys() == KeyChoice.SEQUENTIAL;
        keys = sequential ? (draws, position) -> 0 : KeyDraw.of(parameters);
    }

    /** Generates the request of a call; its operation is the one with the call's ordinal. */
    public void fill(OperationCall call, RedisRequest request) {
        RedisOperation operation = RedisOperation.ALL.get(call.operation());
        Draws draws = call.draws();
        switch (operation) {
            case MGET, MSET -> {
                request.become(operation, keysPerCommand);
                for (int i = 0; i < keysPerCommand; i++) {
                    request.key(i, key(call, draws, i));
                }
            }
            case HSET, HGET, ZADD, ZSCORE -> request.become(operation, key(call, draws, 0), element(draws));
            case GET, SET, EXPIRE, INCR, EVAL, HGETALL, LPUSH, LPOP, LRANGE, ZRANGE ->
                request.become(operation, key(call, draws, 0), 0);
        }
    }

    private long key(OperationCall call, Draws draws, int position) {
        if (!sequential) {
            return keys.key(draws, position);
        }
        long place = Math.unsignedMultiplyHigh(call.sequence() * APART, space);
        return (place + call.unitNumber() + call.position() + position) % space;
    }

    private long element(Draws draws) {
        return Math.unsignedMultiplyHigh(draws.bits(ELEMENT, 0), elements);
    }
}
