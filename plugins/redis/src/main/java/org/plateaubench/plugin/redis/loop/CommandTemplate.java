// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.CommandText.Arguments;
import org.plateaubench.plugin.redis.command.KeyText;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisRequest;

/**
 * A command as bytes in which only the digits of one key, and perhaps one value, differ between requests. It is built
 * by encoding the command once, so that the text of a command is defined in one place.
 */
final class CommandTemplate {
    static final byte[] LINE = {'\r', '\n'};

    /** A number whose digits occur nowhere else in a command. */
    private static final long KEY = 918_273_645_546L;

    private final byte[] head;
    private final int digitsAt;
    private final byte[] tail;
    private final boolean hasValue;

    private CommandTemplate(byte[] head, int digitsAt, byte[] tail, boolean hasValue) {
        this.head = head;
        this.digitsAt = digitsAt;
        this.tail = tail;
        this.hasValue = hasValue;
    }

    /** A command without its value, whose place is remembered. */
    private static final class Parts implements Arguments {
        private final WriteBuffer out = new WriteBuffer();
        private int valueAt = -1;

        @Override
        public void begin(RedisOperation operation, int count) {
            out.write(begun(operation, count));
        }

        @Override
        public void argument(byte[] text) {
            out.write(lengthLine(text.length));
            out.write(text);
            out.write(LINE);
        }

        @Override
        public void value(long key, long element) {
            valueAt = out.size();
            out.write(LINE);
        }
    }

    static byte[] lengthLine(int length) {
        return ("$" + length + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the bytes before the first argument. */
    static byte[] begun(RedisOperation operation, int count) {
        String word = operation.word();
        return ("*" + (count + 1) + "\r\n$" + word.length() + "\r\n" + word + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the template of an operation; null for one with several keys or with elements. */
    static @Nullable CommandTemplate of(RedisOperation operation, CommandText text) {
        return switch (operation) {
            case MGET, MSET, HSET, HGET, ZADD, ZSCORE -> null;
            case GET, SET, EXPIRE, INCR, EVAL, HGETALL, LPUSH, LPOP, LRANGE, ZRANGE -> written(operation, text);
        };
    }

    private static CommandTemplate written(RedisOperation operation, CommandText text) {
        RedisRequest request = new RedisRequest();
        request.become(operation, KEY, 0);
        Parts parts = new Parts();
        text.write(request, parts);
        byte[] all = Arrays.copyOf(parts.out.array(), parts.out.end());
        int split = parts.valueAt < 0 ? all.length : parts.valueAt;
        String key = new String(text.firstKey(request), StandardCharsets.US_ASCII);
        int keyAt = new String(all, StandardCharsets.US_ASCII).indexOf(key);
        return new CommandTemplate(
                Arrays.copyOf(all, split),
                keyAt + key.length() - KeyText.DIGITS,
                Arrays.copyOfRange(all, split, all.length),
                parts.valueAt >= 0);
    }

    /** Returns whether there is a value between head and tail. */
    boolean hasValue() {
        return hasValue;
    }

    int length() {
        return head.length + tail.length;
    }

    /** Writes the command, or the part before its value; returns the index after the last byte. */
    int writeHead(byte[] array, int at, long key) {
        System.arraycopy(head, 0, array, at, head.length);
        KeyText.digits(array, at + digitsAt, key);
        return at + head.length;
    }

    /** Writes the part after the value; returns the index after the last byte. */
    int writeTail(byte[] array, int at) {
        System.arraycopy(tail, 0, array, at, tail.length);
        return at + tail.length;
    }
}
