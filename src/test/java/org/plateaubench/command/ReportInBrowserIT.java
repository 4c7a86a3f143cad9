// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report, opened in a real browser without any network. */
@Order(3)
final class ReportInBrowserIT {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void drawsItsChartsAndHasNoScriptErrors() throws IOException, InterruptedException {
        LaunchedPlateau launched =
                LaunchedPlateau.start(folder, Map.of(), Quickstart.arguments(folder, "1s", "5s", "1s"));
        launched.awaitExit(Duration.ofMinutes(1));
        RunFolder run = RunFolder.only(Quickstart.runs(folder));

        List<String> complaints = new ArrayList<>();
        Playwright.CreateOptions options =
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"));
        try (Playwright playwright = Playwright.create(options);
                Browser browser = playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(chromium())
                                .setArgs(List.of("--no-sandbox")));
                BrowserContext context = browser.newContext(new Browser.NewContextOptions().setOffline(true))) {
            Page page = context.newPage();
            page.onConsoleMessage(message -> complaints.add(message.text()));
            page.onPageError(complaints::add);
            page.navigate(run.path().resolve("report.html").toUri().toString());
            page.waitForSelector("[data-test=result][data-state=ready] #time[data-state=ready]");
            List<Locator> charts =
                    page.locator("figure.chart:not(.nothing):visible").all();
            assertThat(charts).hasSizeGreaterThan(8);
            for (Locator chart : charts) {
                chart.scrollIntoViewIfNeeded();
                chart.and(page.locator("[data-drawn]")).waitFor();
            }
            assertThat(page.locator("[data-test=config]").textContent()).isEqualTo(run.text("config.yaml"));
        }
        assertThat(complaints).isEmpty();
        assertThat(run.text("report.html")).doesNotContain("src=\"http", "href=\"http", "@import");
    }

    private static Path chromium() {
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no Chromium on the PATH; ./verify installs one"));
    }
}
