// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.Arrays;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisParameters.Check;
import org.plateaubench.spi.UserContext;
import org.plateaubench.spi.UserContext.Counter;

/**
 * Judges replies and counts them. The counts stay here until {@link #flushCounts}, which must be called after each
 * flush, read or blocking command. Not thread-safe.
 */
public final class ReplyJudge {
    private static final Outcome WRONG_REPLY =
            Outcome.error(RedisFailure.WRONG_REPLY, "the reply is not of the kind that the command returns");
    private static final Outcome WRONG_VALUE =
            Outcome.error(RedisFailure.WRONG_VALUE, "the value is not the one that was written");
    private static final Outcome MISSING = Outcome.error(
            RedisFailure.MISSING_VALUE,
            "a key that was filled or written is missing; where servers may evict keys, set 'eviction: true'");

    private final ValueText values;
    private final CommandText text;
    private final Check check;
    private final int elements;
    private final ExpectedKeys expectedKeys;
    private final Counter[] counters;
    /** Counts by the ordinal of their measure that are not yet passed on. */
    private final long[] amounts;

    ReplyJudge(
            ValueText values,
            CommandText text,
            RedisParameters parameters,
            ExpectedKeys expectedKeys,
            UserContext user) {
        this.text = text;
        this.expectedKeys = expectedKeys;
        this.values = values;
        check = parameters.check();
        elements = parameters.elements();
        counters = Arrays.stream(RedisMeasure.values())
                .map(measure -> user.counter(measure.title()))
                .toArray(Counter[]::new);
        amounts = new long[counters.length];
    }

    @SuppressWarnings("EnumOrdinal") // a table that is written several times per command
    private void add(RedisMeasure measure, long amount) {
        amounts[measure.ordinal()] += amount;
    }

    public RedisReply reply() {
        return new RedisReply(check.bytes());
    }

    public void redirected(long count) {
        add(RedisMeasure.REDIRECTS, count);
    }

    public void connected(long count) {
        add(RedisMeasure.CONNECTIONS, count);
    }

    public void flushCounts() {
        for (int i = 0; i < amounts.length; i++) {
            if (amounts[i] != 0) {
                counters[i].add(amounts[i]);
                amounts[i] = 0;
            }
        }
    }

    /** Returns the outcome of a request; a missing value is an error if it must exist. */
    public Outcome judge(RedisRequest request, RedisReply reply) {
        if (reply.kind() == RedisReply.Kind.ERROR) {
            return RedisFailure.outcome(reply.error());
        }
        if (request.operation().reply() != reply.kind()) {
            return WRONG_REPLY;
        }
        return switch (request.operation()) {
            case GET, HGET, LPOP -> value(request, reply);
            case SET, MSET, LPUSH, HSET -> written(request);
            case MGET -> values(request, reply);
            case EXPIRE -> {
                expectedKeys.mayExpire(request.key(0));
                yield countRead(reply.number() == 1);
            }
            case INCR, EVAL -> count(request, reply);
            case ZADD -> Outcome.ok();
            case HGETALL -> hash(request, reply);
            case LRANGE -> list(request, reply);
            case ZRANGE -> members(request, reply);
            case ZSCORE -> score(request, reply);
        };
    }

    /** Judges a counter, which is greater than every value that was acknowledged before. */
    private Outcome count(RedisRequest request, RedisReply reply) {
        expectedKeys.counted(request.key(0), reply.number());
        return reply.number() >= request.minCount() || check == Check.NONE ? Outcome.ok() : WRONG_VALUE;
    }

    private Outcome missing(RedisRequest request) {
        return isLost(request, 0) ? MISSING : Outcome.ok();
    }

    /** Counts a missing value; returns whether it must exist. */
    private boolean isLost(RedisRequest request, int index) {
        boolean lost = expectedKeys.mustExist(request, index);
        add(RedisMeasure.MISSES, 1);
        add(RedisMeasure.LOST_READS, lost ? 1 : 0);
        return lost;
    }

    private Outcome countRead(boolean exists) {
        add(exists ? RedisMeasure.HITS : RedisMeasure.MISSES, 1);
        return Outcome.ok();
    }

