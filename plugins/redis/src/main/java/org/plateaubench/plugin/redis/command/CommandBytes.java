// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;


/** The arguments of a command as separate arrays. One thread at a time. */
public final class CommandBytes implements Arguments {
    private final CommandText text;
    private final ValueText values;
    private byte[][] arguments = new byte[0][];
    private int count;
    private long size;

    public CommandBytes(CommandText text, ValueText values) {
        this.text = text;
        this.values = values;
    }

    /** Returns the arguments of a request. */
    public byte[][] of(RedisRequest request) {
        text.write(request, this);
        return arguments;
    }

    /** Returns the bytes of the last arguments. */
    public long size() {
        return size;
    }

    @Override
    public void begin(RedisOperation operation, int itsCount) {
        arguments = new byte[itsCount][];
        count = 0;
        size = 0;
    }

    @Override
    public void argument(byte[] bytes) {
        add(bytes.clone());
    }

    @Override
    public void value(long key, long element) {
        add(values.bytes(key, element));
    }

    private void add(byte[] bytes) {
        arguments[count++] = bytes;
        size += bytes.length;
    }
}
