// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.CommandText.Arguments;
import org.plateaubench.plugin.redis.command.KeyText;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.command.ValueText;

/**
 * Writes commands of one user without allocating objects. A command of one key is copied from a template, in which only
 * the digits of the key and perhaps a value differ between requests. One thread at a time.
 */
public final class CommandEncoder implements Arguments {
    private static final byte[] LINE = {'\r', '\n'};
    private static final byte[][] LENGTHS = new byte[1_024][];

    static {
        Arrays.setAll(LENGTHS, CommandEncoder::newLengthLine);
    }

    /** The key of templates, a number whose digits occur nowhere else in a command. */
    private static final long KEY = 918_273_645_546L;

    private final CommandText text;
    private final ValueText values;
    private final byte[][] heads = new byte[RedisOperation.ALL.size()][];
    private final int[] headCounts = new int[RedisOperation.ALL.size()];
    private final @Nullable Template[] templates = new @Nullable Template[RedisOperation.ALL.size()];
    private WriteBuffer out = new WriteBuffer();
    /** Where the value of the present command begins and ends, with its length; -1 without a value. */
    private int valueAt;

    private int valueEnd;

    /**
     * A command.
     *
     * @param head bytes before the value; all bytes of a command without a value
     * @param digitsAt index of the key's digits
     * @param tail bytes after the value; null without a value
     */
    @SuppressWarnings("ArrayRecordComponent") // Templates are not compared.
    private record Template(byte[] head, int digitsAt, byte @Nullable [] tail) {
        int writeHead(byte[] array, int at, long key) {
            System.arraycopy(head, 0, array, at, head.length);
            KeyText.digits(array, at + digitsAt, key);
            return at + head.length;
        }
    }

    public CommandEncoder(UserCommands commands) {
        text = commands.text();
        values = commands.values();
        Arrays.setAll(templates, operation -> template(RedisOperation.ALL.get(operation)));
    }

    /** Returns the template of an operation; null for one with several keys or with elements. */
    private @Nullable Template template(RedisOperation operation) {
        return switch (operation) {
            case MGET, MSET, HSET, HGET, ZADD, ZSCORE -> null;
            case GET, SET, EXPIRE, INCR, EVAL, HGETALL, LPUSH, LPOP, LRANGE, ZRANGE -> {
                RedisRequest request = new RedisRequest();
                request.become(operation, KEY, 0);
                out = new WriteBuffer();
                valueAt = -1;
                text.write(request, this);
                byte[] all = Arrays.copyOf(out.array(), out.end());
                byte[] head = Arrays.copyOf(all, valueAt < 0 ? all.length : valueAt);
                byte[] tail = valueAt < 0 ? null : Arrays.copyOfRange(all, valueEnd, all.length);
                String key = new String(text.firstKey(request), StandardCharsets.US_ASCII);
                int keyAt = new String(head, StandardCharsets.US_ASCII).indexOf(key);
                yield new Template(head, keyAt + key.length() - KeyText.DIGITS, tail);
            }
        };
    }

    @SuppressWarnings("EnumOrdinal") // a table that is read once per command
    public void encode(RedisRequest request, WriteBuffer out) {
        Template template = templates[request.operation().ordinal()];
        if (template == null) {
            this.out = out;
            text.write(request, this);
        } else if (template.tail == null) {
            out.reserve(template.head.length);
            out.end(template.writeHead(out.array(), out.end(), request.key(0)));
        } else {
            encodeWithValue(template, template.tail, request.key(0), out);
        }
    }

    private void encodeWithValue(Template template, byte[] tail, long key, WriteBuffer to) {
        int size = values.size(key, 0);
        byte[] line = lengthLine(size);
        to.reserve(template.head.length + line.length + size + tail.length);
        byte[] array = to.array();
        int at = template.writeHead(array, to.end(), key);
        System.arraycopy(line, 0, array, at, line.length);
        at += line.length;
        values.copy(array, at, key, 0, size);
        System.arraycopy(tail, 0, array, at + size, tail.length);
        to.end(at + size + tail.length);
    }

    private static byte[] lengthLine(int length) {
        return length < LENGTHS.length ? LENGTHS[length] : newLengthLine(length);
    }

    private static byte[] newLengthLine(int length) {
        return ("$" + length + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // a table that is read once per command
    public void begin(RedisOperation operation, int count) {
        int ordinal = operation.ordinal();
        if (headCounts[ordinal] != count) {
            String word = operation.word();
            heads[ordinal] = ("*" + (count + 1) + "\r\n$" + word.length() + "\r\n" + word + "\r\n")
                    .getBytes(StandardCharsets.US_ASCII);
            headCounts[ordinal] = count;
        }
        out.write(heads[ordinal]);
    }

    @Override
    public void argument(byte[] argument) {
        out.write(lengthLine(argument.length));
        out.write(argument);
        out.write(LINE);
    }

    @Override
    public void value(long key, long element) {
        int size = values.size(key, element);
        valueAt = out.end();
        out.write(lengthLine(size));
        out.reserve(size);
        values.copy(out.array(), out.end(), key, element, size);
        valueEnd = out.end() + size;
        out.end(valueEnd);
        out.write(LINE);
    }
}
