// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import org.plateaubench.api.Outcome;
import org.plateaubench.plugin.redis.command.RedisParameters.Check;
import org.plateaubench.spi.UserContext;

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
    private final Sum hits;
    private final Sum misses;
    private final Sum lostReads;
    private final ExpectedKeys expectedKeys;
    private final Sum bytesRead;
    private final Sum bytesWritten;
    private final Sum redirects;
    private final Sum connections;

    /** A count that is not yet passed on. */
    private static final class Sum {
        private final UserContext.Counter counter;
        private long amount;

        Sum(UserContext user, RedisMeasure measure) {
            counter = user.counter(measure.title());
        }

        void settle() {
            if (amount != 0) {
                counter.add(amount);
                amount = 0;
            }
        }
    }

    public ReplyJudge(ValueText values, Check check, ExpectedKeys expectedKeys, UserContext user) {
        this.expectedKeys = expectedKeys;
        this.values = values;
        this.check = check;
        hits = new Sum(user, RedisMeasure.HITS);
        misses = new Sum(user, RedisMeasure.MISSES);
        lostReads = new Sum(user, RedisMeasure.LOST_READS);
        bytesRead = new Sum(user, RedisMeasure.BYTES_READ);
        bytesWritten = new Sum(user, RedisMeasure.BYTES_WRITTEN);
        redirects = new Sum(user, RedisMeasure.REDIRECTS);
        connections = new Sum(user, RedisMeasure.CONNECTIONS);
    }

    /** Creates a reply that stores what this judge checks. */
    public RedisReply reply() {
        RedisReply reply = new RedisReply();
        reply.keepBytes(check == Check.BYTES);
        return reply;
    }

    public void redirected() {
        redirects.amount++;
    }

    public void connected(long count) {
        connections.amount += count;
    }

    public void settle() {
        hits.settle();
        misses.settle();
        lostReads.settle();
        bytesRead.settle();
        bytesWritten.settle();
        redirects.settle();
        connections.settle();
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
        (there ? hits : misses).amount++;
        return Outcome.ok();
    }

    private Outcome written(RedisRequest request) {
        bytesWritten.amount += values.size(request.key(0), request.detail());
        if (request.operation() == RedisOperation.SET) {
            expectedKeys.written(request.key(0));
        }
        return Outcome.ok();
    }

    private Outcome allWritten(RedisRequest request) {
        for (int i = 0; i < request.keyCount(); i++) {
            bytesWritten.amount += values.size(request.key(i), 0);
            expectedKeys.written(request.key(i));
        }
        return Outcome.ok();
    }

    private Outcome value(RedisRequest request, RedisReply reply) {
        long length = reply.number();
        if (length == RedisReply.ABSENT) {
            lostReads.amount += request.operation() == RedisOperation.GET && expectedKeys.mustHit() ? 1 : 0;
            return counted(false);
        }
        bytesRead.amount += length;
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
                misses.amount++;
                lostReads.amount += expectedKeys.mustHit() ? 1 : 0;
            } else {
                hits.amount++;
                bytesRead.amount += length;
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
            bytesRead.amount += Math.max(0, length);
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
            bytesRead.amount += Math.max(0, length);
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
            bytesRead.amount += Math.max(0, length);
            right &= check == Check.NONE || length == KeyText.ELEMENT_BYTES;
        }
        return right ? counted(reply.elements() > 0) : WRONG_VALUE;
    }

    /** Judges a score, which equals the number of the member. */
    private Outcome score(RedisRequest request, RedisReply reply) {
        if (reply.number() == RedisReply.ABSENT) {
            return counted(false);
        }
        bytesRead.amount += reply.number();
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
