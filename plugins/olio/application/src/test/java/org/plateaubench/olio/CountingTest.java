// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.olio.data.ApplicationSettings;
import org.plateaubench.testkit.Deadline;

final class CountingTest {
    private static final int ABORTED = 5;

    @Test
    void abortedRequestsAreNotCountedAsServerErrors(@TempDir Path folder) throws Exception {
        ApplicationSettings settings = new ApplicationSettings(
                "127.0.0.1", 0, folder.toString(), "jdbc:h2:mem:counting;DB_CLOSE_DELAY=-1", "sa", "", 2, "");
        try (SiteServer site = new SiteServer(settings, InstantSource.system())) {
            site.start();
            for (int i = 0; i < ABORTED; i++) {
                abort(site.port());
            }
            Deadline.until("all are counted", () -> site.counting.getRequestTotal() >= ABORTED);
            assertThat(site.counting.getRequestTotal()).isEqualTo(ABORTED);
            assertThat(site.counting.getResponses5xx()).isZero();
        }
    }

    /** Asks for a picture of 670 kB, reads a little, and resets the connection. */
    private static void abort(int port) throws Exception {
        try (Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4096);
            socket.setSoLinger(true, 0);
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.getOutputStream()
                    .write("GET /images/people/1.jpg HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            assertThat(in.readNBytes(100)).hasSize(100);
        }
    }
}
