package ${package};

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import org.plateaubench.api.Outcome;
import org.plateaubench.spi.AsyncDriver;
import org.plateaubench.spi.Completion;
import org.plateaubench.spi.EventLoop;
import org.plateaubench.spi.OperationCall;

/**
 * One user with a separate connection, who sends further requests before earlier ones are answered. Used only on its
 * loop's thread.
 */
final class LoopDriver implements AsyncDriver {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final InetSocketAddress server;
    private final Exchange exchange;
    private final EventLoop loop;
    private final ByteBuffer out = ByteBuffer.allocate(BUFFER_BYTES);
    private final ByteBuffer in = ByteBuffer.allocate(BUFFER_BYTES);
    /** Requests without an answer, in the order in which the server answers them. */
    private final ArrayDeque<Pending> outstanding = new ArrayDeque<>();

    private Optional<Link> link = Optional.empty();
    private Optional<Completion> connecting = Optional.empty();

    private record Pending(int operation, Completion completion) {}

    private record Link(SocketChannel channel, EventLoop.Registration registration) {}

    LoopDriver(InetSocketAddress server, Exchange exchange, EventLoop loop) {
        this.server = server;
        this.exchange = exchange;
        this.loop = loop;
    }

    @Override
    public void connect(Completion completion) {
        abort();
        connecting = Optional.of(completion);
        try {
            SocketChannel channel = SocketChannel.open();
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            boolean isConnected = channel.connect(server);
            int awaited = isConnected ? SelectionKey.OP_READ : SelectionKey.OP_CONNECT;
            link = Optional.of(new Link(channel, loop.register(channel, awaited, this::ready)));
            if (isConnected) {
                connected();
            }
        } catch (IOException e) {
            lose(e);
        }
    }

    private void connected() {
        Optional<Completion> waiting = connecting;
        connecting = Optional.empty();
        waiting.ifPresent(completion -> completion.complete(Outcome.ok()));
    }

    private void ready(int readyOps) {
        if (link.isEmpty()) {
            return;
        }
        try {
            Link open = link.get();
            if ((readyOps & SelectionKey.OP_CONNECT) != 0 && open.channel().finishConnect()) {
                open.registration().interestOps(SelectionKey.OP_READ);
                connected();
            }
            if ((readyOps & SelectionKey.OP_WRITE) != 0) {
                flush();
            }
            if ((readyOps & SelectionKey.OP_READ) != 0) {
                if (open.channel().read(in) < 0) {
                    throw new IOException("the server has closed the connection");
                }
                takeAnswers(open, loop.nanoTime());
            }
        } catch (IOException e) {
            lose(e);
        }
    }

    /** Processes all answers of one read with the same end, because all of them had arrived. */
    private void takeAnswers(Link open, long nanos) throws IOException {
        in.flip();
        int begin = in.position();
        for (int at = begin; at < in.limit(); at++) {
            if (in.get(at) == '\n') {
                String answer = new String(in.array(), begin, at - begin, StandardCharsets.US_ASCII);
                begin = at + 1;
                Pending pending = outstanding.poll();
                if (pending == null) {
                    throw new IOException("an answer to no request");
                }
                pending.completion().complete(exchange.outcome(pending.operation(), answer), nanos);
                // The harness may have called abort() or connect() meanwhile: the rest of the buffer is then obsolete.
                if (link.filter(open::equals).isEmpty()) {
                    return;
                }
            }
        }
        in.position(begin);
        in.compact();
        if (!in.hasRemaining()) {
            throw new IOException("an answer without an end");
        }
    }

    @Override
    public void start(OperationCall call, Completion completion) {
        byte[] request = (exchange.request(call) + "\n").getBytes(StandardCharsets.US_ASCII);
        if (link.isEmpty() || out.remaining() < request.length) {
            String why = link.isEmpty() ? "there is no connection" : "the server does not read";
            completion.complete(Outcome.connectionLost("connection-lost", why));
            return;
        }
        outstanding.add(new Pending(call.operation(), completion));
        out.put(request);
    }

    /** Writes the buffered requests. If the socket accepts only a part, the rest is written when it accepts more. */
    @Override
    public void flush() {
        if (link.isEmpty() || connecting.isPresent()) {
            return;
        }
        Link open = link.get();
        out.flip();
        try {
            open.channel().write(out);
            open.registration()
                    .interestOps(out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            out.compact();
        } catch (IOException e) {
            lose(e);
        }
    }

    /** Handles a lost connection: all outstanding requests fail. */
    private void lose(IOException failure) {
        Optional<Completion> waiting = connecting;
        List<Pending> unanswered = List.copyOf(outstanding);
        abort();
        Outcome lost = Outcome.connectionLost("connection-lost", String.valueOf(failure.getMessage()));
        waiting.ifPresent(completion -> completion.complete(lost));
        unanswered.forEach(pending -> pending.completion().complete(lost));
    }

    /** Closes the connection. The harness itself ends the outstanding operations, so they are not completed here. */
    @Override
    public void abort() {
        Optional<Link> open = link;
        link = Optional.empty();
        connecting = Optional.empty();
        outstanding.clear();
        in.clear();
        out.clear();
        open.ifPresent(LoopDriver::close);
    }

    private static void close(Link link) {
        try {
            link.registration().close();
            link.channel().close();
        } catch (IOException e) {
            // There is nothing left to close.
        }
    }

    @Override
    public void close() {
        abort();
    }
}
