// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.plateaubench.plugin.redis.command.RedisOperation.Family;

/** Converts requests to commands, the same for every client. Not thread-safe. */
public final class CommandText {
    private static final byte[] VALUE = {};

    private static final byte[] SCRIPT = ascii("return redis.call('INCR',KEYS[1])");

    private final KeyText keys;
    private final int keysPerCommand;
    private final byte[][] scores;
    /** The arguments of each operation; a command changes keys and elements in place. */
    private final byte[][][] byOperation;

    public CommandText(RedisParameters parameters) {
        this(parameters, parameters.timeToLive());
    }

    /** Creates the commands for filling, which set no time to live. */
    public static CommandText ofFilling(RedisParameters parameters) {
        return new CommandText(parameters, Duration.ZERO);
    }

    private CommandText(RedisParameters parameters, Duration timeToLive) {
        keys = new KeyText(parameters.prefix());
        keysPerCommand = parameters.keysPerCommand();
        scores = IntStream.range(0, parameters.elements())
                .mapToObj(CommandText::ascii)
                .toArray(byte[][]::new);
        byOperation = RedisOperation.ALL.stream()
                .map(operation -> layout(operation, parameters, timeToLive.toMillis()))
                .toArray(byte[][][]::new);
    }

    private byte[][] layout(RedisOperation operation, RedisParameters parameters, long lifetimeMillis) {
        byte[] key = keys.key(operation.family(), 0);
        byte[] element = keys.element(0);
        return switch (operation) {
            case GET, INCR, HGETALL, LPOP -> array(key);
            case SET -> lifetimeMillis == 0 ? array(key, VALUE) : array(key, VALUE, ascii("PX"), ascii(lifetimeMillis));
            case MGET, MSET -> array(); // created by the first command
            case EXPIRE -> array(key, ascii(parameters.expireAfter().toSeconds()));
            case EVAL -> array(SCRIPT, ascii(1), key);
            case HSET -> array(key, element, VALUE);
            case HGET, ZSCORE -> array(key, element);
            case LPUSH -> array(key, VALUE);
            case LRANGE, ZRANGE -> array(key, ascii(0), ascii(parameters.elements() - 1));
            case ZADD -> array(key, scores[0], element);
        };
    }

    private static byte[][] array(byte[]... arguments) {
        return arguments;
    }

    private static byte[] ascii(Object text) {
        return text.toString().getBytes(StandardCharsets.US_ASCII);
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

    @SuppressWarnings("EnumOrdinal") // a table that is read once per command
    public int argumentCount(RedisOperation operation) {
        return switch (operation) {
            case MGET -> keysPerCommand;
            case MSET -> 2 * keysPerCommand;
            default -> byOperation[operation.ordinal()].length;
        };
    }

    /** Returns the arguments without the name; a value is an empty array. Overwritten by the next command. */
    @SuppressWarnings("EnumOrdinal") // a table that is read once per command
    public byte[][] arguments(RedisRequest request) {
        RedisOperation operation = request.operation();
        byte[][] arguments = byOperation[operation.ordinal()];
        switch (operation) {
            case MGET, MSET -> {
                int step = operation == RedisOperation.MGET ? 1 : 2;
                if (arguments.length == 0) {
                    arguments = keyArguments(request.keyCount(), step);
                    byOperation[operation.ordinal()] = arguments;
                }
                for (int i = 0; i < request.keyCount(); i++) {
                    byte[] key = arguments[step * i];
                    KeyText.digits(key, key.length - KeyText.DIGITS, request.key(i));
                }
            }
            case HSET, HGET, ZADD, ZSCORE -> {
                firstKey(request);
                keys.element(request.element());
                if (operation == RedisOperation.ZADD) {
                    arguments[1] = score(request.element());
                }
            }
            default -> firstKey(request);
        }
        return arguments;
    }

    private byte[][] keyArguments(int count, int step) {
        byte[][] arguments = new byte[step * count][];
        Arrays.fill(arguments, VALUE);
        for (int i = 0; i < count; i++) {
            arguments[step * i] = keys.key(Family.STRING, 0).clone();
        }
        return arguments;
    }

    /** Returns the key of the value that is an argument. */
    public static long keyOfValue(RedisRequest request, int argument) {
        return request.key(request.operation() == RedisOperation.MSET ? argument / 2 : 0);
    }

    /** Returns the arguments with their values. */
    public byte[][] arguments(RedisRequest request, ValueText values) {
        byte[][] arguments = arguments(request).clone();
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].length == 0) {
                arguments[i] = values.bytes(keyOfValue(request, i), request.element());
            }
        }
        return arguments;
    }
}
