// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.command;

/**
 * What a reply says, as far as it is judged; filled again and again. A value is judged by its length and, where its
 * bytes were kept, by its bytes. Confined to whoever uses it.
 */
public final class RedisReply {
    /** Stands for no value: the key, field or member is not there. */
    public static final long ABSENT = -1;

    private Kind kind = Kind.STATUS;
    private long number;
    private int present;
    private String error = "";

    /** What came. */
    public enum Kind {
        STATUS,
        INTEGER,
        BULK,
        ARRAY,
        ERROR
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
