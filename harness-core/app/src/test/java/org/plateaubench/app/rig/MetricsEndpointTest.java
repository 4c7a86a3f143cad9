// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.measure.interval.AgentHealth;
import org.plateaubench.measure.interval.IntervalSnapshot;
import org.plateaubench.wire.ToController;

/** Where an agent serves its metrics, and what it answers. */
final class MetricsEndpointTest {
    private final HttpClient http = HttpClient.newHttpClient();
    private final AgentMetrics metrics = new AgentMetrics("load1");

    private static InetSocketAddress address(String text) {
        return MetricsEndpoint.address(text).orElseThrow();
    }

    private HttpResponse<String> answer(String method, String place) throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(place))
                        .timeout(Duration.ofSeconds(60))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aPortAloneIsOnLoopback() {
        assertThat(address("9464").getHostString()).isEqualTo("127.0.0.1");
        assertThat(address("10.0.0.5:9464").getHostString()).isEqualTo("10.0.0.5");
        for (String wrong : List.of("", "x", "99999", "host:", "u@host:1", "host:1/path", "host:1?a")) {
            assertThat(MetricsEndpoint.address(wrong)).as(wrong).isEmpty();
        }
    }

    @Test
    void onlyMetricsAreServedAndOnlyRead() throws IOException, InterruptedException {
        metrics.begin("run\"1");
        metrics.add(new ToController.Snapshot(new IntervalSnapshot(
                "load1", 0, 0, 1, true, List.of(), new AgentHealth(5_000_000, 0, 0.5, 0.5, 7, 1))));
        try (MetricsEndpoint endpoint = MetricsEndpoint.open(address("0"), metrics::text)) {
            HttpResponse<String> found = answer("GET", endpoint.place());
            assertThat(found.headers().firstValue("Content-Type")).contains("text/plain; version=0.0.4; charset=utf-8");
            assertThat(found.body())
                    .contains("plateau_agent_active{agent=\"load1\"} 1\n")
                    .contains("plateau_agent_stall_seconds{agent=\"load1\",run=\"run\\\"1\"} 0.005\n");
            assertThat(answer("POST", endpoint.place()).statusCode()).isEqualTo(405);
            assertThat(answer("GET", endpoint.place().replace("/metrics", "/other"))
                            .statusCode())
                    .isEqualTo(404);
            assertThatThrownBy(
                            () -> MetricsEndpoint.open(address(endpoint.place().split("/", -1)[2]), metrics::text))
                    .hasMessageContaining("Metrics cannot be served at 127.0.0.1:");
        }
    }

    /** The only thread waits for no client for long. */
    @Test
    void aClientThatDoesNotFinishItsRequestKeepsNoOtherWaiting() throws IOException, InterruptedException {
        try (MetricsEndpoint endpoint = MetricsEndpoint.open(address("0"), metrics::text);
                Socket idle = new Socket(
                        InetAddress.getLoopbackAddress(),
                        URI.create(endpoint.place()).getPort())) {
            idle.getOutputStream().write("GET /met".getBytes(StandardCharsets.US_ASCII));
            assertThat(answer("GET", endpoint.place()).statusCode()).isEqualTo(200);
        }
    }

    /** Whoever connects and says nothing takes few descriptors from the load, and keeps Prometheus out for seconds only. */
    @Test
    void clientsThatSayNothingAreFewAndLetGo() throws IOException, InterruptedException {
        List<Socket> silent = new ArrayList<>();
        try (MetricsEndpoint endpoint = MetricsEndpoint.open(address("0"), metrics::text)) {
            int port = URI.create(endpoint.place()).getPort();
            for (int i = 0; i < 200; i++) {
                silent.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            long deadline = System.nanoTime() + Duration.ofSeconds(60).toNanos();
            while (!isServed(endpoint)) {
                assertThat(System.nanoTime()).isLessThan(deadline);
            }
        } finally {
            for (Socket one : silent) {
                one.close();
            }
        }
    }

    private boolean isServed(MetricsEndpoint endpoint) throws InterruptedException {
        try {
            return answer("GET", endpoint.place()).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    void whatARunHadIsForgottenWithTheNext() {
        metrics.begin("run-1");
        metrics.end();
        assertThat(metrics.text()).contains("plateau_agent_active{agent=\"load1\"} 0\n");
        metrics.begin("run-2");
        assertThat(metrics.text())
                .contains("plateau_agent_runs_total{agent=\"load1\"} 2\n")
                .doesNotContain("run-1");
    }
}
