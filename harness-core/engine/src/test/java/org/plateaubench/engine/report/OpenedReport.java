// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.store.StoredRun;

/** A report as a reader sees it: opened as a file, in the Chromium of this machine, without a network. One thread. */
public final class OpenedReport implements AutoCloseable {
    private static final String READY = "[data-test=result][data-state=ready] #time[data-state=ready]";

    /** One browser for all reports of the tests; it ends with this JVM. */
    private static final class Reader {
        static final Browser BROWSER = start();

        private Reader() {}

        private static Browser start() {
            Playwright playwright = Playwright.create(
                    new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            return playwright
                    .chromium()
                    .launch(new BrowserType.LaunchOptions()
                            .setExecutablePath(chromium())
                            .setArgs(List.of("--no-sandbox")));
        }
    }

    private final Path file;
    private final Page page;
    private final List<String> complaints = new ArrayList<>();

    private OpenedReport(String html, boolean withScripts) {
        file = written(html);
        page = Reader.BROWSER
                .newContext(new Browser.NewContextOptions().setOffline(true).setJavaScriptEnabled(withScripts))
                .newPage();
        page.onConsoleMessage(message -> complaints.add(message.type() + ": " + message.text()));
        page.onPageError(error -> complaints.add("script: " + error));
        page.onRequest(request -> {
            if (!request.url().equals(file.toUri().toString())) {
                complaints.add("elsewhere: " + request.url());
            }
        });
        page.navigate(file.toUri().toString());
        if (withScripts) {
            page.waitForSelector(READY);
        }
    }

    /** Opens a page. */
    static OpenedReport of(String html) {
        return new OpenedReport(html, true);
    }

    /** Opens it in a browser that runs no scripts. */
    static OpenedReport withoutScripts(String html) {
        return new OpenedReport(html, false);
    }

    /** Everything that the report of a run says when nothing in it is folded away. */
    public static String text(StoredRun run) {
        try (OpenedReport report = of(HtmlReport.of(run, Judge.judge(run), List.of()))) {
            return report.text();
        }
    }

    private static Path written(String html) {
        try {
            Path file = Files.createTempFile("plateau-report-", ".html");
            file.toFile().deleteOnExit(); // Even when its page cannot be opened, or is not closed.
            return Files.writeString(file, html);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is on the page when nothing is folded away, with single spaces. */
    String text() {
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
        return said(page.locator("body").innerText());
    }

    /** Elements of the page. */
    Locator find(String selector) {
        return page.locator(selector);
    }

    /** The text of one part of the page. */
    String text(String selector) {
        return said(page.locator(selector).innerText());
    }

    /** Whether one part stands above another. */
    boolean isAbove(String upper, String lower) {
        return page.locator(upper).boundingBox().y < page.locator(lower).boundingBox().y;
    }

    /** What a script of the page gives. */
    Object evaluate(String script) {
        return page.evaluate(script);
    }

    /** What the browser complained of. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** Draws every chart, as scrolling past all of them does. */
    void scrollThrough() {
        for (Locator chart : page.locator("figure.chart:not(.nothing):visible").all()) {
            chart.scrollIntoViewIfNeeded();
            chart.and(page.locator("[data-drawn]")).waitFor();
        }
    }

    private static String said(String text) {
        return text.replaceAll("[\\s\\u202f]+", " ");
    }

    private static Path chromium() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("needs Chromium or Chrome on the PATH"));
    }

    /** Closes the page; one that the browser complained of fails. */
    @Override
    public void close() {
        page.context().close();
        assertThat(complaints).isEmpty();
    }
}
