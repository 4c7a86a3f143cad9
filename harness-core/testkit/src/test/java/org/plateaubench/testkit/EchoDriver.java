// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;

/** Sends one byte per operation to an {@link EchoServer} and takes the bytes that come back, in order. */
final class EchoDriver implements AsyncDriver {
    private final SocketAddress server;
    private final EventLoop loop;
    private final ByteBuffer out = ByteBuffer.allocate(1024);
    private final ByteBuffer in = ByteBuffer.allocate(1024);
    private final Deque<Completion> outstanding = new ArrayDeque<>();
    private int reads;
    private @Nullable SocketChannel channel;
    private EventLoop.@Nullable Registration registration;
    private @Nullable Completion connecting;

    EchoDriver(SocketAddress server, EventLoop loop) {
        this.server = server;
        this.loop = loop;
    }

    /** Reads that brought replies. On the loop's thread, or after the run. */
    int reads() {
        return reads;
    }

    @Override
    public void connect(Completion completion) {
        try {
            SocketChannel made = SocketChannel.open();
            made.configureBlocking(false);
            channel = made;
            connecting = completion;
            boolean connected = made.connect(server);
            registration = loop.register(made, connected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT, this::ready);
            if (connected) {
                completion.complete(Outcome.ok());
            }
        } catch (IOException e) {
            completion.complete(Outcome.connectionLost("connect", String.valueOf(e)));
        }
    }

    private void ready(int readyOps) throws IOException {
        SocketChannel open = channel;
        EventLoop.Registration watched = registration;
        Completion waiting = connecting;
        if (open == null || watched == null) {
            return;
        }
        if ((readyOps & SelectionKey.OP_CONNECT) != 0 && open.finishConnect()) {
            watched.interestOps(SelectionKey.OP_READ);
            if (waiting != null) {
                waiting.complete(Outcome.ok());
            }
        }
        if ((readyOps & SelectionKey.OP_READ) != 0) {
            in.clear();
            int read = open.read(in);
            for (int i = 0; i < read; i++) {
                outstanding.removeFirst().complete(Outcome.ok());
            }
            reads++;
        }
    }

    @Override
    public void start(OperationCall call, Completion completion) {
        out.put((byte) call.operation());
        outstanding.add(completion);
    }

    @Override
    public void flush() {
        SocketChannel open = channel;
        if (open == null) {
            return;
        }
        out.flip();
        try {
            // A handful of bytes always fits into the socket's buffer.
            while (out.hasRemaining()) {
                open.write(out);
            }
        } catch (IOException e) {
            outstanding.forEach(lost -> lost.complete(Outcome.connectionLost("write", String.valueOf(e))));
            outstanding.clear();
        }
        out.clear();
    }

    @Override
    public void close() throws IOException {
        SocketChannel open = channel;
        if (open != null) {
            open.close();
        }
    }
}
