// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.StandardSocketOptions;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plateaubench.plugin.redis.command.RedisFailure;
import org.plateaubench.plugin.redis.command.RedisReply;
import org.plateaubench.plugin.redis.command.RedisRequest;
import org.plateaubench.plugin.redis.command.UserCommands;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.EventLoop;

/**
 * One connection to one node: opened, greeted, then any number of commands outstanding, whose replies come in order. It
 * may be reopened after a loss. Confined to its loop.
 */
public final class LoopConnection {
    public record Shared(EventLoop loop, RedisAccess access, CommandEncoder encoder, ByteBuffer readBuffer) {
        public Shared(EventLoop loop, RedisAccess access, UserCommands.Shared commands) {
            this(loop, access, new CommandEncoder(commands), ByteBuffer.allocate(ReadBuffer.SHARED_BYTES));
        }
    }

    private static final List<String> ASKING = List.of("ASKING");
    private static final long FIRST_RETRY_NANOS = 50_000_000;
    private static final long LAST_RETRY_NANOS = 1_000_000_000;

    private enum State {
        CLOSED,
        CONNECTING,
        SECURING,
        GREETING,
        OPEN
    }

    interface Owner {
        void opened();

        /** Called when the connection was lost or could not be opened: its commands fail. */
        void ended(LoopConnection connection, String errorClass, String message, List<Pending> unanswered);

        void replied(LoopConnection connection, Pending pending, RedisReply reply);

        /** Called when all replies of one read were handled. */
        void readCompleted();
    }

    private final Shared shared;
    private final InetSocketAddress node;
    private final ReplyReader replies = new ReplyReader();
    private final RedisReply reply;
    private final Owner owner;
    private final WriteBuffer out = new WriteBuffer();
    private final ReadBuffer readBuffer;
    private final ArrayDeque<Pending> outstanding = new ArrayDeque<>();
    private final List<Pending> waiting = new ArrayList<>();
    private State state = State.CLOSED;
    private @Nullable SocketChannel channel;
    private @Nullable Link link;
    private EventLoop.@Nullable Registration registration;
    /** The next attempt of a closed connection, or the deadline of one that is opened. */
    private EventLoop.@Nullable Timer timer;

    private long retryNanos = FIRST_RETRY_NANOS;
    private boolean awaitsWritable;
    private int greetings;

    LoopConnection(Shared shared, InetSocketAddress node, RedisReply reply, Owner owner) {
        this.shared = shared;
        this.node = node;
        this.reply = reply;
        this.owner = owner;
        this.readBuffer = new ReadBuffer(shared.readBuffer());
    }

    InetSocketAddress node() {
        return node;
    }

    boolean isOpen() {
        return state == State.OPEN;
    }

    boolean isOpening() {
        return state != State.OPEN && state != State.CLOSED;
    }

    void openLater() {
        startTimer(retryNanos, this::open);
        retryNanos = Math.min(2 * retryNanos, LAST_RETRY_NANOS);
    }

    private void startTimer(long nanos, Runnable task) {
        cancelTimer();
        timer = shared.loop().schedule(shared.loop().nanoTime() + nanos, task);
    }

