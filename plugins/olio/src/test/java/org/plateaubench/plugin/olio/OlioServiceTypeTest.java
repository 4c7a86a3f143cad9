// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutContext.Mode;
import org.plateaubench.spi.SutException;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.SutStatus;

final class OlioServiceTypeTest {
    private static final OlioSutParameters EMBEDDED = new OlioSutParameters(0, 512, "", 16, 0, "", "");

    @TempDir
    private Path folder = Path.of("");

    private static OlioSutParameters external(String url, String token) {
        return new OlioSutParameters(0, 512, "", 16, 0, url, token);
    }

    private static List<String> problemKeys(Mode mode, OlioSutParameters parameters) {
        return OlioPlugin.SERVICE.check(mode, parameters).stream()
                .map(Finding::parameter)
                .toList();
    }

    @Test
    void keysOfOtherModeAreRefused() {
        assertThat(problemKeys(Mode.EMBEDDED, EMBEDDED)).isEmpty();
        assertThat(problemKeys(Mode.EMBEDDED, external("http://web.lab", "secret")))
                .containsExactly("url", "harnessToken");
        assertThat(problemKeys(Mode.EXTERNAL, external("https://web.lab:8443/olio", "secret")))
                .isEmpty();
        assertThat(problemKeys(Mode.EXTERNAL, external("${env:SITE}", ""))).isEmpty();
        assertThat(problemKeys(Mode.EXTERNAL, EMBEDDED)).containsExactly("url");
        assertThat(problemKeys(Mode.EXTERNAL, external("web.lab", ""))).containsExactly("url");
        assertThat(problemKeys(Mode.EXTERNAL, new OlioSutParameters(1, 600, "db", 8, 25, "http://web.lab", "")))
                .containsExactly("port", "heapMebibytes", "database", "connections", "loadUsers");
    }

    @Test
    void tokenIsNotPrinted() {
        assertThat(external("http://web.lab", "open sesame").toString()).doesNotContain("sesame");
    }

    @Test
    void unreachableSiteIsReported() throws Exception {
        int port;
        try (ServerSocket unused = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = unused.getLocalPort();
        }
        OlioSutParameters given = external("http://127.0.0.1:" + port + "/", "");
        try (SutService site = OlioPlugin.SERVICE.create(new SutContext<>("web", Mode.EXTERNAL, given, folder))) {
            assertThatThrownBy(() -> site.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageContaining("No site answers at http://127.0.0.1:" + port + " (");
            assertThat(site.status().state()).isEqualTo(SutStatus.State.STOPPED);
        }
    }

    @Test
    void clearIsRefusedWhenForeignFilesExist() throws Exception {
        Path uploads = Files.createDirectories(folder.resolve("data/uploads/images/events"));
        Files.createFile(folder.resolve("data/uploads/lock"));
        Files.createFile(folder.resolve("data/olio.mv.db"));
        Files.createFile(uploads.resolve("7-thumb.jpg"));
        try (SutService site = OlioPlugin.SERVICE.create(new SutContext<>("web", Mode.EMBEDDED, EMBEDDED, folder))) {
            for (Path file : List.of(uploads.resolve("7.png"), folder.resolve("data/notes.txt"))) {
                Files.writeString(file, "mine");
                assertThatThrownBy(site::clear)
                        .isInstanceOf(SutException.class)
                        .hasMessageContaining("such as " + file);
                assertThat(file).hasContent("mine");
                Files.delete(file);
            }
            site.clear();
        }
        assertThat(folder.resolve("data")).doesNotExist();
    }

    /** The test runs without an installation, and so without the application. */
    @Test
    void missingApplicationIsReported() throws Exception {
        try (SutService site = OlioPlugin.SERVICE.create(new SutContext<>("web", Mode.EMBEDDED, EMBEDDED, folder))) {
            assertThatThrownBy(() -> site.start(Progress.SILENT))
                    .isInstanceOf(SutException.class)
                    .hasMessageStartingWith("The reference application of Olio is not installed in ");
        }
    }

    @Test
    void siteWithoutTokenHasNoTelemetry() throws Exception {
        SutAddress site = new SutAddress("web", "olio", Map.of(OlioSutParameters.URL_PROPERTY, "http://web.lab"));
        assertThat(HarnessClient.of(site)).isEmpty();
        assertThat(new OlioTelemetry().open(site).sample()).isEmpty();
    }

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
            boolean isPost = exchange.getRequestMethod().equals("POST");
            byte[] answer = "{\"work\": \"IDLE\"}".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(isPost ? 202 : 200, answer.length);
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
