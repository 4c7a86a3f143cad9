// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.Arrays;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;
import org.plateaubench.plugin.redis.command.RedisParameters.Check;
import org.plateaubench.spi.Acknowledged;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.UserContext.Counter;

/**
 * Judges replies and counts them. The counts stay here until {@link #settle}, which must be called after each flush,
 * read or blocking command. Not thread-safe.
 */
public final class ReplyJudge {
    private static final Outcome WRONG_REPLY =
            Outcome.error(RedisFailure.WRONG_REPLY, "the reply is of another kind than the command's");
    private static final Outcome WRONG_VALUE =
            Outcome.error(RedisFailure.WRONG_VALUE, "the value is not the one that was written");

    private final ValueText values;
    private final CommandText text;
    private final Check check;
    private final ExpectedKeys expectedKeys;
    private final Counter[] counters;
    /** Counts by the ordinal of their measure that are not yet passed on. */
    private final long[] amounts;

    public ReplyJudge(ValueText values, CommandText text, Check check, ExpectedKeys expectedKeys, UserContext user) {
        this.text = text;
        this.expectedKeys = expectedKeys;
        this.values = values;
        this.check = check;
        counters = Arrays.stream(RedisMeasure.values())
                .map(measure -> user.counter(measure.title()))
                .toArray(Counter[]::new);
        amounts = new long[counters.length];
    }

    @SuppressWarnings("EnumOrdinal") // a table that is written several times per command
    private void add(RedisMeasure measure, long amount) {
        amounts[measure.ordinal()] += amount;
    }

    /** Creates a reply that stores what this judge checks. */
    public RedisReply reply() {
        RedisReply reply = new RedisReply();
        reply.keepBytes(check == Check.BYTES);
        return reply;
    }

    public void redirected(long count) {
        add(RedisMeasure.REDIRECTS, count);
    }

    public void connected(long count) {
        add(RedisMeasure.CONNECTIONS, count);
    }

    public void settle() {
        for (int i = 0; i < amounts.length; i++) {
            if (amounts[i] != 0) {
                counters[i].add(amounts[i]);
                amounts[i] = 0;
            }
        }
    }

    /** Returns the outcome of a request's command; a missing value is not an error. */
    public Outcome judge(RedisRequest request, RedisReply reply) {
        if (reply.kind() == RedisReply.Kind.ERROR) {
            return RedisFailure.outcome(reply.error());
        }
        if (request.operation().reply() != reply.kind()) {
            return WRONG_REPLY;
        }
        return switch (request.operation()) {
            case GET, HGET, LPOP -> value(request, reply);
            case SET, LPUSH, HSET -> written(request);
            case MGET -> values(request, reply);
            case MSET -> allWritten(request);
            case EXPIRE -> {
                expectedKeys.mayExpire(request.key(0));
                yield counted(reply.number() == 1);
            }
            case INCR, EVAL, ZADD -> Outcome.ok();
            case HGETALL -> hash(request, reply);
            case LRANGE -> list(request, reply);
            case ZRANGE -> members(reply);
            case ZSCORE -> score(request, reply);
        };
    }

    private Outcome counted(boolean there) {
        add(there ? RedisMeasure.HITS : RedisMeasure.MISSES, 1);
        return Outcome.ok();
    }

    private Outcome written(RedisRequest request) {
        add(RedisMeasure.BYTES_WRITTEN, values.size(request.key(0), request.detail()));
        if (request.operation() == RedisOperation.SET) {
            expectedKeys.written(request.key(0));
        }
        return Outcome.ok();
    }

    private Outcome allWritten(RedisRequest request) {
        for (int i = 0; i < request.keyCount(); i++) {
            add(RedisMeasure.BYTES_WRITTEN, values.size(request.key(i), 0));
            expectedKeys.written(request.key(i));
        }
        return Outcome.ok();
    }

    private Outcome value(RedisRequest request, RedisReply reply) {
        long length = reply.number();
        if (length == RedisReply.ABSENT) {
            add(RedisMeasure.LOST_READS, request.operation() == RedisOperation.GET && expectedKeys.mustHit() ? 1 : 0);
            return counted(false);
        }
        add(RedisMeasure.BYTES_READ, length);
        boolean right = isRight(request.key(0), request.detail(), reply, 0, length);
        return right ? counted(true) : WRONG_VALUE;
    }

    private boolean isRight(long key, long element, RedisReply reply, int offset, long length) {
        return switch (check) {
            case NONE -> true;
            case LENGTH -> length == values.size(key, element);
            case BYTES -> values.matches(key, element, reply.bytes(), offset, (int) length);
        };
    }

