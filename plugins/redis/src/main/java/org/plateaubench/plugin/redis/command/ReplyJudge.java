// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.Arrays;
import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisParameters.Check;
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
    private final Check check;
    private final ExpectedKeys expectedKeys;
    private final Counter[] counters;
    /** Counts by the ordinal of their measure that are not yet passed on. */
    private final long[] amounts;

    public ReplyJudge(ValueText values, Check check, ExpectedKeys expectedKeys, UserContext user) {
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
        boolean right = check == Check.NONE || reply.number() == digits(request.detail());
        if (right && check == Check.BYTES) {
            right = isNumber(reply.bytes(), reply.bytesTaken(), request.detail());
        }
        return right ? counted(true) : WRONG_VALUE;
    }

    private static int digits(long number) {
        int digits = 1;
        for (long left = number / 10; left > 0; left /= 10) {
            digits++;
        }
        return digits;
    }

    private static boolean isNumber(byte[] text, int length, long number) {
        long left = number;
        for (int i = length - 1; i >= 0; i--) {
            if (text[i] != '0' + left % 10) {
                return false;
            }
            left /= 10;
        }
        return left == 0;
    }
}
