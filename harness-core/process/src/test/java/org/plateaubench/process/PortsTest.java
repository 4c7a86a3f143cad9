// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;
import org.plateaubench.spi.SutException;

class PortsTest {
    @Test
    void takenPortIsASentenceWithARemedyAndFreeOnceGivenUp() throws Exception {
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = taken.getLocalPort();
            int takenPort = port;
            assertThatThrownBy(() -> Ports.requireFree(takenPort, "H2 of SUT db"))
                    .isInstanceOf(SutException.class)
                    .hasMessageStartingWith("H2 of SUT db cannot listen on 127.0.0.1:" + port)
                    .hasMessageContaining("stop the program that uses the port");
        }
        Ports.requireFree(port, "H2 of SUT db");
    }

    @Test
    void freePortIsNotOneThatTheSystemGivesToAnybodyWhoAsksForAnyPort() throws Exception {
        try (ServerSocket any = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(any.getLocalPort()).isGreaterThanOrEqualTo(32_768);
        }
        for (int i = 0; i < 100; i++) {
            assertThat(Ports.free()).isBetween(10_000, 32_767);
        }
    }
}
