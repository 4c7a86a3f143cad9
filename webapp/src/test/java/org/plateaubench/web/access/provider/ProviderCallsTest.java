// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.access.provider;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A call ends, whatever the other side does. */
final class ProviderCallsTest {
    /** The connection is made within it, also by a client whose classes are not loaded yet. */
    private static final Duration LONGEST = Duration.ofSeconds(3);

    /** Takes one connection and answers with a head, and then a byte now and again for ever. */
    private static void drip(ServerSocket server, String head) {
        try (Socket socket = server.accept();
                OutputStream out = socket.getOutputStream()) {
            out.write(head.getBytes(StandardCharsets.US_ASCII));
            out.flush();
            while (true) {
                // Each byte is soon enough after the one before for a limit that is only on silence.
                out.write(' ');
                out.flush();
                LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
            }
        } catch (IOException e) {
            // The caller has gone, which ends it.
        }
    }

    private static void isGivenUp(String head) throws Exception {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                ProviderCalls calls = new ProviderCalls(Optional.empty(), LONGEST)) {
            Thread answering = Thread.ofVirtual().start(() -> drip(server, head));
            URI address = URI.create("http://127.0.0.1:" + server.getLocalPort() + "/");
            assertThatThrownBy(() -> calls.get(address))
                    .isInstanceOf(ProviderCalls.NoAnswer.class)
                    .hasMessage("did not answer within 3.0 s");
            // The connection is closed, so that nobody keeps one by not ending.
            answering.join();
        }
    }

    @Test
    @Timeout(120)
    void anAnswerThatTricklesInIsGivenUpAsAWhole() throws Exception {
        isGivenUp("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n");
    }

    @Test
    @Timeout(120)
    void aHeadThatTricklesInIsToo() throws Exception {
        isGivenUp("HTTP/1.1 200 OK\r\nX-Long:");
    }
}
