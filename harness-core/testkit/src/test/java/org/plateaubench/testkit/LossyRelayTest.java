// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import org.junit.jupiter.api.Test;

/** A network that is cut stays cut, and does not tell of a server that closes. */
final class LossyRelayTest {
    private static final int ROUNDS = 300;
    private static final int DEADLINE_MILLIS = 30_000;
    private static final int BLOCKED_MILLIS = 200;

    @Test
    void whoeverConnectsAfterItIsClosedIsNotAnswered() throws IOException {
        try (EchoServer server = new EchoServer()) {
            int port = ((InetSocketAddress) server.address()).getPort();
            for (int round = 0; round < ROUNDS; round++) {
                LossyRelay relay = new LossyRelay(port);
                assertThat(answers(relay.port())).isTrue();
                relay.close();
                assertThat(answers(relay.port())).as("round %d", round).isFalse();
            }
        }
    }

    /** A driver that ends an operation on the end of its connection would not be blocked by a SUT that is silent. */
    @Test
    void whoseServerClosesIsToldWhenRepliesPassAgain() throws Exception {
        try (ServerSocket closing = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                LossyRelay relay = new LossyRelay(closing.getLocalPort());
                Socket client = new Socket(InetAddress.getLoopbackAddress(), relay.port())) {
            client.setSoTimeout(BLOCKED_MILLIS);
            relay.loseAfter(0);
            try (Socket server = closing.accept()) {
                server.getOutputStream().write('x');
            }
            assertThatThrownBy(() -> client.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            assertThatThrownBy(() -> {
                        client.getOutputStream().write(new byte[100_000]);
                        client.getInputStream().read();
                    })
                    .isInstanceOf(SocketTimeoutException.class);
            awaitUninformed(relay);
            relay.loseNothing();
            client.setSoTimeout(DEADLINE_MILLIS);
            assertThat(end(client)).isTrue();
        }
    }

    /** The relay hears of the end when its own thread has read it. */
    private static void awaitUninformed(LossyRelay relay) {
        Deadline.until("a client is not told", () -> relay.uninformed() == 1);
    }

    private static boolean end(Socket client) throws IOException {
        try {
            return client.getInputStream().read() < 0;
        } catch (SocketTimeoutException e) {
            return false;
        } catch (SocketException e) {
            // The relay had not read all that the client has sent.
            return true;
        }
    }

    private static boolean answers(int port) {
        try (Socket client = new Socket()) {
            client.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), DEADLINE_MILLIS);
            client.setSoTimeout(DEADLINE_MILLIS);
            client.getOutputStream().write('x');
            return client.getInputStream().read() == 'x';
        } catch (IOException e) {
            return false;
        }
    }
}
