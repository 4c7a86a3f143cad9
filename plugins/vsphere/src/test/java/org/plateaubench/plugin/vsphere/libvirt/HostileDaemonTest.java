// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere.libvirt;

import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whatever listens at the socket, a call ends within its limit, in bounded memory, with a sentence. */
@Timeout(120)
final class HostileDaemonTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int PROGRAM = 0x20008086;
    private static final int REPLY = 1;
    private static final int EVENT = 2;
    private static final int HEADER_BYTES = 28;

    @TempDir
    private Path folder = Path.of("");

    private ServerSocketChannel server;

    /** What a daemon sends to its only client. */
    @FunctionalInterface
    private interface Daemon {
        void send(SocketChannel client) throws IOException;
    }

    @BeforeEach
    void listen() throws IOException {
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(folder.resolve("sock")));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private void expect(String sentence, Duration limit, Daemon daemon) {
        Thread.ofPlatform().daemon().start(() -> {
            try (SocketChannel client = server.accept()) {
                client.read(ByteBuffer.allocate(HEADER_BYTES));
                daemon.send(client);
                int read;
                do {
                    read = client.read(ByteBuffer.allocate(HEADER_BYTES));
                } while (read >= 0);
            } catch (IOException clientHasGone) {
                return;
            }
        });
        LibvirtParameters parameters =
                new LibvirtParameters(folder.resolve("sock").toString(), "qemu:///session");
        assertThatIOException()
                .isThrownBy(() -> new LibvirtAddress(LibvirtAddress.of("lab", parameters)).signIn(limit))
                .withMessageContaining(sentence);
    }

    /** A message about the first call, which asks for the ways to sign in. */
    private static ByteBuffer message(int type, int... words) {
        ByteBuffer message = ByteBuffer.allocate(HEADER_BYTES + words.length * Integer.BYTES);
        message.putInt(message.capacity()).putInt(PROGRAM).putInt(1);
        message.putInt(Procedure.AUTH_LIST.number()).putInt(type).putInt(1).putInt(0);
        for (int word : words) {
            message.putInt(word);
        }
        return message.flip();
    }

    @Test
    void eventsWithoutEndAreNoAnswer() {
        expect("has not answered within 1 s", Duration.ofSeconds(1), client -> {
            while (client.isOpen()) {
                client.write(message(EVENT));
            }
        });
    }

    @Test
    void aMessageLongerThanAnyOfLibvirtIsRefused() {
        expect(
                "a message of 2147483647 bytes",
                LONG,
                client -> client.write(ByteBuffer.allocate(4).putInt(0, Integer.MAX_VALUE)));
    }

    @Test
    void aMessageShorterThanItsHeadIsRefused() {
        expect(
                "a message of 3 bytes",
                LONG,
                client -> client.write(ByteBuffer.allocate(4).putInt(0, 3)));
    }

    @Test
    void aListLongerThanItsAnswerIsRefused() {
        expect("shorter than its parts", LONG, client -> client.write(message(REPLY, 1_000)));
        expect("a list of 2147483647 elements", LONG, client -> client.write(message(REPLY, Integer.MAX_VALUE)));
        expect("a list of -1 elements", LONG, client -> client.write(message(REPLY, -1)));
    }

    @Test
    void anAnswerThatBreaksOffIsSaid() {
        expect("has ended the connection", LONG, client -> {
            client.write(message(REPLY, 1).limit(HEADER_BYTES));
            client.close();
        });
    }
}
