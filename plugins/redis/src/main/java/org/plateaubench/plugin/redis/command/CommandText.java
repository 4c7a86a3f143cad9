// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;

/** Converts requests to commands, the same for every client. One thread at a time. */
public final class CommandText {
    private static final byte[] SCRIPT = ascii("return redis.call('INCR',KEYS[1])");
    private static final byte[] ZERO = ascii("0");
    private static final byte[] ONE = ascii("1");
    private static final byte[] MILLISECONDS = ascii("PX");

    private final KeyText keys;
    private final byte[] lastElement;
    private final byte[] timeToLive;
    private final byte[] expireAfter;
    private final byte[][] scores;

    public CommandText(RedisParameters parameters) {
        this(parameters, parameters.timeToLive());
    }

    /** Creates the commands for filling, which set no time to live. */
    public static CommandText ofFilling(RedisParameters parameters) {
        return new CommandText(parameters, Duration.ZERO);
    }

    private CommandText(RedisParameters parameters, Duration life) {
        keys = new KeyText(parameters.prefix());
        lastElement = ascii(Integer.toString(parameters.elements() - 1));
        long millis = life.toMillis();
        timeToLive = millis == 0 ? new byte[0] : ascii(Long.toString(millis));
        expireAfter = ascii(Long.toString(parameters.expireAfter().toSeconds()));
        scores = new byte[parameters.elements()][];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = ascii(Integer.toString(i));
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the keys, which routing needs too. */
    public KeyText keys() {
        return keys;
    }

    /** Returns the score of a member of a sorted set, its number. */
    byte[] score(long member) {
        return scores[(int) member];
    }

    public byte[] firstKey(RedisRequest request) {
        return keys.key(request.operation().family(), request.key(0));
    }

    public void write(RedisRequest request, Arguments out) {
        RedisOperation operation = request.operation();
        switch (operation) {
            case GET, INCR, HGETALL, LPOP -> {
                out.begin(operation, 1);
                out.argument(firstKey(request));
            }
            case SET -> set(request, out);
            case MGET -> mget(request, out);
            case MSET -> mset(request, out);
            case EXPIRE -> {
                out.begin(operation, 2);
                out.argument(firstKey(request));
                out.argument(expireAfter);
            }
            case EVAL -> {
                out.begin(operation, 3);
                out.argument(SCRIPT);
                out.argument(ONE);
                out.argument(firstKey(request));
            }
            case LPUSH -> {
                out.begin(operation, 2);
                out.argument(firstKey(request));
                out.value(request.key(0), 0);
            }
            case LRANGE, ZRANGE -> {
                out.begin(operation, 3);
                out.argument(firstKey(request));
                out.argument(ZERO);
                out.argument(lastElement);
            }
            case HSET, HGET, ZADD, ZSCORE -> ofElement(request, out);
        }
    }

    private void set(RedisRequest request, Arguments out) {
        boolean lives = timeToLive.length > 0;
        out.begin(RedisOperation.SET, lives ? 4 : 2);
        out.argument(firstKey(request));
        out.value(request.key(0), 0);
        if (lives) {
            out.argument(MILLISECONDS);
            out.argument(timeToLive);
        }
    }

    private void mget(RedisRequest request, Arguments out) {
        out.begin(RedisOperation.MGET, request.keyCount());
        for (int i = 0; i < request.keyCount(); i++) {
            out.argument(keys.key(Family.STRING, request.key(i)));
        }
    }

    private void mset(RedisRequest request, Arguments out) {
        out.begin(RedisOperation.MSET, 2 * request.keyCount());
        for (int i = 0; i < request.keyCount(); i++) {
            out.argument(keys.key(Family.STRING, request.key(i)));
            out.value(request.key(i), 0);
        }
    }

    private void ofElement(RedisRequest request, Arguments out) {
        RedisOperation operation = request.operation();
        boolean writes = operation == RedisOperation.HSET || operation == RedisOperation.ZADD;
        out.begin(operation, writes ? 3 : 2);
        out.argument(firstKey(request));
        if (operation == RedisOperation.ZADD) {
            out.argument(score(request.detail()));
        }
        out.argument(keys.element(request.detail()));
        if (operation == RedisOperation.HSET) {
            out.value(request.key(0), request.detail());
        }
    }

    /** Receives a command, argument by argument, in the form of one client. */
    public interface Arguments {
        /** Begins a command, whose name is the word of the operation, with this many arguments after its name. */
        void begin(RedisOperation operation, int count);

        /** Adds an argument that is the whole array; the array is overwritten soon, so it must be copied. */
        void argument(byte[] text);

        /** Adds a value, of {@link ValueText#size} bytes; the element is 0 for any kind but fields and members. */
        void value(long key, long element);
    }
}
