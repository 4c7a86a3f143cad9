// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.plateaubench.wire.RefusedMessageException;

/**
 * What one message of the broker carries.
 *
 * @param kind what it is
 * @param lease lease under which a controller speaks, or the negative number of a question outside of a conversation; agents
 *     repeat it
 * @param number number of a part; of an acknowledgement, the number that is expected next
 * @param content bytes of a part, or a sentence
 */
@SuppressWarnings("ArrayRecordComponent") // Frames are not compared, and their bytes not changed.
record Frame(Kind kind, long lease, long number, byte[] content) {
    /** Most bytes of a part. */
    static final int MOST_CONTENT = 512 * 1024;

    private static final short BEGIN = (short) 0x5052;
    private static final byte VERSION = 1;
    private static final int HEADER = 20;
    private static final int LONGEST_SENTENCE = 1_000;
    private static final byte[] NOTHING = {};

    /** The kinds of frames. */
    enum Kind {
        /** A part of a message; others follow. */
        PART(0),
        /** The last part of a message. */
        LAST(1),
        /** All parts below the number have arrived. */
        TAKEN(2),
        /** The number is the sender's clock; the answer repeats it and has the other clock as content. */
        CLOCK(3),
        /** The conversation is over, for the reason of the sentence. */
        END(4),
        /** A controller asks for the journal of the run, from the byte of the number on; outside of a conversation. */
        COLLECT(5),
        /** Bytes of a journal from the byte of the number on, after one that says what there is. */
        JOURNAL(6),
        /** The result of the run is complete; the answer says that the journal is removed. */
        SEALED(7);

        private final byte code;

        Kind(int code) {
            this.code = (byte) code;
        }

        static Kind of(byte code) throws RefusedMessageException {
            for (Kind kind : values()) {
                if (kind.code == code) {
                    return kind;
                }
            }
            throw new RefusedMessageException("a part of the unknown kind " + code);
        }
    }

    static Frame taken(long lease, long expected) {
        return new Frame(Kind.TAKEN, lease, expected, NOTHING);
    }

    static Frame clock(long lease, long sentNanos) {
        return new Frame(Kind.CLOCK, lease, sentNanos, NOTHING);
    }

    /** The answer to a question for the clock. */
    Frame answer(long nowNanos) {
        return new Frame(
                Kind.CLOCK,
                lease,
                number,
                ByteBuffer.allocate(Long.BYTES).putLong(nowNanos).array());
    }

    /** A question for a journal, which has its own number in the place of a lease; every answer to it repeats that. */
    static Frame collect(long question, long offset) {
        return new Frame(Kind.COLLECT, question, offset, NOTHING);
    }

    /** The answer to a question for a part of a journal. */
    Frame journal(Journals.Part part) {
        byte[] content = new byte[1 + part.bytes().length];
        content[0] = part.state().code;
        System.arraycopy(part.bytes(), 0, content, 1, part.bytes().length);
        return new Frame(Kind.JOURNAL, lease, number, content);
    }

    /**
     * The message that the result of a run is complete, and, with the same number, the answer that its journal is
     * removed.
     */
    static Frame sealed(long question) {
        return new Frame(Kind.SEALED, question, 0, NOTHING);
    }

    static Frame end(long lease, String sentence) {
        String shown = sentence.length() > LONGEST_SENTENCE ? sentence.substring(0, LONGEST_SENTENCE) : sentence;
        return new Frame(Kind.END, lease, 0, shown.getBytes(StandardCharsets.UTF_8));
    }

    boolean isPart() {
        return kind == Kind.PART || kind == Kind.LAST;
    }

    /** Whether it belongs to no conversation. */
    boolean isOfJournal() {
        return kind == Kind.COLLECT || kind == Kind.JOURNAL || kind == Kind.SEALED;
    }

    /** Whether it asks for the clock. */
    boolean isQuestion() {
        return kind == Kind.CLOCK && content.length == 0;
    }

    String sentence() {
        return new String(content, StandardCharsets.UTF_8);
    }

    byte[] bytes() {
        return ByteBuffer.allocate(HEADER + content.length)
                .putShort(BEGIN)
                .put(VERSION)
                .put(kind.code)
                .putLong(lease)
                .putLong(number)
                .put(content)
                .array();
    }

    static Frame of(byte[] bytes) throws RefusedMessageException {
        if (bytes.length > HEADER + MOST_CONTENT) {
            throw new RefusedMessageException(
                    "a part of " + bytes.length + " bytes; at most " + (HEADER + MOST_CONTENT) + " are read");
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER || buffer.getShort() != BEGIN) {
            throw new RefusedMessageException("bytes that do not begin as a part of a message does");
        }
        byte version = buffer.get();
        byte kind = buffer.get();
        if (version != VERSION) {
            throw new RefusedMessageException("a part of version " + version + "; this process has version " + VERSION);
        }
        Frame frame = new Frame(Kind.of(kind), buffer.getLong(), buffer.getLong(), new byte[bytes.length - HEADER]);
        buffer.get(frame.content);
        if (frame.kind == Kind.END && bytes.length > HEADER + 4 * LONGEST_SENTENCE) {
            throw new RefusedMessageException("a sentence of " + frame.content.length + " bytes");
        }
        return frame;
    }
}
