// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.plugin.olio.data.ApplicationSettings;

/** The application in a separate process. */
final class ApplicationTest {
    private static final String READY = "plateau-ready ";
    private static final long TIMEOUT_SECONDS = 20;

    @Test
    @Timeout(60)
    void applicationReportsPortAndEndsWithParent(@TempDir Path folder) throws Exception {
        ApplicationSettings settings =
                new ApplicationSettings("127.0.0.1", 0, folder.toString(), "", "", "", 2, "secret-of-the-harness");
        Process process = start();
        try (OutputStream in = process.getOutputStream()) {
            in.write((settings.toLine() + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
            int port = port(process);
            assertThat(status(port, "/login", "")).isEqualTo(200);
            assertThat(status(port, "/harness/state", "")).isEqualTo(403);
            assertThat(status(port, "/harness/state", "secret-of-the-harness")).isEqualTo(200);
            assertThat(folder.resolve("uploads")).isDirectory();
            assertThat(Files.exists(folder.resolve("olio.mv.db"))).isTrue();
        }
        assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .as("ends with its parent")
                .isTrue();
    }

    private static Process start() throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName());
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static int port(Process process) throws IOException {
        BufferedReader log =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        StringBuilder output = new StringBuilder();
        for (String line = log.readLine(); line != null; line = log.readLine()) {
            if (line.startsWith(READY)) {
                return Integer.parseInt(line.substring(READY.length()));
            }
            output.append(line).append('\n');
        }
        throw new AssertionError("ended before it was ready:\n" + output);
    }

    private static int status(int port, String path, String token) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(Duration.ofSeconds(TIMEOUT_SECONDS));
        if (!token.isEmpty()) {
            request.header(ApplicationSettings.TOKEN_HEADER, token);
        }
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request.build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }
}
