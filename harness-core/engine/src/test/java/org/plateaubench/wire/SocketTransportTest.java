// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages between two ends of a Unix socket, and ends that violate the protocol. */
@Timeout(120)
final class SocketTransportTest {
    private static final long DEADLINE = TimeUnit.SECONDS.toNanos(60);

    @TempDir
    private Path folder;

    private ServerSocketChannel server;
    private SocketTransport<ToAgent, ToController> controller;

    @BeforeEach
    void listen() throws IOException {
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(address());
        controller = SocketTransport.toAgent(10, server::accept);
    }

    @AfterEach
    void close() throws IOException {
        controller.close();
        server.close();
    }

    private UnixDomainSocketAddress address() {
        return UnixDomainSocketAddress.of(folder.resolve("socket"));
    }

    private SocketTransport<ToController, ToAgent> agent() {
        return SocketTransport.toController(10, () -> SocketChannel.open(address()));
    }

    @Test
    void messagesArriveInOrderInBothDirections() throws Exception {
        controller.send(new ToAgent.Stop(5));
        try (SocketTransport<ToController, ToAgent> agent = agent()) {
            agent.send(new ToController.Heartbeat(1));
            agent.send(new ToController.Heartbeat(2));
            assertThat(controller.receive(DEADLINE)).isEqualTo(new ToController.Heartbeat(1));
            assertThat(controller.receive(DEADLINE)).isEqualTo(new ToController.Heartbeat(2));
            assertThat(controller.receive(0)).isNull();
            assertThat(agent.receive(DEADLINE)).isEqualTo(new ToAgent.Stop(5));
        }
    }

    @Test
    void messageSentBeforeClosingIsReceived() throws Exception {
        try (SocketTransport<ToController, ToAgent> agent = agent()) {
            controller.send(new ToAgent.Stop(5));
            agent.receive(DEADLINE);
            agent.send(new ToController.Finished());
        }
        assertThat(controller.receive(DEADLINE)).isEqualTo(new ToController.Finished());
        assertLost("The connection to the agent is closed.");
        assertThatThrownBy(() -> controller.send(new ToAgent.Stop(0))).isInstanceOf(PeerLostException.class);
    }

    @Test
    void stalledReceiverFillsTheQueueWithoutBlocking() throws Exception {
        try (SocketChannel receiver = SocketChannel.open(address())) {
            long sent = 0;
            while (controller.send(new ToAgent.Abort("x".repeat(10_000)))) {
                sent++;
            }
            assertThat(sent).isGreaterThanOrEqualTo(10);
            assertThat(receiver.isConnected()).isTrue();
        }
        assertThatThrownBy(() -> controller.receive(DEADLINE)).isInstanceOf(PeerLostException.class);
    }

    @Test
    void malformedMessageEndsTheConnection() throws Exception {
        try (SocketChannel sender = SocketChannel.open(address())) {
            sender.write(ByteBuffer.allocate(24).putInt(20).clear());
            assertThatThrownBy(() -> controller.receive(DEADLINE))
                    .isInstanceOf(PeerLostException.class)
                    .hasMessageStartingWith("The connection to the agent failed: The message is refused: no JSON");
        }
    }

    @Test
    void truncatedMessageEndsTheConnection() throws Exception {
        try (SocketChannel sender = SocketChannel.open(address())) {
            sender.write(ByteBuffer.allocate(24).putInt(1_000).clear());
        }
        assertLost("The connection to the agent failed: A message was cut off.");
    }

    @Test
    void failedConnectionReportsTheReason() throws Exception {
        server.close();
        assertThatThrownBy(() -> controller.receive(DEADLINE))
                .isInstanceOf(PeerLostException.class)
                .hasMessageStartingWith("The connection to the agent failed: ");
    }

    @Test
    void closingDoesNotWaitForThePeer() throws Exception {
        controller.close();
        assertLost("The connection to the agent is closed.");
    }

    private void assertLost(String reason) {
        assertThatThrownBy(() -> controller.receive(DEADLINE))
                .isInstanceOf(PeerLostException.class)
                .hasMessage(reason);
    }
}
