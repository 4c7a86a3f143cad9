// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.ui;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The system's Chromium without a window, and what it has to complain of. One thread. */
final class TestBrowser implements AutoCloseable {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final double PATIENCE_MILLIS = 10_000;
    private static final int HEIGHT = 900;

    private final Playwright playwright;
    private final Browser browser;
    private final List<String> complaints = new ArrayList<>();

    TestBrowser() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        playwright.selectors().setTestIdAttribute("data-test");
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium())
                        .setArgs(List.of("--no-sandbox")));
    }

    /** A person with a window of their own, who signed in with a token. */
    Page signedIn(URI console, String token, int width, ColorScheme scheme) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setBaseURL(console.toString())
                .setViewportSize(width, HEIGHT)
                .setColorScheme(scheme));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") || message.type().equals("warning")) {
                complaints.add(message.type() + ": " + message.text() + " at " + page.url());
            }
        });
        page.onPageError(error -> complaints.add("script: " + error));
        page.navigate("/#token=" + token);
        page.waitForSelector("header nav");
        return page;
    }

    /** What the browser said against any page: refusals by the content security policy, scripts that failed, files missing. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Keeps a picture of the whole page. */
    static void shoot(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(SCREENSHOTS.resolve(name + ".png"))
                .setFullPage(true));
    }

    private static Path chromium() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("needs Chromium or Chrome on the PATH"));
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
