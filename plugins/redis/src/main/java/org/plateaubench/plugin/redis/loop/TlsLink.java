// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.loop;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import org.plateaubench.spi.EventLoop;

/** Encrypted bytes. Long work of a handshake runs in another thread, which then calls back. */
final class TlsLink implements Link {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final SocketChannel channel;
    private final SSLEngine engine;
    private final EventLoop loop;
    private final Runnable resume;
    private final ByteBuffer received;
    private final ByteBuffer sealed;
    private final ByteBuffer opened;
    private boolean ready;
    private boolean working;
    private boolean ended;
    private boolean needsMore;

    /**
     * Creates a link.
     *
     * @param engine TLS engine of a client
     * @param resume calls {@link #isReady} again, on the loop
     */
    TlsLink(SocketChannel channel, SSLEngine engine, EventLoop loop, Runnable resume) throws SSLException {
        this.channel = channel;
        this.engine = engine;
        this.loop = loop;
        this.resume = resume;
        int packetBytes = engine.getSession().getPacketBufferSize();
        // Received bytes are between 0 and the position, encrypted or decrypted ones between position and limit.
        received = ByteBuffer.allocate(packetBytes);
        sealed = ByteBuffer.allocate(packetBytes).limit(0);
        opened = ByteBuffer.allocate(engine.getSession().getApplicationBufferSize())
                .limit(0);
        engine.beginHandshake();
    }

    @Override
    public boolean isReady() throws IOException {
        while (!ready && !working) {
            if (!sendSealed()) {
                return false;
            }
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> work();
                case NEED_WRAP -> seal(NOTHING);
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> {
                    if (!open()) {
                        return false;
                    }
                }
                case FINISHED, NOT_HANDSHAKING -> ready = true;
            }
        }
        return ready;
    }

    /** Checks certificates and computes keys, which takes milliseconds, in another thread. */
    private void work() {
        working = true;
        Thread.ofVirtual().start(() -> {
            runTasks();
            loop.execute(() -> {
                working = false;
                resume.run();
            });
        });
    }

    private void runTasks() {
        for (Runnable task = engine.getDelegatedTask(); task != null; task = engine.getDelegatedTask()) {
            task.run();
        }
    }

    /**
     * Decrypts one record.
     *
     * @return false when no complete record was received yet
     */
    private boolean open() throws IOException {
        if (received.position() == 0 || needsMore) {
            int count = channel.read(received);
            ended |= count < 0;
            if (count <= 0) {
                if (ended && !ready) {
                    throw new EOFException("the server has closed the connection during the TLS handshake");
                }
                return false;
            }
            needsMore = false;
        }
        return unseal();
    }

    private boolean unseal() throws IOException {
        received.flip();
        opened.clear();
        SSLEngineResult result = engine.unwrap(received, opened);
        opened.flip();
        received.compact();
        needsMore = result.getStatus() == SSLEngineResult.Status.BUFFER_UNDERFLOW;
        ended |= result.getStatus() == SSLEngineResult.Status.CLOSED;
        if (result.getStatus() == SSLEngineResult.Status.BUFFER_OVERFLOW) {
            throw new SSLException("a record that is larger than records are");
        }
        return !needsMore && !ended;
    }

    /** Handles messages after the handshake, such as a request for new keys. */
    private void goOn() throws IOException {
        HandshakeStatus status = engine.getHandshakeStatus();
        if (status == HandshakeStatus.NEED_TASK) {
            runTasks();
            status = engine.getHandshakeStatus();
        }
        if (status == HandshakeStatus.NEED_WRAP && sendSealed()) {
            seal(NOTHING);
            sendSealed();
        }
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
        int before = into.position();
        boolean hasRead = false;
        while (into.hasRemaining()) {
            if (opened.hasRemaining()) {
                int count = Math.min(into.remaining(), opened.remaining());
                into.put(opened.slice(opened.position(), count));
                opened.position(opened.position() + count);
                continue;
            }
            boolean fromChannel = received.position() == 0 || needsMore;
            if (ended || (fromChannel && hasRead)) {
                break;
            }
            hasRead |= fromChannel;
            boolean oneMore = open();
            goOn();
            if (!oneMore && !needsMore) {
                break;
            }
        }
        int count = into.position() - before;
        return count == 0 && ended ? -1 : count;
    }

    @Override
    public boolean holdsBytes() {
        return opened.hasRemaining() || (received.position() > 0 && !needsMore);
    }

    @Override
    public boolean write(WriteBuffer out) throws IOException {
        while (sendSealed() && !out.isEmpty()) {
            out.sent(seal(out.toSend()));
        }
        return out.isEmpty() && !sealed.hasRemaining();
    }

    /**
     * Encrypts one record.
     *
     * @return number of bytes in it
     */
    private int seal(ByteBuffer plain) throws SSLException {
        sealed.clear();
        SSLEngineResult result = engine.wrap(plain, sealed);
        sealed.flip();
        if (result.getStatus() != SSLEngineResult.Status.OK) {
            throw new SSLException("nothing more can be sent: " + result.getStatus());
        }
        return result.bytesConsumed();
    }

    private boolean sendSealed() throws IOException {
        if (sealed.hasRemaining()) {
            channel.write(sealed);
        }
        return !sealed.hasRemaining();
    }
}
