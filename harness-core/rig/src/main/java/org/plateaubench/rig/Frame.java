// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.plateaubench.rig.Engagement.MissingJars;
import org.plateaubench.wire.RefusedMessageException;

/**
 * The content of one message of the broker.
 *
 * @param lease lease of the controller; 0 for a request for a clock that belongs to no run
 * @param number number of the command or of the part; for a clock, the clock of the process that asked
 * @param content bytes of the part, or a one-sentence message
 */
@SuppressWarnings("ArrayRecordComponent") // Frames are not compared, and their bytes not changed.
record Frame(Kind kind, long lease, long number, byte[] content) {
    static final int MAX_CONTENT = 512 * 1024;

    private static final short BEGIN = (short) 0x5052;
    private static final byte VERSION = 1;
    private static final int HEADER = 20;
    private static final int LONGEST_SENTENCE = 1_000;
    private static final byte[] NOTHING = {};

    enum Kind {
        /** An {@link Offer} of a controller, the first command of a run. The answer lists the {@link MissingJars}. */
        OFFER(0),
        /** A part of a jar: the 32 bytes of its digest, then the next bytes of its content. */
        JAR(1),
        PART(2),
        LAST(3),
        /** The last part of the last message of an agent in the run. */
        FINAL(4),
        /** The answer to a command that was carried out. */
        DONE(5),
        /** The end of the run, or the answer to a command that is refused, with its reason as one sentence. */
        END(6),
        /** A request for the clock. The answer repeats the number and has the other clock as content. */
        CLOCK(7),
        /** A heartbeat of an agent; its content is a sentence if the broker does not store what the agent publishes. */
        SIGN(8);

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

    static Frame clock(long lease, long sentNanos) {
        return new Frame(Kind.CLOCK, lease, sentNanos, NOTHING);
    }

    Frame answer(long nowNanos) {
        return new Frame(
                Kind.CLOCK,
                lease,
                number,
                ByteBuffer.allocate(Long.BYTES).putLong(nowNanos).array());
    }

    static Frame end(long lease, long number, String sentence) {
        return new Frame(Kind.END, lease, number, text(sentence));
    }

    static Frame sign(long lease, String problem) {
        return new Frame(Kind.SIGN, lease, 0, text(problem));
    }

    private static byte[] text(String sentence) {
        String shown = sentence.length() > LONGEST_SENTENCE ? sentence.substring(0, LONGEST_SENTENCE) : sentence;
        return shown.getBytes(StandardCharsets.UTF_8);
    }

    Frame done(byte[] answer) {
        return new Frame(Kind.DONE, lease, number, answer);
    }

    Frame done() {
        return done(NOTHING);
    }

    Frame refused(String sentence) {
        return end(lease, number, sentence);
    }

    boolean isPart() {
        return kind == Kind.PART || kind == Kind.LAST || kind == Kind.FINAL;
    }

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
        if (bytes.length > HEADER + MAX_CONTENT) {
            throw new RefusedMessageException(
                    "a part of " + bytes.length + " bytes; at most " + (HEADER + MAX_CONTENT) + " are read");
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
        return frame;
    }
}
