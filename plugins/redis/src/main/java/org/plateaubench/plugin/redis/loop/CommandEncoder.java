// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.CommandText;
import org.plateaubench.plugin.redis.command.CommandText.Arguments;
import org.plateaubench.plugin.redis.command.RedisOperation;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.plugin.redis.command.ValueText;

/** Writes commands of one user without allocating objects. One thread at a time. */
public final class CommandEncoder implements Arguments {
    private static final byte[][] LENGTHS = new byte[1_024][];

    static {
        for (int length = 0; length < LENGTHS.length; length++) {
            LENGTHS[length] = CommandTemplate.lengthLine(length);
        }
    }

    private final CommandText text;
    private final ValueText values;
    private final byte[][] heads = new byte[RedisOperation.ALL.size()][];
    private final int[] headCounts = new int[RedisOperation.ALL.size()];
    private final @Nullable CommandTemplate[] templates = new @Nullable CommandTemplate[RedisOperation.ALL.size()];
    private WriteBuffer out = new WriteBuffer();

    public CommandEncoder(UserCommands commands) {
        text = commands.text();
        values = commands.values();
        Arrays.setAll(templates, operation -> CommandTemplate.of(RedisOperation.ALL.get(operation), text));
    }

    @SuppressWarnings("EnumOrdinal") // a table that is read once per command
    public void encode(RedisRequest request, WriteBuffer itsOut) {
        CommandTemplate template = templates[request.operation().ordinal()];
        if (template == null) {
            out = itsOut;
            text.write(request, this);
        } else if (template.hasValue()) {
            encodeWithValue(template, request.key(0), itsOut);
        } else {
            itsOut.reserve(template.length());
            itsOut.end(template.writeHead(itsOut.array(), itsOut.end(), request.key(0)));
        }
    }

    private void encodeWithValue(CommandTemplate template, long key, WriteBuffer to) {
        int size = values.size(key, 0);
        byte[] line = size < LENGTHS.length ? LENGTHS[size] : CommandTemplate.lengthLine(size);
        to.reserve(template.length() + line.length + size);
        byte[] array = to.array();
        int at = template.writeHead(array, to.end(), key);
        System.arraycopy(line, 0, array, at, line.length);
        values.copy(array, at + line.length, key, 0, size);
        to.end(template.writeTail(array, at + line.length + size));
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // a table that is read once per command
    public void begin(RedisOperation operation, int count) {
        int ordinal = operation.ordinal();
        byte[] head = heads[ordinal];
        if (headCounts[ordinal] != count) {
            head = CommandTemplate.begun(operation, count);
            heads[ordinal] = head;
            headCounts[ordinal] = count;
        }
        out.write(head);
    }

    @Override
    public void argument(byte[] argument) {
        byte[] array = reserved(argument.length);
        int at = out.end();
        System.arraycopy(argument, 0, array, at, argument.length);
        endLine(array, at + argument.length);
    }

    @Override
    public void value(long key, long element) {
        int size = values.size(key, element);
        byte[] array = reserved(size);
        int at = out.end();
        values.copy(array, at, key, element, size);
        endLine(array, at + size);
    }

    /** Writes the length of an argument; returns the array to write it into. */
    private byte[] reserved(int size) {
        byte[] line = size < LENGTHS.length ? LENGTHS[size] : CommandTemplate.lengthLine(size);
        out.reserve(line.length + size + CommandTemplate.LINE.length);
        byte[] array = out.array();
        int at = out.end();
        System.arraycopy(line, 0, array, at, line.length);
        out.end(at + line.length);
        return array;
    }

    private void endLine(byte[] array, int at) {
        array[at] = '\r';
        array[at + 1] = '\n';
        out.end(at + CommandTemplate.LINE.length);
    }
}
