// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.plateaubench.rig.Engagement.MissingJars;
import org.plateaubench.wire.RefusedMessageException;

/**
 * The content of one message of the broker.
 *
 * @param lease lease of the controller; {@link #NO_LEASE} for a request for the clock of the broker's host
 * @param number number of the command or message; for a clock request, the clock of the requesting process
 * @param content bytes of the message, or a sentence
 */
@SuppressWarnings("ArrayRecordComponent") // Frames are not compared, and their bytes not changed.
record Frame(Kind kind, long lease, long number, byte[] content) {
    static final long NO_LEASE = 0;

    private static final short BEGIN = (short) 0x5052;
    private static final byte VERSION = 1;
    private static final int HEADER = 20;
    static final byte[] NO_CONTENT = {};

    enum Kind {
        /** An {@link Offer} of a controller, the first command of a run. The answer lists the {@link MissingJars}. */
        OFFER,
        /** The next bytes of the missing jars, one jar after the other. */
        JAR,
        MESSAGE,
        /** The last message of an agent in the run. */
        FINAL,
        /** The answer to a command that was carried out. */
        DONE,
        /** The end of the run, or the answer to a command that is refused, with its reason as one sentence. */
        END,
        /** A request for the clock. The answer repeats the number and has the other clock as content. */
        CLOCK,
        /** A heartbeat of an agent; its content is a sentence if the broker does not store what the agent publishes. */
        HEARTBEAT
    }

    static Frame clock(long lease, long sentNanos) {
        return new Frame(Kind.CLOCK, lease, sentNanos, NO_CONTENT);
    }

    Frame answer(long nowNanos) {
        byte[] clockNanos = ByteBuffer.allocate(Long.BYTES).putLong(nowNanos).array();
        return new Frame(Kind.CLOCK, lease, number, clockNanos);
    }

    static Frame end(long lease, long number, String sentence) {
        return new Frame(Kind.END, lease, number, sentence.getBytes(StandardCharsets.UTF_8));
    }

    static Frame heartbeat(long lease, String problem) {
        return new Frame(Kind.HEARTBEAT, lease, 0, problem.getBytes(StandardCharsets.UTF_8));
    }

    Frame done(byte[] answer) {
        return new Frame(Kind.DONE, lease, number, answer);
    }

    Frame refused(String sentence) {
        return end(lease, number, sentence);
    }

    boolean isClockRequest() {
        return kind == Kind.CLOCK && content.length == 0;
    }

    String sentence() {
        return new String(content, StandardCharsets.UTF_8);
    }

    byte[] bytes() {
        return ByteBuffer.allocate(HEADER + content.length)
                .putShort(BEGIN)
                .put(VERSION)
                .put((byte) List.of(Kind.values()).indexOf(kind))
                .putLong(lease)
                .putLong(number)
                .put(content)
                .array();
    }

    static Frame of(byte[] bytes) throws RefusedMessageException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        if (bytes.length < HEADER || buffer.getShort() != BEGIN) {
            throw new RefusedMessageException("The bytes do not begin like a message.");
        }
        byte version = buffer.get();
        byte kind = buffer.get();
        if (version != VERSION) {
            throw new RefusedMessageException(
                    "The message has version " + version + "; this process has version " + VERSION + ".");
        }
        if (kind < 0 || kind >= Kind.values().length) {
            throw new RefusedMessageException("The message is of the unknown kind " + kind + ".");
        }
        Frame frame =
                new Frame(Kind.values()[kind], buffer.getLong(), buffer.getLong(), new byte[bytes.length - HEADER]);
        buffer.get(frame.content);
        return frame;
    }
}
