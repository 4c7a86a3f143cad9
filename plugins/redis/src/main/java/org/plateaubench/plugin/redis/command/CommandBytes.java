// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

/**
 * The arguments of a command as separate arrays, which the next command of the operation overwrites: Jedis copies them
 * while it sends. One thread at a time.
 */
public final class CommandBytes implements CommandText.Arguments {
    private final CommandText text;
    private final ValueText values;
    private final byte[][][] byOperation = new byte[RedisOperation.ALL.size()][0][];
    private byte[][] arguments = new byte[0][];
    private int count;
    private long size;

    public CommandBytes(CommandText text, ValueText values) {
        this.text = text;
        this.values = values;
    }

    public byte[][] of(RedisRequest request) {
        text.write(request, this);
        return arguments;
    }

    /** Returns the bytes of the last arguments. */
    public long size() {
        return size;
    }

    @Override
    @SuppressWarnings("EnumOrdinal") // a table that is read once per command
    public void begin(RedisOperation operation, int count) {
        int ordinal = operation.ordinal();
        if (byOperation[ordinal].length != count) {
            byOperation[ordinal] = new byte[count][0];
        }
        arguments = byOperation[ordinal];
        this.count = 0;
        size = 0;
    }

    @Override
    public void argument(byte[] bytes) {
        System.arraycopy(bytes, 0, next(bytes.length), 0, bytes.length);
    }

    @Override
    public void value(long key, long element) {
        int length = values.size(key, element);
        values.copy(next(length), 0, key, element, length);
    }

    private byte[] next(int length) {
        if (arguments[count].length != length) {
            arguments[count] = new byte[length];
        }
        size += length;
        return arguments[count++];
    }
}
