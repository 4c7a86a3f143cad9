// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.resp;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.KeyText;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisRequest;

/**
 * A command as bytes in which only the digits of one key, and perhaps one value, differ between requests. It is built
 * by encoding the command once, so that the text of a command is defined in one place.
 */
final class CommandTemplate {
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
        CommandParts parts = new CommandParts();
        text.write(request, parts);
        byte[] head = parts.head();
        byte[] key = text.keys().copyOfKey(operation.family(), KEY);
        return new CommandTemplate(
                head, indexOf(key, head) + key.length - KeyText.DIGITS, parts.tail(), parts.hasValue());
    }

    private static int indexOf(byte[] part, byte[] bytes) {
        for (int at = 0; at <= bytes.length - part.length; at++) {
            if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
                return at;
            }
        }
        throw new IllegalStateException("a command without its key");
    }

    /** Returns whether there is a value between head and tail. */
    boolean hasValue() {
        return hasValue;
    }

    /** Returns the number of bytes without those of a value. */
    int length() {
        return head.length + tail.length;
    }

    /**
     * Writes the command, or the part before its value.
     *
     * @return index after the last byte
     */
    int writeHead(byte[] array, int at, long key) {
        System.arraycopy(head, 0, array, at, head.length);
        KeyText.digits(array, at + digitsAt, key);
        return at + head.length;
    }

    /**
     * Writes the part after the value.
     *
     * @return index after the last byte
     */
    int writeTail(byte[] array, int at) {
        System.arraycopy(tail, 0, array, at, tail.length);
        return at + tail.length;
    }
}
