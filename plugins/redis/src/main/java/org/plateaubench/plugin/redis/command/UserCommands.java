// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import org.plateaubench.api.Draws;
import org.plateaubench.plugin.redis.command.RedisParameters.KeyChoice;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** The commands of one user, for any client: the requests, their text, and the judge of replies. */
public record UserCommands(
        Shared shared, UserContext user, CommandText text, ExpectedKeys expectedKeys, ReplyJudge judge) {
    public ValueText values() {
        return shared.values;
    }

    public void fill(OperationCall call, RedisRequest request) {
        shared.fill(call, request);
        expectedKeys.expect(request);
    }

    /**
     * The state that the users of an agent share. It generates requests: a pure function of the draws of their calls,
     * without allocation. Any thread.
     */
    public static final class Shared {
        private static final int ELEMENT = 1;
        /** The fraction of the golden ratio, which spreads the starts of any number of sequences. */
        private static final long APART = 0x9e3779b97f4a7c15L;

        private final RedisParameters parameters;
        private final ValueText values;
        private final int wholes;
        private final ExpectedKeys.Shared known;
        private final long space;
        private final boolean sequential;
        private final KeyDraw keys;

        /**
         * Creates the state for the parameters, with the values of a data set and a number of places that each hold all
         * of it.
         */
        public Shared(RedisParameters parameters, long dataSeed, int wholes) {
            this.wholes = wholes;
            known = new ExpectedKeys.Shared(parameters, wholes);
            this.parameters = parameters;
            values = new ValueText(parameters.valueSizes(), dataSeed);
            space = parameters.keySpace();
            sequential = parameters.keys() == KeyChoice.SEQUENTIAL;
            keys = KeyDraw.of(parameters);
        }

        public UserCommands of(UserContext user) {
            CommandText text = new CommandText(parameters);
            ExpectedKeys expected = new ExpectedKeys(known, wholes, user);
            return new UserCommands(
                    this, user, text, expected, new ReplyJudge(values, text, parameters, expected, user));
        }

        /** Generates the request of a call; its operation is the one with the call's ordinal. */
        void fill(OperationCall call, RedisRequest request) {
            RedisOperation operation = RedisOperation.ALL.get(call.operation());
            Draws draws = call.draws();
            switch (operation) {
                case MGET, MSET -> {
                    request.become(operation, parameters.keysPerCommand());
                    for (int i = 0; i < request.keyCount(); i++) {
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
            return Math.unsignedMultiplyHigh(draws.bits(ELEMENT, 0), parameters.elements());
        }
    }
}
