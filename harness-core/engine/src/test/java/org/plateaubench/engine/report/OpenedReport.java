// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.BoundingBox;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.store.StoredRun;

/** A report as a reader sees it: opened from a file in the local Chromium, without a network. For use by one thread. */
public final class OpenedReport implements AutoCloseable {
    private static final String READY = "[data-test=result][data-state=ready] #time[data-state=ready]";

    private static final String BLANK_PAGE = "about:blank";

    /**
     * The browser page in which all reports are opened, one after the other: a new page with its process for each would
     * take twice the processor time. It ends with this JVM.
     */
    private static final class Reader {
        private static final Browser BROWSER = start();
        private static final Map<Boolean, Reader> BY_SCRIPTS = new HashMap<>();

        private final Page page;
        private String address = "";
        private List<String> browserErrors = new ArrayList<>();

        private Reader(boolean withScripts) {
            page = BROWSER.newContext(new Browser.NewContextOptions()
                            .setOffline(true)
                            .setJavaScriptEnabled(withScripts)
                            .setViewportSize(1280, 800))
                    .newPage();
            page.onConsoleMessage(message -> browserErrors.add(message.type() + ": " + message.text()));
            page.onPageError(error -> browserErrors.add("script: " + error));
            page.onRequest(request -> {
                if (!request.url().equals(address)) {
                    browserErrors.add("elsewhere: " + request.url());
                }
            });
        }

        static Reader of(boolean withScripts) {
            return BY_SCRIPTS.computeIfAbsent(withScripts, Reader::new);
        }

        private static Browser start() {
            Playwright playwright = Playwright.create(
                    new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            return playwright
                    .chromium()
                    .launch(new BrowserType.LaunchOptions()
                            .setExecutablePath(chromium())
                            .setArgs(List.of("--no-sandbox")));
        }

        /** Opens a file and adds the errors of the browser to the list from then on. */
        Page open(Path file, List<String> into) {
            closeReport();
            address = file.toUri().toString();
            browserErrors = into;
            page.navigate(address);
            return page;
        }

        /** Closes the open report after all its messages have arrived. */
        void closeReport() {
            if (!page.url().equals(BLANK_PAGE)) {
                page.navigate(BLANK_PAGE);
            }
        }
    }

    private final Reader reader;
    private final Page page;
    private final List<String> browserErrors = new ArrayList<>();

    private OpenedReport(String html, boolean withScripts) {
        reader = Reader.of(withScripts);
        page = reader.open(temporaryFile(html), browserErrors);
        if (withScripts) {
            page.waitForSelector(READY);
        }
    }

    /** Finds elements whose content is clipped or scrolls, and the horizontal scroll width of the page. */
    private static final String CLIPPED = """
            [...[...document.querySelectorAll('main *')]
              .filter((element) => element.checkVisibility() && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
                && getComputedStyle(element).overflowX !== 'visible' && !element.matches('thead, .visually-hidden, .log'))
              .map((element) => `${element.localName}.${element.className} ${element.getAttribute('aria-label') ?? ''}: ${element.scrollWidth} in ${element.clientWidth}`),
             ...(document.documentElement.scrollWidth > innerWidth ? [`page: ${document.documentElement.scrollWidth} in ${innerWidth}`] : [])]""";

    static OpenedReport of(String html) {
        return new OpenedReport(html, true);
    }

    static OpenedReport withoutScripts(String html) {
        return new OpenedReport(html, false);
    }

    /** The complete text of the report of a run, with all sections open. */
    public static String text(StoredRun run) {
        try (OpenedReport report = of(HtmlReport.of(run, Judge.judge(run), List.of()))) {
            return report.text();
        }
    }

    private static Path temporaryFile(String html) {
        try {
            Path file = Files.createTempFile("plateau-report-", ".html");
            file.toFile().deleteOnExit(); // Even when its page cannot be opened, or is not closed.
            return Files.writeString(file, html);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The text of the page with all sections open, with single spaces. */
    String text() {
        page.evaluate("document.querySelectorAll('details').forEach((details) => { details.open = true; })");
        return normalized(page.locator("body").innerText());
    }

    Locator find(String selector) {
        return page.locator(selector);
    }

    String text(String selector) {
        return normalized(page.locator(selector).innerText());
    }

    /** The position of the first matching element, in pixels from the top of the page. */
    BoundingBox place(String selector) {
        return page.locator(selector).first().boundingBox();
    }

    long pages() {
        String printed = new String(page.pdf(new Page.PdfOptions().setFormat("A4")), StandardCharsets.ISO_8859_1);
        return Pattern.compile("/Type\\s*/Page\\b").matcher(printed).results().count();
    }

    boolean isAbove(String upper, String lower) {
        return place(upper).y < place(lower).y;
    }

    Object evaluate(String script) {
        return page.evaluate(script);
    }

    /** Opens the page again with the given width, and returns what is clipped or scrolls horizontally. */
    List<?> clipped(int width, boolean isUnfolded) {
        page.setViewportSize(width, 800);
        try {
            page.reload();
            page.waitForSelector(READY);
            if (isUnfolded) {
                page.locator("[data-test=unfold]").click();
            }
            return (List<?>) page.evaluate(CLIPPED);
        } finally {
            page.setViewportSize(1280, 800);
        }
    }

    List<String> browserErrors() {
        return List.copyOf(browserErrors);
    }

    /** Draws every chart, as scrolling past all of them does. */
    void scrollThrough() {
        for (Locator chart : page.locator("figure.chart:not(.nothing):visible").all()) {
            chart.scrollIntoViewIfNeeded();
            chart.and(page.locator("[data-drawn]")).waitFor();
        }
    }

    private static String normalized(String text) {
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

    /** Closes the page, and fails if the browser reported an error. */
    @Override
    public void close() {
        reader.closeReport();
        assertThat(browserErrors).isEmpty();
    }
}
