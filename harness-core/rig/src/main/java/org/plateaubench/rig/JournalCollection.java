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
 * Fetches the journal of an agent for its controller, part by part. Each part is requested again until it arrives, so
 * that neither end needs state about the other. Each request has a number, so that a late answer is not taken for the
 * answer to another request. Not thread-safe.
 */
final class JournalCollection {
    /**
     * Source of the first request number. It is random because another process may have requested the same journal
     * before.
     */
    private static final SecureRandom RANDOM = new SecureRandom();

    private static final long AGAIN_NANOS = Duration.ofSeconds(2).toNanos();
    private static final int TRIES = 8;
    private static final int PARTS_ON_THE_WAY = 16;
    /** Greatest size of a journal, in bytes; more than an agent keeps. */
    private static final long MOST_BYTES = 2L << 30;

    private final String agent;
    private final Consumer<Frame> connection;
    private final BlockingQueue<Frame> answers = new ArrayBlockingQueue<>(PARTS_ON_THE_WAY);
    private final ByteArrayOutputStream unread = new ByteArrayOutputStream();
    private boolean isTorn;
    /**
     * The number of the current request; answers to others are ignored. Leases are positive, so frames of a
     * conversation cannot be answers.
     */
    private final AtomicLong question = new AtomicLong(Long.MIN_VALUE + RANDOM.nextLong(Long.MAX_VALUE / 2));

    JournalCollection(String agent, Consumer<Frame> connection) {
        this.agent = agent;
        this.connection = connection;
    }

    /**
     * Accepts a message from the agent; not called concurrently. Frames that belong to the conversation of the run are
     * ignored.
     */
    void arrived(byte[] bytes) {
        try {
            Frame frame = Frame.of(bytes);
            if (frame.lease() == question.get() && (frame.isOfJournal() || frame.kind() == Frame.Kind.END)) {
                // Answers for which there is no space are requested again.
                answers.offer(frame);
            }
        } catch (RefusedMessageException e) {
            answers.offer(Frame.end(question.get(), "It sent " + e.getMessage() + "."));
        }
    }

    /** Called when the broker refuses to transport the requests. */
    void refused(String sentence) {
        answers.offer(Frame.end(question.get(), sentence));
    }

    /** Requests the removal of the journal. Returns whether the agent has confirmed it. */
    boolean seal() throws InterruptedException {
        connection.accept(Frame.sealed(question.incrementAndGet()));
        Frame answer = answer();
        return answer != null && answer.kind() == Frame.Kind.SEALED;
    }

    /** Waits for the next answer to the current request; returns null if there is none in time. */
    private @Nullable Frame answer() throws InterruptedException {
        NanoClock clock = SystemClock.instance();
        long deadline = clock.nanoTime() + AGAIN_NANOS;
        Frame answer = answers.poll(AGAIN_NANOS, TimeUnit.NANOSECONDS);
        while (answer != null && answer.lease() != question.get()) {
            answer = answers.poll(deadline - clock.nanoTime(), TimeUnit.NANOSECONDS);
        }
        return answer;
    }

    /** Returns the state of the journal, without its content. */
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

    /** Passes on the messages that are complete now. Nothing can follow an incomplete message. */
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

    /**
     * Refuses a message of another version, which must not be taken for an incomplete one: that version can read the
     * journal.
     */
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
