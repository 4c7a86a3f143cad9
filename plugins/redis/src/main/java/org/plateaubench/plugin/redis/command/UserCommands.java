// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import org.plateaubench.api.Draws;
import org.plateaubench.api.KeyedRandom;
import org.plateaubench.plugin.redis.command.RedisParameters.KeyChoice;
import org.plateaubench.scenario.value.Zipf;
import org.plateaubench.spi.OperationCall;
import org.plateaubench.spi.UserContext;

/** The commands of one user, for any client: the requests, their text, and the judge of replies. */
public record UserCommands(
        Shared shared, UserContext user, CommandText text, ExpectedKeys expectedKeys, ReplyJudge judge) {
    public void fill(OperationCall call, RedisRequest request) {
        shared.fill(call, request);
        expectedKeys.expect(request);
    }

    /**
     * The state that the users of an agent share. Generates each request from its call's draws alone, without
     * allocating. Thread-safe.
     */
    public static final class Shared {
        /** Purpose of the draws that choose elements of a key; that of keys is {@link KeyDraw#PURPOSE}. */
        private static final int ELEMENT_PURPOSE = 1;
        /** The fraction of the golden ratio in 64 bits, which spreads the keys at which users or lanes start. */
        private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

        private final RedisParameters parameters;
        private final ValueText values;
        private final int copies;
        private final ExpectedKeys.Shared sharedKeys;
        private final long space;
        private final boolean sequential;
        private final KeyDraw keys;

        /** Creates the commands for a number of complete copies of the data set. */
        public Shared(RedisParameters parameters, long dataSeed, int copies) {
            this.copies = copies;
            sharedKeys = new ExpectedKeys.Shared(parameters, copies);
            this.parameters = parameters;
            values = new ValueText(parameters.valueSizes(), dataSeed);
            space = parameters.keySpace();
            sequential = parameters.keys() == KeyChoice.SEQUENTIAL;
            keys = KeyDraw.of(parameters);
        }

        public ValueText values() {
            return values;
        }

        /** Returns commands for one thread. */
        public CommandText text() {
            return new CommandText(parameters);
        }

        public UserCommands of(UserContext user) {
            CommandText text = text();
            ExpectedKeys expected = new ExpectedKeys(sharedKeys, copies, user);
            return new UserCommands(
                    this, user, text, expected, new ReplyJudge(values, text, parameters, expected, user));
        }

        /** Generates the request of a call; its operation is the one with the call's ordinal. */
        void fill(OperationCall call, RedisRequest request) {
            RedisOperation operation = RedisOperation.ALL.get(call.operation());
            Draws draws = call.draws();
            switch (operation) {
                case MGET, MSET -> {
                    request.set(operation, parameters.keysPerCommand());
                    for (int i = 0; i < request.keyCount(); i++) {
                        request.key(i, key(call, draws, i));
                    }
                }
                case HSET, HGET, ZADD, ZSCORE -> request.set(operation, key(call, draws, 0), element(draws));
                case GET, SET, EXPIRE, INCR, EVAL, HGETALL, LPUSH, LPOP, LRANGE, ZRANGE ->
                    request.set(operation, key(call, draws, 0), 0);
            }
        }

        private long key(OperationCall call, Draws draws, int position) {
            if (!sequential) {
                return keys.key(draws, position);
            }
            long start = Math.unsignedMultiplyHigh(call.sequence() * GOLDEN_RATIO, space);
            return (start + call.unitNumber() + call.position() + position) % space;
        }

        private long element(Draws draws) {
            return Math.unsignedMultiplyHigh(draws.bits(ELEMENT_PURPOSE, 0), parameters.elements());
        }
    }

    /** Chooses numbers of keys. Stateless and thread-safe. */
    @FunctionalInterface
    interface KeyDraw {
        /** Purpose of the draws that choose keys. */
        int PURPOSE = 0;

        /** Maximum number of draws for one key; after as many rejections, which are very rare, a fixed key is used. */
        int ATTEMPTS = 1 << 8;

        /** Returns the number of a key, from 0; the position is the index of the key within the operation, from 0. */
        long key(Draws draws, int position);

        /** Returns how keys are drawn; not used for sequential keys, which need no draws. */
        static KeyDraw of(RedisParameters parameters) {
            long space = parameters.keySpace();
            return switch (parameters.keys()) {
                case UNIFORM -> (draws, position) -> below(space, draws, position, 0);
                case ZIPF -> zipf(new Zipf(space, parameters.zipfExponent()));
                case GAUSSIAN -> gaussian(space, parameters.gaussianSpread() / 100 * space);
                case HOT_SET ->
                    hotSet(
                            space,
                            Math.clamp(Math.round(parameters.hotKeys() / 100 * space), 1, space),
                            parameters.hotRequests() / 100);
                case SEQUENTIAL -> (draws, position) -> 0;
            };
        }

        static long bits(Draws draws, int position, int attempt) {
            return draws.bits(PURPOSE, position * ATTEMPTS + attempt);
        }

        /** Returns a uniform number, by the high half of the product of 64 bits and the bound. */
        private static long below(long bound, Draws draws, int position, int attempt) {
            return Math.unsignedMultiplyHigh(bits(draws, position, attempt), bound);
        }

        private static KeyDraw hotSet(long space, long hot, double share) {
            if (hot == space) {
                return (draws, position) -> below(space, draws, position, 0);
            }
            return (draws, position) -> {
                // Hot or not is decided by another draw than the one that chooses the key.
                boolean isHot = KeyedRandom.toUnit(bits(draws, position, 1)) < share;
                return isHot ? below(hot, draws, position, 0) : hot + below(space - hot, draws, position, 0);
            };
        }

        /** Returns a normal draw by Box and Muller 1958: the cosine form, one value of each pair. */
        private static KeyDraw gaussian(long space, double spread) {
            double middle = space / 2.0;
            return (draws, position) -> {
                for (int attempt = 0; attempt + 1 < ATTEMPTS; attempt += 2) {
                    double radius = 1 - KeyedRandom.toUnit(bits(draws, position, attempt));
                    double angle = KeyedRandom.toUnit(bits(draws, position, attempt + 1));
                    double normal = Math.sqrt(-2 * Math.log(radius)) * Math.cos(2 * Math.PI * angle);
                    double at = middle + spread * normal;
                    if (at >= 0 && at < space) {
                        return (long) at;
                    }
                }
                return (long) middle;
            };
        }

        private static KeyDraw zipf(Zipf zipf) {
            return (draws, position) -> {
                long rank = Zipf.REJECTED;
                for (int attempt = 0; attempt < ATTEMPTS && rank == Zipf.REJECTED; attempt++) {
                    rank = zipf.rank(KeyedRandom.toUnit(bits(draws, position, attempt)));
                }
                return Math.max(0, rank - 1);
            };
        }
    }
}
