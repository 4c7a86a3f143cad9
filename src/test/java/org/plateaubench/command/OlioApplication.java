// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/** The reference application as it is installed, in a process of the test's own, with a token that the test knows. */
final class OlioApplication implements AutoCloseable {
    static final String TOKEN = "4711";

    private static final Path INSTALLATION = LaunchedPlateau.home().resolve("distribution/target/plateau");
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