    private Outcome written(RedisRequest request) {
        for (int i = 0; i < request.keyCount(); i++) {
            add(RedisMeasure.BYTES_WRITTEN, values.size(request.key(i), request.element()));
            if (request.operation().family() == RedisOperation.Family.STRING) {
                expectedKeys.written(request.key(i));
            }
        }
        return Outcome.ok();
    }

    private Outcome value(RedisRequest request, RedisReply reply) {
        long length = reply.number();
        if (length == RedisReply.ABSENT) {
            return missing(request);
        }
        add(RedisMeasure.BYTES_READ, length);
        boolean correct = isCorrect(request.key(0), request.element(), reply, 0, length);
        return correct ? countRead(true) : WRONG_VALUE;
    }

    private boolean isCorrect(long key, long element, RedisReply reply, int offset, long length) {
        return check == Check.NONE || values.matches(key, element, reply.bytes(), offset, length, copiedBytes(length));
    }

    private int copiedBytes(long length) {
        return Math.clamp(length, 0, check.bytes());
    }

    private Outcome values(RedisRequest request, RedisReply reply) {
        if (reply.number() != request.keyCount() || reply.elements() != request.keyCount()) {
            return WRONG_REPLY;
        }
        boolean correct = true;
        boolean lost = false;
        int offset = 0;
        for (int i = 0; i < request.keyCount(); i++) {
            long length = reply.elementLength(i);
            if (length == RedisReply.ABSENT) {
                lost |= isLost(request, i);
            } else {
                add(RedisMeasure.HITS, 1);
                add(RedisMeasure.BYTES_READ, length);
                correct &= isCorrect(request.key(i), 0, reply, offset, length);
                offset += copiedBytes(length);
            }
        }
        return !correct ? WRONG_VALUE : lost ? MISSING : Outcome.ok();
    }

    private Outcome list(RedisRequest request, RedisReply reply) {
        boolean correct = true;
        int offset = 0;
        for (int i = 0; i < reply.elements(); i++) {
            long length = reply.elementLength(i);
            add(RedisMeasure.BYTES_READ, Math.max(0, length));
            correct &= isCorrect(request.key(0), 0, reply, offset, length);
            offset += copiedBytes(length);
        }
        return correct ? countRead(reply.elements() > 0) : WRONG_VALUE;
    }

    /** Judges alternating fields and values; the expected value is known only from the bytes of its field. */
    private Outcome hash(RedisRequest request, RedisReply reply) {
        boolean correct = reply.elements() % 2 == 0;
        int offset = 0;
        for (int i = 0; correct && i < reply.elements(); i += 2) {
            long field = reply.elementLength(i);
            long length = reply.elementLength(i + 1);
            add(RedisMeasure.BYTES_READ, Math.max(0, length));
            if (check != Check.NONE) {
                long number = KeyText.elementNumber(reply.bytes(), offset, field);
                correct = number >= 0 && isCorrect(request.key(0), number, reply, (int) (offset + field), length);
                offset += (int) field + copiedBytes(length);
            }
        }
        return correct ? found(request, reply.elements() / 2) : WRONG_VALUE;
    }

    private Outcome members(RedisRequest request, RedisReply reply) {
        boolean correct = true;
        long last = -1;
        for (int i = 0; i < reply.elements(); i++) {
            long length = reply.elementLength(i);
            add(RedisMeasure.BYTES_READ, Math.max(0, length));
            if (check != Check.NONE) {
                long number = KeyText.elementNumber(reply.bytes(), i * KeyText.ELEMENT_BYTES, length);
                correct &= number > last;
                last = number;
            }
        }
        return correct ? found(request, reply.elements()) : WRONG_VALUE;
    }

    /** Judges the number of fields or members; a filled key has all. */
    private Outcome found(RedisRequest request, int count) {
        return count > 0 && (count >= elements || !expectedKeys.mustExist(request, 0))
                ? countRead(true)
                : missing(request);
    }

    private Outcome score(RedisRequest request, RedisReply reply) {
        if (reply.number() == RedisReply.ABSENT) {
            return missing(request);
        }
        add(RedisMeasure.BYTES_READ, reply.number());
        byte[] expected = text.score(request.element());
        boolean correct =
                check == Check.NONE || Arrays.equals(reply.bytes(), 0, reply.byteCount(), expected, 0, expected.length);
        return correct ? countRead(true) : WRONG_VALUE;
    }
}
