// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.document.ResultDocument;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.live.LongRun;

/** What a person sees of runs that are over: a result of an hour with more than 30 series, and the history of a name. */
@Tag("slow")
final class ResultPagesTest {
    private static final String ONE = "20261121T110000Z-short-000000";
    private static final int HOURS = 1;
    private static final int SHORT_MINUTES = 5;
    private static final int WIDE = 1280;
    private static final double PATIENCE_MILLIS = 60_000;
    private static final String P95_CHART =
            "[...document.querySelectorAll('.chart figcaption')].findIndex((one) => one.textContent.includes('p95'))";

    @TempDir
    private static Path folder;

    private static TestConsole console;
    private static String longRun;
    private static PageVisitor visitor;
    private static Page page;

    @BeforeAll
    static void open() throws Exception {
        Path runs = Files.createDirectories(folder.resolve("runs"));
        longRun = LongRun.write(runs, Duration.ofHours(HOURS)).runId();
        Path made = LongRun.write(Files.createDirectories(folder.resolve("made")), Duration.ofMinutes(SHORT_MINUTES))
                .path();
        Files.move(made, runs.resolve(ONE));
        console = TestConsole.start(folder);
        visitor = new PageVisitor();
        TestConsole.Client admin = console.admin();
        for (String id : List.of(longRun, ONE)) {
            Await.until(id, () -> admin.get("/api/v1/runs/" + id).status() == 200);
        }
        page = visitor.window(console.address(), admin, WIDE, ColorScheme.LIGHT);
        page.setDefaultTimeout(PATIENCE_MILLIS);
    }

    @AfterAll
    static void close() {
        visitor.close();
        console.close();
        assertThat(visitor.complaints()).isEmpty();
    }

    @Test
    void anHourOfThirtySeriesIsShownAndAZoomAsksForMoreOfWhatIsShown() {
        page.navigate("/runs/" + longRun);
        // What stands above the charts comes in parts, and would move them under the mouse.
        page.waitForSelector("[data-test=result][data-state=ready]");
        Locator time = page.locator("#time");
        Locator chart = page.getByTestId("throughput-1/store");
        chart.scrollIntoViewIfNeeded();
        page.waitForSelector("#time[data-state=ready]");
        page.waitForSelector("[data-test='throughput-1/store'][data-drawn]");
        assertThat(page.getByTestId("range").textContent()).contains("Whole run", "0:00 to 1:00:00");
        assertThat(chart.getByTestId("missing").textContent()).contains("30:0");
        drag(chart, 0.30, 0.36);
        page.waitForSelector("#time[data-bin-seconds='1'], #time[data-bin-seconds='2']");
        assertThat(page.getByTestId("range").textContent()).contains("Shown").doesNotContain("1:00:00");
        assertThat(figures(chart)).as("one row per second or two").hasSizeGreaterThan(100);
        page.getByTestId("zoom-reset").click();
        page.waitForSelector("#time[data-state=ready]:not([data-bin-seconds='1'], [data-bin-seconds='2'])");
        assertThat(time.getAttribute("data-state")).isEqualTo("ready");
    }

    @Test
    void keysPointAtAnInstantAndSayItsFigures() {
        page.navigate("/runs/" + ONE);
        // Charts are made anew when the result above them is there.
        page.waitForSelector("[data-test=result][data-state=ready]");
        Locator chart = page.getByTestId("response-1/store");
        chart.scrollIntoViewIfNeeded();
        page.waitForSelector("[data-test='response-1/store'][data-drawn]");
        chart.locator(".chart-area").focus();
        page.keyboard().press("Home");
        page.keyboard().press("ArrowRight");
        PlaywrightAssertions.assertThat(chart.locator("[aria-live]")).containsText(Pattern.compile("p50.*p95"));
        // All charts point at the same instant, each as soon as the browser says that it is near the screen.
        PlaywrightAssertions.assertThat(page.getByTestId("throughput-1/store").locator(".chart-instant"))
                .hasText(chart.locator(".chart-instant").textContent());
        chart.getByTestId("legend-p99").click();
        assertThat(chart.getByTestId("legend-p99").getAttribute("aria-pressed")).isEqualTo("false");
    }

    @Test
    void aHistoryMarksAChangeAndNamesTheFirstRunAfterIt() throws Exception {
        for (int number = 0; number < 16; number++) {
            age(number, number < 8 ? 10 : 14);
        }
        String first = aged(8);
        page.navigate("/history?name=aged");
        Locator change = page.getByTestId("change").first();
        change.waitFor();
        assertThat(change.textContent()).contains("p95", "worse", "run 9");
        assertThat(change.getByTestId("first-run").textContent()).isEqualTo(first);
        String chart = "history-" + page.evaluate(P95_CHART);
        page.getByTestId(chart).scrollIntoViewIfNeeded();
        page.waitForSelector("[data-test='" + chart + "'][data-drawn]");
        assertThat(figures(page.getByTestId(chart))).hasSize(16);
        String csv = Files.readString(page.waitForDownload(
                        () -> page.getByTestId(chart).getByTestId("csv").click())
                .path());
        assertThat(csv).contains(first + ",14");
        assertThat(page.waitForDownload(
                                () -> page.getByTestId(chart).getByTestId("png").click())
                        .suggestedFilename())
                .endsWith(".png");
        change.getByTestId("first-run").press("Enter");
        page.waitForURL(address -> address.endsWith("/runs/" + first));
    }

    private static String aged(int number) {
        return String.format(Locale.ROOT, "20261122T%02d0000Z-aged-%06x", number, number);
    }

    /** A run of five minutes that passed, with another p95 of all of its operations. */
    private static void age(int number, double p95Millis) throws IOException {
        Path from = folder.resolve("runs").resolve(ONE);
        Path to = Files.createDirectories(folder.resolve("runs").resolve(aged(number)));
        for (StoredFile file : List.of(StoredFile.PLAN, StoredFile.ENVIRONMENT, StoredFile.EVENTS)) {
            Files.copy(file.in(from), file.in(to));
        }
        Map<String, Object> result = Documents.parse(
                Documents.text(ResultDocument.of(Installation.judged(from).judgement())));
        result.put("verdict", Verdict.PASS.label());
        for (Object workload : elements(result.get("aggregate"))) {
            for (Object operation : elements(((Map<?, ?>) workload).get("operations"))) {
                @SuppressWarnings("unchecked")
                Map<String, Object> times = (Map<String, Object>) ((Map<?, ?>) operation).get("responseTimeMs");
                if (times != null) {
                    times.put("p95", p95Millis + 0.01 * (number % 3));
                }
            }
        }
        Files.writeString(StoredFile.RESULT.in(to), Documents.text(result));
    }

    private static List<?> elements(@Nullable Object list) {
        return (List<?>) Objects.requireNonNull(list);
    }

    private static List<String> figures(Locator chart) {
        chart.locator(".chart-data summary").click();
        Locator rows = chart.locator(".chart-data tbody tr");
        // The rows are made when the browser tells that they were opened.
        rows.first().waitFor();
        return rows.allTextContents();
    }

    private static void drag(Locator chart, double from, double to) {
        Locator area = chart.locator(".chart-area");
        area.scrollIntoViewIfNeeded();
        BoundingBox box = area.boundingBox();
        double y = box.y + box.height / 2;
        page.mouse().move(box.x + from * box.width, y);
        page.mouse().down();
        page.mouse().move(box.x + to * box.width, y);
        page.mouse().up();
    }
}
