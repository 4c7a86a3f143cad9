// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The example of the plugin guide, built and run as the guide says, against a real echo server. */
@Tag("slow")
final class PartnerPluginIT {
    private static final Path EXAMPLE = LaunchedPlateau.home().resolve("docs/examples/ping");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aPluginOutsideTheInstallationRuns() throws IOException, InterruptedException {
        new CompiledPlugin(folder, "ping").install(EXAMPLE, "com.example.ping.PingPlugin");
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> serve(server));

            LaunchedPlateau launched = Quickstart.startFile(
                    folder,
                    CompiledPlugin.environment(folder),
                    EXAMPLE.resolve("run.yaml"),
                    "--set",
                    "workloads.echo.parameters.port=" + server.getLocalPort());

            // On a machine that stalls the harness the run is rightly invalid, but complete nevertheless.
            assertThat(launched.awaitExit(Duration.ofSeconds(60)))
                    .as(launched.everything())
                    .isIn(0, 2);
        }
        JsonNode result = RunFolder.only(Quickstart.runs(folder)).json("result.json");
        assertThat(result.path("status").asString()).isEqualTo("completed");
        JsonNode workload = result.path("workloads").path(0);
        assertThat(workload.path("all").path("counts").path("errors").asLong()).isZero();
        long pings = workload.path("all").path("counts").path("ok").asLong();
        assertThat(pings).isPositive();
        assertThat(workload.path("counters").path("bytesReturned").asLong()).isPositive();
    }

    private static void serve(ServerSocket server) {
        try {
            while (true) {
                Socket client = server.accept();
                Thread.ofVirtual().start(() -> echo(client));
            }
        } catch (IOException e) {
            // The test closes the server when it is done.
        }
    }

    private static void echo(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            // A client that goes away ends its echo.
        }
    }
}
