// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.plateaubench.plugin.vsphere.vim.VimException;

/**
 * Makes calls of libvirt's remote protocol, version 1, over a socket of the host. Each message consists of its length,
 * a header of six words and the arguments or the answer. A failed call that was not refused by the daemon ends the
 * channel, because the position in the stream is then unknown. One thread at a time, except {@link #close}, which any
 * thread may call.
 */
final class RpcChannel implements AutoCloseable {
    private static final int PROGRAM = 0x20008086;
    private static final int VERSION = 1;
    private static final int CALL = 0;
    private static final int REPLY = 1;
    private static final int OK = 0;
    private static final int HEADER_BYTES = 28;
    /** Greatest length of a message of libvirt. */
    private static final int MOST_BYTES = 33_554_432;

    private static final String ENDED = "The connection was ended.";

    private final SocketChannel channel;
    private final Selector selector;
    private int serial;

    private RpcChannel(SocketChannel channel, Selector selector) {
        this.channel = channel;
        this.selector = selector;
    }

    /**
     * Opens a channel without waiting. Returns nothing while too many clients wait for the daemon.
     *
     * @throws IOException if there is no daemon, or access to it is denied
     */
    static Optional<RpcChannel> open(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        boolean opened = false;
        try {
            channel.configureBlocking(false);
            if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
                return Optional.empty();
            }
            Selector selector = Selector.open();
            channel.register(selector, SelectionKey.OP_READ);
            opened = true;
            return Optional.of(new RpcChannel(channel, selector));
        } catch (ConnectException e) {
            throw absent(socket, e);
        } catch (SocketException e) {
            // The kernel's queue is full. This failure has no specific type, but the other reasons are excluded here.
            if (Files.exists(socket) && Files.isWritable(socket)) {
                return Optional.empty();
            }
            throw absent(socket, e);
        } catch (IOException e) {
            throw absent(socket, e);
        } finally {
            if (!opened) {
                channel.close();
            }
        }
    }

    private static IOException absent(Path socket, IOException cause) {
        return new IOException("There is no libvirt daemon at " + socket + ": " + cause.getMessage(), cause);
    }

    /** Calls a procedure and waits for its answer. */
    XdrReader call(Procedure procedure, XdrWriter arguments, Duration limit) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + limit.toNanos();
        serial++;
        boolean known = false;
        try {
            write(message(procedure, arguments.toBytes()), deadline, limit);
            XdrReader answer = answer(procedure, deadline, limit);
            known = true;
            return answer;
        } catch (VimException e) {
            known = true;
            throw e;
        } finally {
            if (!known) {
                close();
            }
        }
    }

    private ByteBuffer message(Procedure procedure, byte[] arguments) {
        ByteBuffer message = ByteBuffer.allocate(HEADER_BYTES + arguments.length);
        message.putInt(message.capacity());
        message.putInt(PROGRAM).putInt(VERSION).putInt(procedure.number());
        message.putInt(CALL).putInt(serial).putInt(OK);
        return message.put(arguments).flip();
    }

    private void write(ByteBuffer message, long deadline, Duration limit) throws IOException, InterruptedException {
        channel.write(message);
        while (message.hasRemaining()) {
            await(SelectionKey.OP_WRITE, deadline, limit);
            channel.write(message);
        }
    }

    private XdrReader answer(Procedure procedure, long deadline, Duration limit)
            throws IOException, InterruptedException {
        while (true) {
            if (System.nanoTime() - deadline > 0) {
                throw unanswered(limit);
            }
            int length = read(Integer.BYTES, deadline, limit).getInt();
            if (length < HEADER_BYTES || length > MOST_BYTES) {
                throw new IOException("The daemon has sent a message of " + length + " bytes, so it is not libvirt's.");
            }
            ByteBuffer rest = read(length - Integer.BYTES, deadline, limit);
            int program = rest.getInt();
            rest.getInt();
            int number = rest.getInt();
            int type = rest.getInt();
            int answered = rest.getInt();
            int status = rest.getInt();
            // Other messages are events, which this client does not request.
            if (program == PROGRAM && type == REPLY && answered == serial && number == procedure.number()) {
                return status == OK ? new XdrReader(rest) : refused(procedure, new XdrReader(rest));
            }
        }
    }

    private static XdrReader refused(Procedure procedure, XdrReader error) throws IOException {
        int code = error.number();
        error.number();
        String message = error.optionalText().orElse("no reason is given");
        throw new VimException("Libvirt" + code, procedure + " is refused: " + message);
    }

    private ByteBuffer read(int bytes, long deadline, Duration limit) throws IOException, InterruptedException {
        ByteBuffer part = ByteBuffer.allocate(bytes);
        while (part.hasRemaining()) {
            int read = channel.read(part);
            if (read < 0) {
                throw new IOException("The libvirt daemon has ended the connection.");
            }
            if (read == 0) {
                await(SelectionKey.OP_READ, deadline, limit);
            }
        }
        return part.flip();
    }

    private void await(int operation, long deadline, Duration limit) throws IOException, InterruptedException {
        long left = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        if (left <= 0) {
            throw unanswered(limit);
        }
        try {
            SelectionKey key = channel.keyFor(selector);
            if (key == null) {
                throw new IOException(ENDED);
            }
            key.interestOps(operation);
            selector.select(left);
            selector.selectedKeys().clear();
        } catch (ClosedSelectorException | CancelledKeyException e) {
            throw new IOException(ENDED, e);
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    private static IOException unanswered(Duration limit) {
        return new IOException("The libvirt daemon has not answered within " + limit.toSeconds() + " s.");
    }

    /** Closes the channel, which also ends a running call. Any thread. */
    @Override
    public void close() {
        try (channel;
                selector) {
            selector.wakeup();
        } catch (IOException e) {
            // The descriptors are closed nevertheless.
            return;
        }
    }
}
