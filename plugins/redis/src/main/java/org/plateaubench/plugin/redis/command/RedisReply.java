// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a reply says, as far as it is judged; filled again and again. Whoever reads a reply calls {@link #begin}, then for
 * each text in it, in order and nulls included, {@link #element} and, if {@link #keepsBytes}, {@link #take}, and at the
 * end what the whole is: {@link #status}, {@link #integer}, {@link #bulk}, {@link #array} or {@link #error}. A null, a
 * double and a big number of protocol 3 count as text, a map as an array of its keys and values. Confined to whoever
 * uses it.
 */
public final class RedisReply {
    /** Stands for no value: the key, field or member is not there. */
    public static final long ABSENT = -1;

    private Kind kind = Kind.STATUS;
    private long number;
    private int present;
    private String error = "";
    private boolean keepsBytes;
    private long[] lengths = new long[16];
    private int elements;
    private byte[] bytes = new byte[0];
    private int kept;

    /** What came. */
    public enum Kind {
        STATUS,
        INTEGER,
        BULK,
        ARRAY,
        ERROR
    }

    /** Says whether the bytes of values are wanted; not by default. */
    public void keepBytes(boolean wanted) {
        keepsBytes = wanted;
    }

    /** Whether {@link #take} is to be called. */
    public boolean keepsBytes() {
        return keepsBytes;
    }

    /** Forgets the reply before; also to read a reply from its start once more. */
    public void begin() {
        elements = 0;
        kept = 0;
    }

    /**
     * The length of one more text.
     *
     * @param length bytes, {@link #ABSENT} for a null
     */
    public void element(long length) {
        if (elements == lengths.length) {
            lengths = Arrays.copyOf(lengths, 2 * elements);
        }
        lengths[elements++] = length;
    }

    /** Takes the next bytes of texts. */
    public void take(ByteBuffer source, int length) {
        if (bytes.length - kept < length) {
            bytes = Arrays.copyOf(bytes, Math.max(kept + length, 2 * bytes.length));
        }
        source.get(bytes, kept, length);
        kept += length;
    }

    /** Takes the next bytes of texts from where they lie. */
    public void take(byte[] source, int offset, int length) {
        if (bytes.length - kept < length) {
            bytes = Arrays.copyOf(bytes, Math.max(kept + length, 2 * bytes.length));
        }
        System.arraycopy(source, offset, bytes, kept, length);
        kept += length;
    }

    /** A word. */
    public void status() {
        become(Kind.STATUS, 0, 0);
    }

    /** A number. */
    public void integer(long value) {
        become(Kind.INTEGER, value, 1);
    }

    /** A value of so many bytes, {@link #ABSENT} for none. */
    public void bulk(long bytes) {
        become(Kind.BULK, bytes, bytes == ABSENT ? 0 : 1);
    }

    /**
     * Several values.
     *
     * @param elements how many
     * @param notAbsent how many of them are there
     */
    public void array(long elements, int notAbsent) {
        become(Kind.ARRAY, elements, notAbsent);
    }

    /** An error, as the server words it, without the sign that marks it. */
    public void error(String text) {
        become(Kind.ERROR, 0, 0);
        error = text;
    }

    private void become(Kind itsKind, long itsNumber, int itsPresent) {
        kind = itsKind;
        number = itsNumber;
        present = itsPresent;
    }

    /** What came. */
    public Kind kind() {
        return kind;
    }

    /** Number of texts in the reply. */
    public int elements() {
        return elements;
    }

    /** Length of one of the texts in bytes, {@link #ABSENT} for a null. */
    public long elementLength(int index) {
        return lengths[index];
    }

    /** The texts one after the other, if they were taken; overwritten by the next reply. */
    public byte[] bytes() {
        return bytes;
    }

    /** Number of bytes that were taken. */
    public int bytesTaken() {
        return kept;
    }

    /** The number, the length of the value in bytes or the number of elements. */
    public long number() {
        return number;
    }

    /** How many of the values asked for are there. */
    public int present() {
        return present;
    }

    /** The server's words; of an error only. */
    public String error() {
        return error;
    }
}
