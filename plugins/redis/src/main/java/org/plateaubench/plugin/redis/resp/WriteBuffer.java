// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.resp;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Bytes to be sent: grows at its end, is sent from its start, and is used again once all is sent. Confined to whoever
 * uses it.
 */
public final class WriteBuffer extends OutputStream {
    private static final int FIRST_BYTES = 512;
    /** A buffer that once had to be larger is not kept. */
    private static final int KEPT_BYTES = 1 << 17;

    private byte[] bytes = new byte[FIRST_BYTES];
    private ByteBuffer view = ByteBuffer.wrap(bytes);
    private int start;
    private int end;

    /** Whether there is nothing to send. */
    public boolean isEmpty() {
        return start == end;
    }

    /** Number of bytes to be sent. */
    public int size() {
        return end - start;
    }

    /** Makes room for so many bytes more, which may be written into {@link #array()} from {@link #end()} on. */
    public void reserve(int count) {
        if (bytes.length - end < count) {
            grow(count);
        }
    }

    private void grow(int count) {
        int held = end - start;
        byte[] from = bytes;
        if (bytes.length - held < count) {
            use(new byte[Math.max(Math.addExact(held, count), 2 * bytes.length)]);
        }
        System.arraycopy(from, start, bytes, 0, held);
        start = 0;
        end = held;
    }

    private void use(byte[] array) {
        bytes = array;
        view = ByteBuffer.wrap(array);
    }

    /** What the bytes are in; another one after {@link #reserve}. */
    public byte[] array() {
        return bytes;
    }

    /** Where the next byte belongs. */
    public int end() {
        return end;
    }

    /** So many bytes have been written into the array, up to this place. */
    public void end(int itsEnd) {
        end = itsEnd;
    }

    @Override
    public void write(int value) {
        reserve(1);
        bytes[end++] = (byte) value;
    }

    @Override
    public void write(byte[] source, int offset, int length) {
        reserve(length);
        System.arraycopy(source, offset, bytes, end, length);
        end += length;
    }

    /** Appends all of an array. */
    @Override
    public void write(byte[] source) {
        write(source, 0, source.length);
    }

    /** What is to be sent; whoever has sent some of it says so by {@link #sent}. */
    public ByteBuffer toSend() {
        return view.limit(end).position(start);
    }

    /** So many bytes from the start have been sent. */
    public void sent(int count) {
        start += count;
        if (start == end) {
            clear();
        }
    }

    /** Forgets everything. */
    public void clear() {
        start = 0;
        end = 0;
        if (bytes.length > KEPT_BYTES) {
            use(new byte[FIRST_BYTES]);
        }
    }

    /** Nothing: what is here is sent by whoever owns it. */
    @Override
    public void flush() {
        // Bytes leave by toSend().
    }

    /** Nothing. */
    @Override
    public void close() {
        // There is nothing to release.
    }

    @Override
    public String toString() {
        return size() + " bytes of " + Arrays.toString(new int[] {start, end});
    }
}
