// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutException;

final class HarnessClientTest {
    @Test
    void invalidTokenIsRefusedAndNotPrinted() {
        HarnessClient client = new HarnessClient("http://127.0.0.1:9", "open sesame\n");
        Throwable refused = catchThrowable(client::state);
        StringWriter stackTrace = new StringWriter();
        refused.printStackTrace(new PrintWriter(stackTrace, true));
        assertThat(refused).isInstanceOf(SutException.class).hasMessageContaining("harnessToken");
        assertThat(stackTrace.toString()).doesNotContain("sesame");
    }

    @Test
    void applicationRestartedDuringResetIsReported() throws Exception {
        HttpServer restarted = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        restarted.createContext("/", exchange -> {
            boolean begun = exchange.getRequestMethod().equals("POST");
            byte[] answer = "{\"work\": \"IDLE\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(begun ? 202 : 200, answer.length);
            exchange.getResponseBody().write(answer);
            exchange.close();
        });
        restarted.start();
        try {
            String url = "http://127.0.0.1:" + restarted.getAddress().getPort();
            Throwable lost = catchThrowable(() -> new HarnessClient(url, "token").reset(Progress.SILENT));
            assertThat(lost).isInstanceOf(SutException.class).hasMessageContaining("restarted");
        } finally {
            restarted.stop(0);
        }
    }
}
