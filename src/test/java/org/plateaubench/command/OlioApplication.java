// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** The installed reference application, in a process of the test, with a token that the test knows. */
final class OlioApplication implements AutoCloseable {
    static final String TOKEN = "4711";

    private static final Path INSTALLATION = LaunchedPlateau.home().resolve("distribution/target/plateau");
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final Path log;
    private Process process;
    private final int port;

    /** On a free port; the data stays in the folder. */
    OlioApplication(Path folder) throws IOException {
        this.folder = folder;
        this.log = folder.resolve("olio.log");
        process = launched(0);
        port = awaitPort();
    }

    private Process launched(int wantedPort) throws IOException {
        Files.deleteIfExists(log);
        Process started = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx256m",
                        "-cp",
                        INSTALLATION.resolve("plugins/olio/application") + "/*:" + INSTALLATION.resolve("lib") + "/*",
                        "org.plateaubench.olio.Application")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        // It ends with this process: the pipe is closed then.
        started.getOutputStream()
                .write(("{\"port\": " + wantedPort + ", \"token\": \"" + TOKEN + "\"}\n")
                        .getBytes(StandardCharsets.UTF_8));
        started.getOutputStream().flush();
        return started;
    }

    private int awaitPort() {
        String mark = "plateau-ready ";
        Await.until(PATIENCE, this::log, () -> log().contains(mark) || !process.isAlive());
        String line =
                log().lines().filter(text -> text.startsWith(mark)).findFirst().orElseThrow();
        return Integer.parseInt(line.substring(mark.length()).strip());
    }

    int port() {
        return port;
    }

    String log() {
        try {
            return Files.exists(log) ? Files.readString(log) : "";
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Returns the answer to a request of the harness. */
    JsonNode ask(String method, String what) {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/harness/" + what))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("X-Plateau-Token", TOKEN)
                .timeout(PATIENCE)
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isIn(200, 202);
            return JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** With {@code SIGKILL}. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** On the same port again. */
    void startAgain() throws IOException {
        process = launched(port);
        awaitPort();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
