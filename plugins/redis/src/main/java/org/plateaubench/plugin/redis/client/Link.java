// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.redis.client;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import org.jspecify.annotations.Nullable;
import org.plateaubench.spi.EventLoop;
import tlschannel.ClientTlsChannel;
import tlschannel.HeapBufferAllocator;
import tlschannel.NeedsTaskException;
import tlschannel.TlsChannelFlowControlException;

/**
 * Transfers bytes over a connected channel, plain or encrypted. Confined to its loop; never blocks: long work of a TLS
 * handshake runs in another thread, which then calls back.
 */
final class Link {
    private final ByteChannel channel;
    private final @Nullable ClientTlsChannel tls;
    private final EventLoop loop;
    private final Runnable resume;
    private boolean ready;
    private boolean isTaskRunning;
    private boolean hasBufferedBytes;

    /** The engine is null without encryption; {@code resume} calls {@link #isReady} again, on the loop. */
    Link(SocketChannel connected, @Nullable SSLEngine engine, EventLoop loop, Runnable resume) {
        tls = engine == null
                ? null
                : ClientTlsChannel.newBuilder(connected, engine)
                        .withRunTasks(false)
                        .withReleaseBuffers(false)
                        .withEncryptedBufferAllocator(new HeapBufferAllocator())
                        .build();
        channel = tls == null ? connected : tls;
        this.loop = loop;
        this.resume = resume;
        ready = tls == null;
    }

    /** Continues the handshake, if any; returns whether bytes can be transferred. */
    boolean isReady() throws IOException {
        if (tls != null && !ready && !isTaskRunning) {
            try {
                tls.handshake();
                ready = true;
            } catch (NeedsTaskException e) {
                runInThread(e.getTask());
            } catch (TlsChannelFlowControlException e) {
                return false;
            } catch (ClosedChannelException e) {
                throw new EOFException("the server has closed the connection during the TLS handshake");
            }
        }
        return ready;
    }

    /** Checks certificates and computes keys, which takes milliseconds, in another thread. */
    private void runInThread(Runnable task) {
        isTaskRunning = true;
        Thread.ofVirtual().start(() -> {
            task.run();
            loop.execute(() -> {
                isTaskRunning = false;
                resume.run();
            });
        });
    }

    /** Reads available bytes, from the channel at most once; returns their number, -1 when the peer has closed. */
    int read(ByteBuffer into) throws IOException {
        try {
            int count = channel.read(into);
            hasBufferedBytes = tls != null && count > 0;
            return count;
        } catch (NeedsTaskException e) {
            e.getTask().run();
            return read(into);
        } catch (TlsChannelFlowControlException e) {
            hasBufferedBytes = false;
            return 0;
        }
    }

    /**
     * Returns whether bytes may still be buffered, which no readiness event will report: true until a read has found
     * nothing more, in the channel or in a record that was received with others.
     */
    boolean hasBufferedBytes() {
        return hasBufferedBytes;
    }

    /** Writes as much as the channel accepts; returns whether everything was written. */
    boolean write(WriteBuffer out) throws IOException {
        ByteBuffer bytes = out.unsent();
        int start = bytes.position();
        try {
            channel.write(bytes);
        } catch (TlsChannelFlowControlException e) {
            return false;
        } finally {
            out.sent(bytes.position() - start);
        }
        return out.isEmpty();
    }
}