    private Outcome values(RedisRequest request, RedisReply reply) {
        if (reply.number() != request.keyCount() || reply.elements() != request.keyCount()) {
            return WRONG_REPLY;
        }
        boolean right = true;
        int offset = 0;
        for (int i = 0; i < request.keyCount(); i++) {
            long length = reply.elementLength(i);
            if (length == RedisReply.ABSENT) {
                add(RedisMeasure.MISSES, 1);
                add(RedisMeasure.LOST_READS, expectedKeys.mustHit() ? 1 : 0);
            } else {
                add(RedisMeasure.HITS, 1);
                add(RedisMeasure.BYTES_READ, length);
                right &= isRight(request.key(i), 0, reply, offset, length);
                offset += (int) length;
            }
        }
        return right ? Outcome.ok() : WRONG_VALUE;
    }

    private Outcome list(RedisRequest request, RedisReply reply) {
        boolean right = true;
        int offset = 0;
        for (int i = 0; i < reply.elements(); i++) {
            long length = reply.elementLength(i);
            add(RedisMeasure.BYTES_READ, Math.max(0, length));
            right &= isRight(request.key(0), 0, reply, offset, length);
            offset += (int) Math.max(0, length);
        }
        return right ? counted(reply.elements() > 0) : WRONG_VALUE;
    }

    /** Judges alternating fields and values; the expected value is known only from the bytes of its field. */
    private Outcome hash(RedisRequest request, RedisReply reply) {
        boolean right = reply.elements() % 2 == 0;
        int offset = 0;
        for (int i = 0; right && i < reply.elements(); i += 2) {
            long field = reply.elementLength(i);
            long length = reply.elementLength(i + 1);
            add(RedisMeasure.BYTES_READ, Math.max(0, length));
            if (check == Check.BYTES) {
                long number = KeyText.elementNumber(reply.bytes(), offset, field);
                right = number >= 0 && isRight(request.key(0), number, reply, (int) (offset + field), length);
                offset += (int) (field + length);
            }
        }
        return right ? counted(reply.elements() > 0) : WRONG_VALUE;
    }

    private Outcome members(RedisReply reply) {
        boolean right = true;
        for (int i = 0; i < reply.elements(); i++) {
            long length = reply.elementLength(i);
            add(RedisMeasure.BYTES_READ, Math.max(0, length));
            right &= check == Check.NONE || length == KeyText.ELEMENT_BYTES;
        }
        return right ? counted(reply.elements() > 0) : WRONG_VALUE;
    }

    /** Judges a score, which equals the number of the member. */
    private Outcome score(RedisRequest request, RedisReply reply) {
        if (reply.number() == RedisReply.ABSENT) {
            return counted(false);
        }
        add(RedisMeasure.BYTES_READ, reply.number());
        byte[] expected = text.score(request.detail());
        boolean right = switch (check) {
            case NONE -> true;
            case LENGTH -> reply.number() == expected.length;
            case BYTES -> Arrays.equals(reply.bytes(), 0, reply.bytesTaken(), expected, 0, expected.length);
        };
        return right ? counted(true) : WRONG_VALUE;
    }

    /**
     * The strings that the servers must hold: those that one user has written with an acknowledgement, and all of a
     * completely filled key space, unless keys have a time to live. Evictions are known to the servers only. Not
     * thread-safe.
     */
    public static final class ExpectedKeys {
        /** Kind of the objects that the user reports: {@link #identity}. */
        public static final String KIND = "strings";

        private final Acknowledged acknowledged;
        private final long offset;
        private final boolean live;
        private final boolean allFilled;

        /**
         * Creates the keys of one user.
         *
         * @param wholes number of places that each hold the whole key space; users are assigned to them in turn
         */
        ExpectedKeys(RedisParameters parameters, int wholes, UserContext user) {
            acknowledged = user.acknowledged(KIND);
            offset = identity(parameters, user.user() % wholes, 0);
            live = parameters.timeToLive().isPositive();
            allFilled = areAllFilled(parameters);
        }

        /** Returns whether every string exists before the load and only {@code expire} gives it a time to live. */
        public static boolean areAllFilled(RedisParameters parameters) {
            return parameters.fill() == 100
                    && parameters.fillKinds().contains(Family.STRING)
                    && !parameters.timeToLive().isPositive();
        }

        /** Returns the number of a key at one of the places that hold the whole key space. */
        public static long identity(RedisParameters parameters, int whole, long key) {
            return whole * parameters.keySpace() + key;
        }

        void written(long key) {
            if (!live) {
                acknowledged.held(offset + key);
            }
        }

        /** Records a key that may expire. */
        void mayExpire(long key) {
            acknowledged.released(offset + key);
        }

        /** Returns whether a missing string existed before, unless it was evicted or has expired. */
        boolean mustHit() {
            return allFilled;
        }
    }
}
