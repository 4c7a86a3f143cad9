// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.plateaubench.wire.RefusedMessageException;

/**
 * The content of one message of the broker.
 *
 * @param kind its kind
 * @param lease lease of the controller, or the negative number of a request outside of a conversation; agents repeat it
 *     in answers
 * @param number number of the part; for an acknowledgement, the number that is expected next
 * @param content bytes of the part, or a one-sentence message
 */
@SuppressWarnings("ArrayRecordComponent") // Frames are not compared, and their bytes not changed.
record Frame(Kind kind, long lease, long number, byte[] content) {
    /** Greatest length of a part, in bytes. */
    static final int MOST_CONTENT = 512 * 1024;

    private static final short BEGIN = (short) 0x5052;
    private static final byte VERSION = 1;
    private static final int HEADER = 20;
    private static final int LONGEST_SENTENCE = 1_000;
    private static final byte[] NOTHING = {};

    enum Kind {
        /** A part of a message; others follow. */
        PART(0),
        /** The last part of a message. */
        LAST(1),
        /** All parts below the number have arrived. */
        TAKEN(2),
        /**
         * A request for the clock, with the sender's clock as number. The answer repeats the number and has the other
         * clock as content.
         */
        CLOCK(3),
        /** The end of the conversation, with its reason as one sentence. */
        END(4),
        /**
         * A request of a controller for the journal of the run, from the byte offset in the number on. Outside of a
         * conversation.
         */
        COLLECT(5),
        /** Bytes of a journal from the offset in the number on, after one byte with the state of the journal. */
        JOURNAL(6),
        /** The result of the run is complete. The answer confirms that the journal was removed. */
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

    /** Creates the answer to a request for the clock. */
    Frame answer(long nowNanos) {
        return new Frame(
                Kind.CLOCK,
                lease,
                number,
                ByteBuffer.allocate(Long.BYTES).putLong(nowNanos).array());
    }

    /** Creates a request for a journal. It has its own number in place of a lease, which every answer repeats. */
    static Frame collect(long question, long offset) {
        return new Frame(Kind.COLLECT, question, offset, NOTHING);
    }

    /** Creates the answer to a request for a part of a journal. */
    Frame journal(Journals.Part part) {
        byte[] content = new byte[1 + part.bytes().length];
        content[0] = part.state().code;
        System.arraycopy(part.bytes(), 0, content, 1, part.bytes().length);
        return new Frame(Kind.JOURNAL, lease, number, content);
    }

    /**
     * Creates the message that the result of a run is complete, or, with the same number, the answer that the journal
     * was removed.
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

    /** Whether the frame belongs to no conversation. */
    boolean isOfJournal() {
        return kind == Kind.COLLECT || kind == Kind.JOURNAL || kind == Kind.SEALED;
    }

    /** Whether the frame is a request for the clock. */
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
