// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A connection over a socket to a process on the same host: the messages of {@link MessageCodec}, each after its length
 * in four bytes. Two threads of its own encode and decode, so that no caller waits for the socket.
 */
public final class SocketTransport<S extends Message, R extends Message> implements Transport<S, R> {
    /** How long closing waits until the other end has received the sent messages. */
    private static final Duration LINGER = Duration.ofSeconds(5);

    private final String peer;
    private final Class<R> messageType;
    private final MessageQueue<S> out;
    private final MessageQueue<R> in;
    private final CountDownLatch written = new CountDownLatch(1);
    private final Thread reader;
    private volatile boolean connected;

    @FunctionalInterface
    public interface Connecting {
        /** A connected channel in blocking mode; called once, on a thread that close() interrupts until then. */
        SocketChannel connect() throws IOException;
    }

    private SocketTransport(String peer, Class<R> messageType, int capacity, Connecting connecting) {
        this.peer = peer;
        this.messageType = messageType;
        out = new MessageQueue<>(capacity);
        in = new MessageQueue<>(capacity);
        reader = Thread.ofPlatform().daemon().name("plateau-receive").unstarted(() -> transferMessages(connecting));
    }

    /** Begins to connect at once; {@code capacity} messages, at least 1, may wait in each direction. */
    public static SocketTransport<ToAgent, ToController> toAgent(int capacity, Connecting connecting) {
        return new SocketTransport<ToAgent, ToController>("the agent", ToController.class, capacity, connecting)
                .start();
    }

    /** The agent's end; like {@link #toAgent}. */
    public static SocketTransport<ToController, ToAgent> toController(int capacity, Connecting connecting) {
        return new SocketTransport<ToController, ToAgent>("the controller", ToAgent.class, capacity, connecting)
                .start();
    }

    private SocketTransport<S, R> start() {
        reader.start();
        return this;
    }

    private void transferMessages(Connecting connecting) {
        try (SocketChannel channel = connecting.connect()) {
            connected = true;
            Thread.ofPlatform().daemon().name("plateau-send").start(() -> writeAll(channel));
            readAll(channel);
            end("The connection to " + peer + " is closed.");
            written.await(LINGER.toNanos(), TimeUnit.NANOSECONDS);
        } catch (IOException | RefusedMessageException e) {
            end("The connection to " + peer + " failed: " + e.getMessage());
        } catch (InterruptedException e) {
            // Only closing interrupts this thread, and it has ended both queues.
            Thread.currentThread().interrupt();
        }
    }

    private void readAll(SocketChannel channel) throws IOException, RefusedMessageException, InterruptedException {
        InputStream bytes = Channels.newInputStream(channel);
        for (byte[] head = bytes.readNBytes(4); head.length == 4; head = bytes.readNBytes(4)) {
            int length = ByteBuffer.wrap(head).getInt();
            byte[] message = bytes.readNBytes(length);
            if (message.length < length) {
                throw new EOFException("A message was cut off.");
            }
            in.put(MessageCodec.read(messageType, message));
        }
    }

    private void writeAll(SocketChannel channel) {
        DataOutputStream bytes = new DataOutputStream(new BufferedOutputStream(Channels.newOutputStream(channel)));
        try {
            while (true) {
                S message = out.poll(Long.MAX_VALUE);
                if (message != null) {
                    byte[] json = MessageCodec.bytes(message);
                    bytes.writeInt(json.length);
                    bytes.write(json);
                    bytes.flush();
                }
            }
        } catch (PeerLostException e) {
            // The queue was ended and is empty: everything was written.
            endOutput(channel);
        } catch (IOException | RefusedMessageException | RuntimeException e) {
            end("The connection to " + peer + " failed: " + e.getMessage());
            endOutput(channel);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            written.countDown();
        }
    }

    private void endOutput(SocketChannel channel) {
        try {
            channel.shutdownOutput();
        } catch (IOException e) {
            // The connection is closed already, which is the same to the other end.
            end("The connection to " + peer + " is closed.");
        }
    }

    private void end(String why) {
        in.end(why);
        out.end(why);
    }

    @Override
    public boolean send(S message) throws PeerLostException {
        return out.offer(message);
    }

    @Override
    public @Nullable R receive(long timeoutNanos) throws PeerLostException, InterruptedException {
        return in.poll(timeoutNanos);
    }

    /** Waits a few seconds at most until what was sent is written. */
    @Override
    public void close() {
        end("The connection to " + peer + " is closed.");
        try {
            if (connected) {
                written.await(LINGER.toNanos(), TimeUnit.NANOSECONDS);
            }
            reader.interrupt();
            reader.join(LINGER);
        } catch (InterruptedException e) {
            reader.interrupt();
            Thread.currentThread().interrupt();
        }
    }
}
