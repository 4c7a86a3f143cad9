// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.connect;

import java.io.IOException;
import java.util.Arrays;

/**
 * The bytes of one response, which are read directly to their final place. {@code next} is the index of the first byte
 * that has not been processed, {@code end} the end of the received bytes.
 */
final class ReadBuffer {
    private static final int FIRST_BYTES = 8 << 10;
    private static final int KEPT_BYTES = 64 << 10;
    private static final int MIN_GROWTH_BYTES = 256 << 10;
    private static final byte[] NOTHING = {};
    private static final int KEEP_ALL = -1;

    private byte[] bytes = NOTHING;
    private int next;
    private int end;
    private int reusableFrom = KEEP_ALL;
    private long receivedBytes;

    @FunctionalInterface
    interface Source {
        /** Reads like {@link java.io.InputStream#read(byte[], int, int)}. */
        int read(byte[] into, int offset, int length) throws IOException;
    }

    void begin() {
        if (bytes.length == 0) {
            bytes = new byte[FIRST_BYTES];
        }
        next = 0;
        end = 0;
        reusableFrom = KEEP_ALL;
        receivedBytes = 0;
    }

    /** Keeps only the smallest buffer, because many users with several connections each are in think time together. */
    void release() {
        if (bytes.length > FIRST_BYTES) {
            bytes = NOTHING;
        }
        next = 0;
        end = 0;
    }

    byte[] bytes() {
        return bytes;
    }

    int next() {
        return next;
    }

    int available() {
        return end - next;
    }

    long receivedBytes() {
        return receivedBytes;
    }

    void skip(int count) {
        next += count;
    }

    /** Allows the memory of the bytes between this index and {@link #next()} to be reused. */
    void allowReuse(int from) {
        reusableFrom = from;
        if (next == end) {
            next = from;
            end = from;
        }
    }

    /** Keeps all bytes up to {@link #next()} in their places. */
    void keep() {
        compact();
        reusableFrom = KEEP_ALL;
    }

    private void compact() {
        if (reusableFrom >= 0 && reusableFrom < next) {
            System.arraycopy(bytes, next, bytes, reusableFrom, end - next);
            end -= next - reusableFrom;
            next = reusableFrom;
        }
    }

    /** Reads at least one more byte. */
    void fill(Source source) throws IOException {
        if (!tryFill(source)) {
            throw ResponseProblem.ended(receivedBytes);
        }
    }

    /** Reads more bytes; returns false at the end. */
    boolean tryFill(Source source) throws IOException {
        if (end == bytes.length) {
            compact();
            if (end == bytes.length) {
                grow(bytes.length * 2);
            }
        }
        int read = source.read(bytes, end, bytes.length - end);
        if (read <= 0) {
            return false;
        }
        end += read;
        receivedBytes += read;
        return true;
    }

    /**
     * Reads until the given number of bytes is available. Announced bytes that have not been received occupy little
     * memory.
     */
    void fillTo(int count, Source source) throws IOException {
        while (end - next < count) {
            // One byte more than needed, so that unrequested bytes are noticed.
            int minLength = next + count + 1;
            if (minLength > bytes.length && end >= bytes.length / 2) {
                grow(Math.min(minLength, Math.max(bytes.length * 4, MIN_GROWTH_BYTES)));
            }
            fill(source);
        }
    }

    void discard(long count, Source source) throws IOException {
        int start = next;
        long remaining = count - (end - next);
        if (remaining <= 0) {
            next += (int) count;
            return;
        }
        if (start + remaining >= bytes.length && bytes.length < KEPT_BYTES) {
            grow((int) Math.min(start + remaining + 1, KEPT_BYTES));
        }
        if (start == bytes.length) {
            grow(bytes.length * 2);
        }
        while (remaining > 0) {
            next = start;
            end = start;
            fill(source);
            remaining -= end - start;
        }
        next = remaining == 0 ? start : end + (int) remaining;
        end = remaining == 0 ? start : end;
    }

    private void grow(int length) {
        if (length > bytes.length) {
            bytes = Arrays.copyOf(bytes, length);
        }
    }
}
