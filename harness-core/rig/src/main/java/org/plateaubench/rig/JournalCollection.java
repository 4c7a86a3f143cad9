// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.rig;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.loader.isolation.ShownText;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.wire.Message;
import org.plateaubench.wire.MessageCodec;
import org.plateaubench.wire.RefusedMessageException;
import org.plateaubench.wire.ToController;

/**
 * The journal of an agent as its controller fetches it: part by part, each requested again until it arrives, so that
 * neither end has to remember the other. Each question has a number, so that an answer which comes late meets no other
 * question. One thread.
 */
final class JournalCollection {
    /** Another process may have asked the same agent for the same run before. */
    private static final SecureRandom RANDOM = new SecureRandom();

    private static final long AGAIN_NANOS = Duration.ofSeconds(2).toNanos();
    private static final int TRIES = 8;
    private static final int PARTS_ON_THE_WAY = 16;
    /** Up to this version of messages, an agent's answers named no question, but had lease 0. */
    private static final int LAST_WITHOUT_QUESTIONS = 5;
    /** Most bytes of a journal, more than an agent keeps. */
    private static final long MOST_BYTES = 2L << 30;

    private final String agent;
    private final Consumer<Frame> connection;
    private final BlockingQueue<Frame> answers = new ArrayBlockingQueue<>(PARTS_ON_THE_WAY);
    private final ByteArrayOutputStream unread = new ByteArrayOutputStream();
    private boolean isTorn;
    /** The question that waits; answers to other questions are left out. Leases are positive, so that no end of a conversation is one. */
    private final AtomicLong question = new AtomicLong(Long.MIN_VALUE + RANDOM.nextLong(Long.MAX_VALUE / 2));

    /** Fetches from an agent, to which frames are sent by the connection. */
    JournalCollection(String agent, Consumer<Frame> connection) {
        this.agent = agent;
        this.connection = connection;
    }

    /** Takes what arrives from the agent; one thread at a time. What belongs to the conversation of the run is left out. */
    void arrived(byte[] bytes) {
        try {
            Frame frame = Frame.of(bytes);
            if (frame.lease() == question.get() && (frame.isOfJournal() || frame.kind() == Frame.Kind.END)) {
                // Those for which there is no space are requested again.
                answers.offer(frame);
            } else if (frame.lease() == 0 && frame.isOfJournal()) {
                answers.offer(Frame.end(question.get(), formerVersion()));
            }
        } catch (RefusedMessageException e) {
            answers.offer(Frame.end(question.get(), "It sent " + e.getMessage() + "."));
        }
    }

    private String formerVersion() {
        return "It speaks version " + LAST_WITHOUT_QUESTIONS + " of messages or a former one, and this Plateau version "
                + Message.PROTOCOL_VERSION + ": resume the run with the version of Plateau that began it, or leave the"
                + " agent out with --without " + agent + ".";
    }

    /** The broker refuses to carry the questions. */
    void refused(String sentence) {
        answers.offer(Frame.end(question.get(), sentence));
    }

    /** Whether the agent says that the journal is removed. */
    boolean seal() throws InterruptedException {
        connection.accept(Frame.sealed(question.incrementAndGet()));
        Frame answer = answer();
        return answer != null && answer.kind() == Frame.Kind.SEALED;
    }

    /** The next answer to the question that waits; null when none comes in time. */
    private @Nullable Frame answer() throws InterruptedException {
        NanoClock clock = SystemClock.instance();
        long deadline = clock.nanoTime() + AGAIN_NANOS;
        Frame answer = answers.poll(AGAIN_NANOS, TimeUnit.NANOSECONDS);
        while (answer != null && answer.lease() != question.get()) {
            answer = answers.poll(deadline - clock.nanoTime(), TimeUnit.NANOSECONDS);
        }
        return answer;
    }

    /** What there is, without its bytes. */
    Journals.State state() throws IOException, InterruptedException {
        return state(part(0));
    }

    private Journals.State state(byte[] content) throws IOException {
        Journals.State state = content.length == 0 ? null : Journals.State.of(content[0]);
        if (state == null) {
            throw new IOException("Agent " + agent + " sent something else than its journal.");
        }
        return state;
    }

    /**
     * Fetches all.
     *
     * @param taker takes the messages in the order in which they were written
     * @return what there was; the messages were given when it is {@link Journals.State#KEPT}
     * @throws IOException with a sentence for a person when the agent does not answer, or answers what is not a journal
     */
    Journals.State fetch(Consumer<ToController> taker) throws IOException, InterruptedException {
        long offset = 0;
        unread.reset();
        isTorn = false;
        while (offset < MOST_BYTES) {
            byte[] content = part(offset);
            Journals.State state = state(content);
            if (state != Journals.State.KEPT || content.length == 1) {
                return state;
            }
            offset += content.length - 1;
            take(content, taker);
        }
        throw new IOException("The journal of agent " + agent + " has no end.");
    }

    private byte[] part(long offset) throws IOException, InterruptedException {
        long asked = question.incrementAndGet();
        for (int tries = 0; tries < TRIES; tries++) {
            connection.accept(Frame.collect(asked, offset));
            Frame answer = answer();
            if (answer != null && answer.kind() == Frame.Kind.END) {
                throw new IOException("Agent " + agent + " gives no journal: " + ShownText.of(answer.sentence()));
            }
            if (answer != null && answer.kind() == Frame.Kind.JOURNAL && answer.number() == offset) {
                return answer.content();
            }
        }
        throw new IOException("Agent " + agent + " did not answer within "
                + TimeUnit.NANOSECONDS.toSeconds(TRIES * AGAIN_NANOS)
                + " s: start it again with the same --folder, or leave it out with --without " + agent + ".");
    }

    /** Gives the messages that are whole now. What follows a torn one was never written. */
    private void take(byte[] content, Consumer<ToController> taker) throws IOException {
        unread.write(content, 1, content.length - 1);
        byte[] bytes = unread.toByteArray();
        int at = 0;
        while (!isTorn && bytes.length - at >= Integer.BYTES) {
            int length = ByteBuffer.wrap(bytes, at, Integer.BYTES).getInt();
            if (length < 0 || length > MessageCodec.MOST_BYTES) {
                isTorn = true;
            } else if (bytes.length - at - Integer.BYTES < length) {
                break;
            } else {
                give(Arrays.copyOfRange(bytes, at + Integer.BYTES, at + Integer.BYTES + length), taker);
                at += Integer.BYTES + length;
            }
        }
        unread.reset();
        if (!isTorn) {
            unread.write(bytes, at, bytes.length - at);
        }
    }

    private void give(byte[] message, Consumer<ToController> taker) throws IOException {
        ToController read;
        try {
            read = MessageCodec.toController(message);
        } catch (RefusedMessageException e) {
            requireSameVersion(message);
            isTorn = true;
            return;
        }
        taker.accept(read);
    }

    /** What another version has kept is not a torn end: with that version nothing of it is lost. */
    private void requireSameVersion(byte[] message) throws IOException {
        int version = MessageCodec.version(message).orElse(Message.PROTOCOL_VERSION);
        if (version != Message.PROTOCOL_VERSION) {
            throw new IOException("Agent " + agent + " has kept the run in version " + version
                    + " of messages, and this Plateau reads version " + Message.PROTOCOL_VERSION
                    + ": resume the run with the version of Plateau that began it, or leave the agent out with --without "
                    + agent + ".");
        }
    }
}
