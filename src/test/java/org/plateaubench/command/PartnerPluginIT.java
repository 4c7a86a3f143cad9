// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The example of the plugin guide, built and run as the guide says, against a real echo server. */
final class PartnerPluginIT {
    private static final Path EXAMPLE = LaunchedPlateau.home().resolve("docs/examples/ping");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void aPluginOutsideTheInstallationRuns() throws IOException, InterruptedException {
        build();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> serve(server));

            LaunchedPlateau launched = LaunchedPlateau.start(
                    folder,
                    Map.of("PLATEAU_PLUGINS", folder.resolve("plugins").toString()),
                    List.of(
                            "run",
                            EXAMPLE.resolve("run.yaml").toString(),
                            "--runs-dir",
                            Quickstart.runs(folder).toString(),
                            "--set",
                            "workloads.echo.parameters.port=" + server.getLocalPort()));

            // On a machine that stalls the harness the run is void by right, and complete all the same.
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

    private void build() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        Path api;
        try (Stream<Path> lib = Files.list(LaunchedPlateau.home().resolve("distribution/target/plateau/lib"))) {
            api = lib.filter(jar -> jar.getFileName().toString().startsWith("plateau-api-"))
                    .findFirst()
                    .orElseThrow();
        }
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-nowarn",
                        "-cp",
                        api.toString(),
                        "-d",
                        classes.toString(),
                        EXAMPLE.resolve("PingPlugin.java").toString());
        assertThat(compiled).isZero();
        Path jar = Files.createDirectories(folder.resolve("plugins/ping")).resolve("ping.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
            out.putNextEntry(new JarEntry("META-INF/services/org.plateaubench.spi.Plugin"));
            out.write("com.example.ping.PingPlugin\n".getBytes(StandardCharsets.UTF_8));
        }
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
