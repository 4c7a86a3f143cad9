// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.util.Arrays;

/**
 * The part of a reply that is checked; reused for every reply. The reader of a reply calls {@link #begin}, then for
 * each text in it, in order and including nulls, {@link #text}, and then {@link #end} or {@link #error}. A null, a
 * double and a big number of protocol 3 count as text, a map as an array of its keys and values. Not thread-safe.
 */
public final class RedisReply {
    /** The length of a missing value: the key, field or member does not exist. */
    public static final long ABSENT = -1;

    private Kind kind = Kind.STATUS;
    private long number;
    private String error = "";
    private final int maxBytesPerText;
    private long[] lengths = new long[16];
    private int elements;
    private byte[] bytes = new byte[0];
    private int byteCount;

    public enum Kind {
        STATUS,
        INTEGER,
        /** Bytes, or null when the key does not exist. */
        BULK,
        /** Several replies; a map of protocol 3 counts as its keys and values. */
        ARRAY,
        ERROR
    }

    public RedisReply(int maxBytesPerText) {
        this.maxBytesPerText = maxBytesPerText;
    }

    /** Resets the reply, for a new one or to read one again from its start. */
    public void begin() {
        elements = 0;
        byteCount = 0;
    }

    /** Adds a text and copies as many of its bytes as are needed; the length is {@link #ABSENT} for a null. */
    public void text(byte[] source, int offset, long length) {
        if (elements == lengths.length) {
            lengths = Arrays.copyOf(lengths, 2 * elements);
        }
        lengths[elements++] = length;
        int copied = (int) Math.min(length, maxBytesPerText);
        if (copied > 0) {
            if (bytes.length - byteCount < copied) {
                bytes = Arrays.copyOf(bytes, Math.max(byteCount + copied, 2 * bytes.length));
            }
            System.arraycopy(source, offset, bytes, byteCount, copied);
            byteCount += copied;
        }
    }

    /** Ends a reply with its number: the length of a value, {@link #ABSENT} for none, or the count of elements. */
    public void end(Kind kind, long number) {
        this.kind = kind;
        this.number = number;
    }

    /** Ends an error reply with the server's text, without the type character. */
    public void error(String text) {
        end(Kind.ERROR, 0);
        error = text;
    }

    public Kind kind() {
        return kind;
    }

    public int elements() {
        return elements;
    }

    public long elementLength(int index) {
        return lengths[index];
    }

    /** Returns the texts one after the other, if they were copied; overwritten by the next reply. */
    public byte[] bytes() {
        return bytes;
    }

    /** Returns the number of valid bytes in {@link #bytes}. */
    public int byteCount() {
        return byteCount;
    }

    /** Returns the number, the length of the value in bytes or the number of elements. */
    public long number() {
        return number;
    }

    public String error() {
        return error;
    }
}
