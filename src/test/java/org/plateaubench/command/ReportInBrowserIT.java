// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report, opened in a real browser without any network. */
final class ReportInBrowserIT {
    private static final Duration DEADLINE = Duration.ofSeconds(60);

    @TempDir
    private Path folder = Path.of("");

    @Test
    void drawsItsChartsAndHasNoScriptErrors() throws IOException, InterruptedException {
        LaunchedPlateau launched =
                LaunchedPlateau.start(folder, Map.of(), Quickstart.arguments(folder, "1s", "5s", "1s"));
        launched.awaitExit(Duration.ofMinutes(1));
        RunFolder run = RunFolder.only(Quickstart.runs(folder));

        String page = rendered(run.path().resolve("report.html"));

        assertThat(page).containsPattern("data-charts=\"[1-9][0-9]*\"").contains("data-errors=\"0\"");
        assertThat(run.text("report.html")).doesNotContain("src=\"http", "href=\"http", "@import");
    }

    private String rendered(Path page) throws IOException, InterruptedException {
        Path dom = folder.resolve("dom.html");
        Process browser = new ProcessBuilder(
                        browser(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--virtual-time-budget=5000",
                        "--dump-dom",
                        page.toUri().toString())
                .redirectOutput(dom.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(browser.waitFor(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } finally {
            browser.descendants().forEach(ProcessHandle::destroyForcibly);
            browser.destroyForcibly();
        }
        return Files.readString(dom);
    }

    private static String browser() {
        List<String> names = List.of("chromium", "chromium-browser", "google-chrome");
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no Chromium on the PATH; ./verify installs one"))
                .toString();
    }
}
