// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.resp;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.plateaubench.plugin.redis.command.Arguments;
import org.plateaubench.plugin.redis.command.RedisOperation;

/** Splits a command into the part before its value and the part after. */
final class CommandParts implements Arguments {
    static final byte[] LINE = {'\r', '\n'};

    private final WriteBuffer out = new WriteBuffer();
    private int headBytes = -1;

    static byte[] lengthLine(int length) {
        return ("$" + length + "\r\n").getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] head(String word, int count) {
        return ("*" + (count + 1) + "\r\n$" + word.length() + "\r\n" + word + "\r\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void begin(RedisOperation operation, int count) {
        out.write(head(operation.word(), count));
    }

    @Override
    public void argument(byte[] text) {
        out.write(lengthLine(text.length));
        out.write(text);
        out.write(LINE);
    }

    @Override
    public void value(long key, long element) {
        headBytes = out.size();
        out.write(LINE);
    }

    boolean hasValue() {
        return headBytes >= 0;
    }

    /** Returns the bytes before the value, without its length; all bytes when there is no value. */
    byte[] head() {
        return Arrays.copyOfRange(out.array(), 0, hasValue() ? headBytes : out.end());
    }

    /** Returns the bytes from the end of the value's line on. */
    byte[] tail() {
        return Arrays.copyOfRange(out.array(), hasValue() ? headBytes : out.end(), out.end());
    }
}