    private void cancelTimer() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }

    /** Starts to open a closed connection; the owner is notified of the result, possibly before this method returns. */
    void open() {
        if (state != State.CLOSED) {
            return;
        }
        state = State.CONNECTING;
        startTimer(
                shared.access().limit.toNanos(),
                () -> fail(RedisFailure.NOT_CONNECTED, "not ready within the time limit for connecting"));
        try {
            if (node.isUnresolved()) {
                throw new UnknownHostException("no address of " + node.getHostString());
            }
            SocketChannel opened = SocketChannel.open();
            channel = opened;
            opened.configureBlocking(false);
            opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean connected = opened.connect(node);
            registration = shared.loop()
                    .register(
                            opened,
                            connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT,
                            ops -> ready(opened, ops));
            if (connected) {
                secure(opened);
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    private void secure(SocketChannel connected) throws IOException {
        state = State.SECURING;
        link = new Link(connected, shared.access().engine(node), shared.loop(), () -> ready(connected, 0));
        greetWhenReady();
    }

    private void greetWhenReady() throws IOException {
        Link current = link;
        if (current == null || !current.isReady()) {
            return;
        }
        state = State.GREETING;
        greetings = shared.access().greeting.size();
        shared.access().greeting.forEach(out::command);
        send();
    }

    private void handleGreetingReply() {
        if (reply.kind() == RedisReply.Kind.ERROR) {
            String error = RedisConnection.withoutArguments(reply.error());
            fail(RedisFailure.errorClass(error), error);
            return;
        }
        greetings--;
        if (greetings == 0) {
            state = State.OPEN;
            retryNanos = FIRST_RETRY_NANOS;
            cancelTimer();
            owner.opened();
            List<Pending> sendable = List.copyOf(waiting);
            waiting.clear();
            sendable.forEach(this::send);
            flush();
        }
    }

    /** Sends a command with the next flush; opens a closed connection for it, immediately or at the scheduled time. */
    void send(Pending pending) {
        if (state != State.OPEN) {
            waiting.add(pending);
            if (timer == null) {
                open();
            }
            return;
        }
        if (pending.asking) {
            outstanding.add(Pending.ASKING);
            out.command(ASKING);
        }
        outstanding.add(pending);
        shared.encoder().encode(pending.request, out);
    }

    void flush() {
        if (state == State.OPEN && !out.isEmpty() && !awaitsWritable) {
            try {
                send();
            } catch (IOException e) {
                fail(e);
            }
        }
    }

    private void send() throws IOException {
        Link current = link;
        EventLoop.Registration watched = registration;
        if (current == null || watched == null) {
            return;
        }
        boolean isWritten = current.write(out);
        if (isWritten == awaitsWritable) {
            awaitsWritable = !isWritten;
            watched.interestOps(isWritten ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE);
        }
    }

    private void ready(SocketChannel readyChannel, int ops) {
        if (!readyChannel.equals(channel)) {
            return;
        }
        try {
            switch (state) {
                case CONNECTING -> {
                    EventLoop.Registration watched = registration;
                    if (readyChannel.finishConnect() && watched != null) {
                        watched.interestOps(SelectionKey.OP_READ);
                        secure(readyChannel);
                    }
                }
                case SECURING -> greetWhenReady();
                case GREETING, OPEN -> transfer(ops);
                case CLOSED -> {}
            }
        } catch (IOException e) {
            fail(e);
        }
    }

    private void transfer(int ops) throws IOException {
        if ((ops & SelectionKey.OP_WRITE) != 0) {
            send();
        }
        if ((ops & SelectionKey.OP_READ) != 0) {
            receive();
        }
    }

    /** Performs one read, and handles all replies that it completes under one end stamp (measurement rule M7). */
    private void receive() throws IOException {
        Link current = link;
        do {
            ByteBuffer in = readBuffer.freeSpace();
            if (current == null || current.read(in) < 0) {
                throw new EOFException("the server has closed the connection");
            }
            in.flip();
            takeReplies(in);
            if (!Objects.equals(current, link)) {
                return;
            }
            readBuffer.keepRest(in);
        } while (current.hasBufferedBytes());
        owner.readCompleted();
    }

    private void takeReplies(ByteBuffer in) throws IOException {
        // The handler of a reply may close or reopen the connection; the remaining bytes are then discarded.
        while (in.hasRemaining() && (state == State.OPEN || state == State.GREETING) && replies.read(in, reply)) {
            if (state == State.GREETING) {
                handleGreetingReply();
            } else {
                handleReply(outstanding.poll());
            }
        }
    }

    private void handleReply(@Nullable Pending first) throws ProtocolException {
        if (first == null) {
            throw new ProtocolException("a reply without a command");
        }
        if (first != Pending.ASKING) {
            owner.replied(this, first, reply);
        }
    }

    private void fail(IOException e) {
        String errorClass = e instanceof ConnectException ? RedisFailure.REFUSED : RedisFailure.NOT_CONNECTED;
        String message = Objects.requireNonNullElse(e.getMessage(), "the connection has failed");
        fail(errorClass, state == State.OPEN ? message : shared.access().keys.withCertificateHint(message));
    }

    private void fail(String errorClass, String message) {
        String kind = state == State.OPEN ? RedisFailure.CONNECTION_LOST : errorClass;
        List<Pending> unanswered = new ArrayList<>(outstanding);
        unanswered.removeIf(pending -> pending == Pending.ASKING);
        unanswered.addAll(waiting);
        close();
        owner.ended(this, kind, message, unanswered);
    }

    /** Closes it and discards everything, without a notification of the owner. */
    void close() {
        state = State.CLOSED;
        cancelTimer();
        SocketChannel open = channel;
        channel = null;
        link = null;
        registration = null;
        awaitsWritable = false;
        out.clear();
        readBuffer.clear();
        replies.reset();
        outstanding.clear();
        waiting.clear();
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // There is nothing left to close.
            }
        }
    }

    /**
     * The read buffer of a connection: all connections of a loop share one buffer, since a reply is mostly complete
     * when it is read; only the rest of an incomplete reply is stored in a separate buffer. Confined to its loop.
     */
    static final class ReadBuffer {
        private static final int SHARED_BYTES = 1 << 16;
        private static final int OWN_BYTES = 1 << 14;
        private static final int KEPT_BYTES = 1 << 17;

        private final ByteBuffer shared;
        private @Nullable ByteBuffer restBuffer;
        private boolean hasRest;

        ReadBuffer(ByteBuffer shared) {
            this.shared = shared;
        }

        ByteBuffer freeSpace() {
            ByteBuffer rest = restBuffer;
            if (!hasRest || rest == null) {
                return shared.clear();
            }
            if (!rest.hasRemaining()) {
                rest = ByteBuffer.allocate(2 * rest.capacity()).put(rest.flip());
                restBuffer = rest;
            }
            return rest;
        }

        void keepRest(ByteBuffer read) {
            boolean hasRemaining = read.hasRemaining();
            if (hasRest) {
                read.compact();
                restBuffer = hasRemaining || read.capacity() <= KEPT_BYTES ? read : null;
            } else if (hasRemaining) {
                ByteBuffer readBuffer = restBuffer;
                if (readBuffer == null || readBuffer.capacity() <= read.remaining()) {
                    readBuffer = ByteBuffer.allocate(Math.max(OWN_BYTES, 2 * read.remaining()));
                }
                restBuffer = readBuffer.clear().put(read);
            }
            hasRest = hasRemaining;
        }

        void clear() {
            hasRest = false;
            restBuffer = null;
        }
    }

    /** A command between its start and its end; reused. Confined to its loop. */
    static final class Pending {
        /** Placeholder of {@code ASKING}, whose reply is ignored. */
        static final Pending ASKING = new Pending();

        final RedisRequest request = new RedisRequest();
        int redirects;
        boolean asking;
        private @Nullable Completion completion;

        void begin(Completion completion) {
            this.completion = completion;
            redirects = 0;
            asking = false;
        }

        /** Takes the completion; null when the operation has ended. */
        @Nullable
        Completion end() {
            Completion ended = completion;
            completion = null;
            return ended;
        }
    }
}
