// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.web.live.LiveFixture.Event;

@Timeout(300)
final class ViewersTest {
    @TempDir
    Path runs;

    @Test
    void whoDoesNotReadIsLetGoAndNobodyWaitsForIt() throws Exception {
        try (LiveFixture fixture = new LiveFixture(runs);
                LiveFixture.Stream reader = fixture.stream("/api/v1/stream");
                Socket sleeper = sleeper(fixture)) {
            assertThat(Objects.requireNonNull(reader.next()).name()).isEqualTo("snapshot");
            await(() -> fixture.table.streams().count() == 2);
            String text = "x".repeat(50_000);
            int said = 0;
            long longestNanos = 0;
            while (listViewers(fixture) > 1) {
                for (int i = 0; i < 20; i++) {
                    long began = System.nanoTime();
                    fixture.live.changed(text + said, "running", null);
                    longestNanos = Math.max(longestNanos, System.nanoTime() - began);
                    Event event = Objects.requireNonNull(reader.next());
                    assertThat(event.data().get("id").asString()).isEqualTo(text + said);
                    said++;
                }
                assertThat(said).as("the one that sleeps is let go").isLessThan(2_000);
            }
            // Who waited for the one that sleeps would do so until its connection is given up as idle, after 30 s.
            assertThat(longestNanos).as("nobody waits").isLessThan(15_000_000_000L);
            assertThat(sleeper.isClosed()).isFalse();
            fixture.live.queueChanged(1);
            assertThat(Objects.requireNonNull(reader.next()).name()).isEqualTo("queue");
        }
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + 60_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(deadline);
            LockSupport.parkNanos(10_000_000);
        }
    }

    private static Socket sleeper(LiveFixture fixture) throws Exception {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4096);
        socket.connect(new java.net.InetSocketAddress(
                java.net.InetAddress.getLoopbackAddress(), fixture.address().getPort()));
        OutputStream out = socket.getOutputStream();
        out.write("GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        out.flush();
        return socket;
    }

    private static int listViewers(LiveFixture fixture) throws Exception {
        String metrics = fixture.get("/metrics").body();
        String line = "plateau_console_viewers{stream=\"lists\"} ";
        int at = metrics.indexOf(line) + line.length();
        return Integer.parseInt(metrics.substring(at, metrics.indexOf('\n', at)).replace(".0", ""));
    }
}
