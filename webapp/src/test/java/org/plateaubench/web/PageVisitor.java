// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/** Opens pages in the system's Chromium, and records every error and warning. Not thread-safe. */
final class PageVisitor implements AutoCloseable {
    private static final double TIMEOUT_MILLIS = 120_000;
    private static final int HEIGHT = 900;

    /** Exists once the module of a page has drawn its heading and read its data. */
    static final String SHOWN = "main:not([aria-busy]) h1";

    private final Playwright playwright;
    private final Browser browser;
    private final List<String> pageErrors = new ArrayList<>();

    PageVisitor() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        playwright.selectors().setTestIdAttribute("data-test");
        // A setting of the JVM; the default is 5 s.
        PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT_MILLIS);
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(chromium())
                        .setArgs(List.of("--no-sandbox")));
    }

    /** A window of a user who has not signed in. */
    Page window(URI console, int width, ColorScheme scheme) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setBaseURL(console.toString())
                .setViewportSize(width, HEIGHT)
                .setColorScheme(scheme)
                .setReducedMotion(ReducedMotion.REDUCE));
        context.setDefaultTimeout(TIMEOUT_MILLIS);
        Page page = context.newPage();
        listen(page, console.toString());
        return page;
    }

    /** A window of a caller who has a session. */
    Page window(URI console, TestConsole.Client caller, int width, ColorScheme scheme) {
        Page page = window(console, width, scheme);
        String[] cookie = Objects.requireNonNull(caller.cookie).split("=", 2);
        page.context().addCookies(List.of(new Cookie(cookie[0], cookie[1]).setUrl(console.toString())));
        return page;
    }

    private void listen(Page page, String console) {
        page.onConsoleMessage(message -> {
            // The browser's own note on a status of 503; the listener to responses below decides whether it is a fault.
            boolean isLater = message.text().contains("status of 503");
            if ((message.type().equals("error") || message.type().equals("warning")) && !isLater) {
                pageErrors.add(message.type() + ": " + message.text() + " at " + page.url());
            }
        });
        page.onPageError(error -> pageErrors.add("script: " + error + " at " + page.url()));
        page.onRequest(request -> {
            if (!request.url().startsWith(console) && request.url().startsWith("http")) {
                pageErrors.add("elsewhere: " + request.url() + " at " + page.url());
            }
        });
        page.onRequestFailed(request -> {
            // A stream of events ends with its page.
            if (!String.valueOf(request.failure()).contains("ERR_ABORTED")) {
                pageErrors.add("failed: " + request.url() + " " + request.failure());
            }
        });
        page.onResponse(response -> {
            // The page repeats a read that the console postpones.
            boolean isLater = response.status() == 503 && response.headers().containsKey("retry-after");
            if (response.status() >= 400 && !isLater) {
                pageErrors.add(response.status() + ": " + response.url() + " at " + page.url());
            }
        });
    }

    /** Opens an address and waits until its page is shown. */
    static void open(Page page, String path) {
        page.navigate(path);
        page.waitForSelector(SHOWN);
    }

    /** The errors of pages since the last call. */
    List<String> pageErrors() {
        List<String> all = List.copyOf(pageErrors);
        pageErrors.clear();
        return all;
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
