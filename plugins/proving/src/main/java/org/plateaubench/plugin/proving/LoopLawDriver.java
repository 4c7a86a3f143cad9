// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.proving;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;

/** Asks any number of questions and accepts the answers in any order. Confined to its loop. */
final class LoopLawDriver implements AsyncDriver {
    private static final int MAX_QUESTIONS = 256;

    private final InetSocketAddress server;
    private final long workloadKey;
    private final LawExchange questions;
    private final EventLoop loop;
    private final ByteBuffer out = ByteBuffer.allocate(MAX_QUESTIONS * Frames.REQUEST_BYTES);
    private final ByteBuffer in = ByteBuffer.allocate(MAX_QUESTIONS * Frames.REPLY_BYTES);
    private final Map<Long, Completion> outstanding = new HashMap<>();
    private @Nullable SocketChannel channel;
    private EventLoop.@Nullable Registration registration;
    private @Nullable Completion greeted;

    LoopLawDriver(InetSocketAddress server, long workloadKey, LawExchange questions, EventLoop loop) {
        this.server = server;
        this.workloadKey = workloadKey;
        this.questions = questions;
        this.loop = loop;
    }

    @Override
    public void connect(Completion completion) {
        abort();
        greeted = completion;
        try {
            SocketChannel opened = SocketChannel.open();
            channel = opened;
            opened.configureBlocking(false);
            opened.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean connected = opened.connect(server);
            registration =
                    loop.register(opened, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this::ready);
            if (connected) {
                greet();
            }
        } catch (IOException e) {
            lose(e);
        }
    }

    private void greet() {
        LawExchange.greet(out, workloadKey);
        flush();
    }

    private void ready(int readyOps) {
        SocketChannel open = channel;
        EventLoop.Registration watched = registration;
        if (open == null || watched == null) {
            return;
        }
        try {
            if ((readyOps & SelectionKey.OP_CONNECT) != 0 && open.finishConnect()) {
                watched.interestOps(SelectionKey.OP_READ);
                greet();
            }
            if ((readyOps & SelectionKey.OP_READ) != 0) {
                if (open.read(in) < 0) {
                    throw new IOException("the server has closed the connection");
                }
                in.flip();
                processReplies();
                in.compact();
            }
        } catch (IOException e) {
            lose(e);
        }
    }

    private void processReplies() throws IOException {
        // A completion may drop the connection and its pending questions.
        while (channel != null && in.remaining() >= Frames.REPLY_BYTES) {
            long word = in.getLong();
            Completion greeting = greeted;
            Completion asked = outstanding.remove(word);
            if (asked != null) {
                asked.complete(questions.judge(word, in));
            } else if (greeting != null && word == workloadKey) {
                in.position(in.position() + Frames.REPLY_BYTES - Long.BYTES);
                greeted = null;
                greeting.complete(Outcome.ok());
            } else {
                throw new IOException("an answer to no question");
            }
        }
    }

    @Override
    public void start(OperationCall call, Completion completion) {
        if (out.remaining() < Frames.REQUEST_BYTES) {
            flush();
        }
        outstanding.put(questions.ask(out, call), completion);
    }

    @Override
    public void flush() {
        SocketChannel open = channel;
        out.flip();
        try {
            if (open != null) {
                open.write(out);
            }
            if (out.hasRemaining()) {
                throw new IOException(open == null ? "there is no connection" : "the server does not read");
            }
        } catch (IOException e) {
            lose(e);
        } finally {
            out.clear();
        }
    }

    private void lose(IOException failure) {
        abort();
        Outcome lost = Outcome.connectionLost("connection-lost", String.valueOf(failure.getMessage()));
        Completion greeting = greeted;
        greeted = null;
        if (greeting != null) {
            greeting.complete(lost);
        }
        List<Completion> unanswered = List.copyOf(outstanding.values());
        outstanding.clear();
        unanswered.forEach(completion -> completion.complete(lost));
    }

    @Override
    public void abort() {
        SocketChannel open = channel;
        channel = null;
        registration = null;
        in.clear();
        out.clear();
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // There is nothing left to close.
            }
        }
    }

    @Override
    public void close() {
        abort();
    }
}
