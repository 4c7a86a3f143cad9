// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.KeyText;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.command.ValueText;

/**
 * Writes commands without allocating objects. A command of one key is copied from a template, in which only
 * the digits of the key and perhaps a value differ between requests. Not thread-safe.
 */
public final class CommandEncoder {
    private static final byte[] LINE = {'\r', '\n'};
    private static final byte[][] LENGTHS = new byte[1_024][];

    static {
        Arrays.setAll(LENGTHS, CommandEncoder::newLengthLine);
    }

    private final CommandText text;
    private final ValueText values;
    private final byte[][] prefixes = new byte[RedisOperation.ALL.size()][];
    private final @Nullable Template[] templates = new @Nullable Template[RedisOperation.ALL.size()];

    /** The bytes of a command before its value, with the index of the key's digits, and after it; null without one. */
    @SuppressWarnings("ArrayRecordComponent") // Templates are not compared.
    private record Template(byte[] prefix, int digitsAt, byte @Nullable [] suffix) {
        int writePrefix(byte[] array, int position, long key) {
            System.arraycopy(prefix, 0, array, position, prefix.length);
            KeyText.digits(array, position + digitsAt, key);
            return position + prefix.length;
        }
    }

    public CommandEncoder(UserCommands.Shared commands) {
        text = commands.text();
        values = commands.values();
        Arrays.setAll(prefixes, operation -> prefix(RedisOperation.ALL.get(operation)));
        Arrays.setAll(templates, operation -> template(RedisOperation.ALL.get(operation)));
    }

    private byte[] prefix(RedisOperation operation) {
        String word = operation.word();
        return ("*" + (1 + text.argumentCount(operation)) + "\r\n$" + word.length() + "\r\n" + word + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the template of an operation; null for one with several keys or with elements. */
    private @Nullable Template template(RedisOperation operation) {
        return switch (operation) {
            case MGET, MSET, HSET, HGET, ZADD, ZSCORE -> null;
            case GET, SET, EXPIRE, INCR, EVAL, HGETALL, LPUSH, LPOP, LRANGE, ZRANGE -> {
                RedisRequest request = new RedisRequest();
                request.set(operation, 0, 0);
                byte[] key = text.firstKey(request);
                int digitsAt = 0;
                byte[] prefix = null;
                WriteBuffer out = new WriteBuffer();
                out.write(prefix(operation));
                for (byte[] argument : text.arguments(request)) {
                    if (argument.length == 0) {
                        prefix = Arrays.copyOf(out.array(), out.end());
                        out.clear();
                        out.write(LINE);
                    } else {
                        write(argument, out);
                        digitsAt = Arrays.equals(argument, key) ? out.end() - LINE.length - KeyText.DIGITS : digitsAt;
                    }
                }
                byte[] rest = Arrays.copyOf(out.array(), out.end());
                yield prefix == null ? new Template(rest, digitsAt, null) : new Template(prefix, digitsAt, rest);
            }
        };
    }

    @SuppressWarnings("EnumOrdinal") // tables that are read once per command
    public void encode(RedisRequest request, WriteBuffer out) {
        int operation = request.operation().ordinal();
        Template template = templates[operation];
        if (template == null) {
            out.write(prefixes[operation]);
            byte[][] arguments = text.arguments(request);
            for (int i = 0; i < arguments.length; i++) {
                if (arguments[i].length == 0) {
                    writeValue(CommandText.keyOfValue(request, i), request.element(), out);
                } else {
                    write(arguments[i], out);
                }
            }
        } else if (template.suffix == null) {
            out.reserve(template.prefix.length);
            out.end(template.writePrefix(out.array(), out.end(), request.key(0)));
        } else {
            encodeWithValue(template, template.suffix, request.key(0), out);
        }
    }

    private void encodeWithValue(Template template, byte[] suffix, long key, WriteBuffer to) {
        int size = values.size(key, 0);
        byte[] line = lengthLine(size);
        to.reserve(template.prefix.length + line.length + size + suffix.length);
        byte[] array = to.array();
        int position = template.writePrefix(array, to.end(), key);
        System.arraycopy(line, 0, array, position, line.length);
        position += line.length;
        values.copy(array, position, key, 0, size);
        System.arraycopy(suffix, 0, array, position + size, suffix.length);
        to.end(position + size + suffix.length);
    }

    private static byte[] lengthLine(int length) {
        return length < LENGTHS.length ? LENGTHS[length] : newLengthLine(length);
    }

    private static byte[] newLengthLine(int length) {
        return ("$" + length + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    private static void write(byte[] argument, WriteBuffer out) {
        out.write(lengthLine(argument.length));
        out.write(argument);
        out.write(LINE);
    }

    private void writeValue(long key, long element, WriteBuffer out) {
        int size = values.size(key, element);
        out.write(lengthLine(size));
        out.reserve(size);
        values.copy(out.array(), out.end(), key, element, size);
        out.end(out.end() + size);
        out.write(LINE);
    }
}
