// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.resp;

import java.util.Arrays;
import org.plateaubench.plugin.redis.command.Arguments;
import org.plateaubench.plugin.redis.command.RedisOperation;

/** Takes a command apart: what comes before its value, and what comes after. */
final class CommandParts implements Arguments {
    private final WriteBuffer out = new WriteBuffer();
    private int headBytes = -1;

    @Override
    public void begin(RedisOperation operation, int count) {
        out.write(RespCodec.head(operation.word(), count));
    }

    @Override
    public void argument(byte[] text) {
        out.write(RespCodec.lengthLine(text.length));
        out.write(text);
        out.write(RespCodec.LINE);
    }

    @Override
    public void value(long key, long element) {
        headBytes = out.size();
        out.write(RespCodec.LINE);
    }

    boolean hasValue() {
        return headBytes >= 0;
    }

    /** Up to the value, without its length; everything when there is none. */
    byte[] head() {
        return Arrays.copyOfRange(out.array(), 0, hasValue() ? headBytes : out.end());
    }

    /** From the end of the line that the value is on. */
    byte[] tail() {
        return Arrays.copyOfRange(out.array(), hasValue() ? headBytes : out.end(), out.end());
    }
}
