// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import org.junit.jupiter.api.Test;

/** A closed relay accepts no connection. */
final class LossyRelayTest {
    private static final int ROUNDS = 300;
    private static final int DEADLINE_MILLIS = 30_000;

    @Test
    void closedRelayAnswersNoConnection() throws IOException {
        try (EchoServer server = new EchoServer()) {
            int port = ((InetSocketAddress) server.address()).getPort();
            for (int round = 0; round < ROUNDS; round++) {
                LossyRelay relay = new LossyRelay(port);
                assertThat(isAnswering(relay.port())).isTrue();
                relay.close();
                assertThat(isAnswering(relay.port())).as("round %d", round).isFalse();
            }
        }
    }

    private static boolean isAnswering(int port) {
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
