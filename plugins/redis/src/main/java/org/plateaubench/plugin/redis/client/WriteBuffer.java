// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A buffer of bytes, appended and sent in order; it is reused once all are sent. Used by one thread at a time. */
public final class WriteBuffer {
    private static final int FIRST_BYTES = 512;
    /** Largest buffer that is kept. */
    private static final int KEPT_BYTES = 1 << 17;

    private byte[] bytes = new byte[FIRST_BYTES];
    private ByteBuffer view = ByteBuffer.wrap(bytes);
    private int start;
    private int end;

    public boolean isEmpty() {
        return start == end;
    }

    /** Ensures space for this many more bytes, which may be written into {@link #array()} from {@link #end()} on. */
    public void reserve(int count) {
        if (bytes.length - end < count) {
            grow(count);
        }
    }

    private void grow(int count) {
        int size = end - start;
        byte[] from = bytes;
        if (bytes.length - size < count) {
            replaceArray(new byte[Math.max(Math.addExact(size, count), 2 * bytes.length)]);
        }
        System.arraycopy(from, start, bytes, 0, size);
        start = 0;
        end = size;
    }

    private void replaceArray(byte[] array) {
        bytes = array;
        view = ByteBuffer.wrap(array);
    }

    /** Returns the array of the bytes, which {@link #reserve} may replace. */
    public byte[] array() {
        return bytes;
    }

    public int end() {
        return end;
    }

    public void end(int end) {
        this.end = end;
    }

    /** Appends a command of a few arguments. */
    void command(List<String> words) {
        ascii("*" + words.size() + "\r\n");
        for (String word : words) {
            byte[] text = word.getBytes(StandardCharsets.UTF_8);
            ascii("$" + text.length + "\r\n");
            write(text);
            ascii("\r\n");
        }
    }

    private void ascii(String text) {
        write(text.getBytes(StandardCharsets.US_ASCII));
    }

    void write(byte[] source) {
        reserve(source.length);
        System.arraycopy(source, 0, bytes, end, source.length);
        end += source.length;
    }

    /** Returns the unsent bytes; the caller reports sent bytes by {@link #sent}. */
    public ByteBuffer unsent() {
        return view.limit(end).position(start);
    }

    public void sent(int count) {
        start += count;
        if (start == end) {
            clear();
        }
    }

    public void clear() {
        start = 0;
        end = 0;
        if (bytes.length > KEPT_BYTES) {
            replaceArray(new byte[FIRST_BYTES]);
        }
    }
}
