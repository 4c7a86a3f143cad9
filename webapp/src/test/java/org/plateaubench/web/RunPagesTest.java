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
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.Installation;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.web.live.LongRun;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Form and text of a run file, each of which edits the other; the result of a run of an hour with more than 30 series;
 * and the history of a name.
 */
@Tag("slow")
final class RunPagesTest {
    private static final String TEXT = """
            # A comment at the top
            run:
              name: first   # what lists call it
            phases:
              rampUp: 5s    # users start one by one
              steady: 60s
            workloads:
              nothing: { plugin: proving/null, load: { users: 2, think: 1s } }   # idle
            """;
    private static final String STEADY = "field-phases.steady";
    private static final String CHECKED = "[data-test=new-run][data-state=checked] [data-test=form]";
    private static final String SHORT_RUN = "20261121T110000Z-short-000000";
    private static final int HOURS = 1;
    private static final int SHORT_MINUTES = 5;
    private static final String P95_CHART =
            "[...document.querySelectorAll('.chart figcaption')].findIndex((element) => element.textContent.includes('p95'))";
    private static final int WIDE = 1280;
    private static final double TIMEOUT_MILLIS = 120_000;

    @TempDir
    private static Path folder;

    private static TestConsole console;
    private static TestConsole.Client admin;
    private static PageVisitor visitor;
    private static Page page;
    private static String longRun = "";

    @BeforeAll
    static void open() throws Exception {
        Path runs = Files.createDirectories(folder.resolve("runs"));
        longRun = LongRun.write(runs, Duration.ofHours(HOURS)).runId();
        Path written = LongRun.write(Files.createDirectories(folder.resolve("made")), Duration.ofMinutes(SHORT_MINUTES))
                .path();
        Files.move(written, runs.resolve(SHORT_RUN));
        console = TestConsole.start(folder);
        admin = console.admin();
        admin.send("POST", "/api/v1/queue/pause", "{}").expect(200);
        for (String id : List.of(longRun, SHORT_RUN)) {
            Await.until(id, () -> admin.get("/api/v1/runs/" + id).status() == 200);
        }
        visitor = new PageVisitor();
        page = visitor.window(console.address(), admin, WIDE, ColorScheme.LIGHT);
        page.setDefaultTimeout(TIMEOUT_MILLIS);
        // The browser asks whether unsaved changes may be lost.
        page.onDialog(dialog -> dialog.accept());
        PageVisitor.open(page, "/");
    }

    @AfterAll
    static void close() {
        visitor.close();
        console.close();
        assertThat(visitor.pageErrors()).isEmpty();
    }

    @BeforeEach
    void edit() throws IOException {
        Files.writeString(folder.resolve("files").resolve("first.yaml"), TEXT);
        page.evaluate("sessionStorage.clear()");
        page.navigate("/new?file=first.yaml");
        page.waitForSelector(CHECKED);
    }

    @Test
    void quickstartIsOfferedFirst() throws IOException {
        Path quickstart = folder.resolve("files").resolve("quickstart.yaml");
        Files.writeString(quickstart, TEXT.replace("first", "quickstart"));
        PageVisitor.open(page, "/new");
        assertThat(page.locator(".start-card").first().getAttribute("data-test"))
                .isEqualTo("start-quickstart.yaml");
        Files.delete(quickstart);
    }

    @Test
    void fieldChangesOnlyItsValueInText() {
        page.getByTestId(STEADY).fill("90s");
        line("90s").waitFor();
        assertThat(text()).isEqualTo(TEXT.replace("60s", "90s"));
        assertThat(page.getByTestId("dirty").textContent()).isEqualTo("not saved");
        page.getByTestId("save").click();
        PlaywrightAssertions.assertThat(page.getByTestId("dirty")).hasCount(0);
        assertThat(folder.resolve("files").resolve("first.yaml")).hasContent(TEXT.replace("60s", "90s"));
    }

    @Test
    void fieldKeepsFocusDuringInput() {
        Locator drain = page.getByTestId("field-phases.drain");
        drain.evaluate("field => field.closest('details').open = true");
        drain.click();
        page.keyboard().type("20s");
        PlaywrightAssertions.assertThat(drain).isFocused();
        assertThat(text()).isEqualTo(TEXT.replace("60s\n", "60s\n  drain: 20s\n"));
        drain.fill("");
        page.keyboard().press("Tab");
        assertThat(text()).isEqualTo(TEXT);
    }

    @Test
    void formFollowsText() {
        type("60s", "75s");
        PlaywrightAssertions.assertThat(page.getByTestId(STEADY)).hasValue("75s");
    }

    @Test
    void planFollowsText() {
        Locator plan = page.getByTestId("plan");
        PlaywrightAssertions.assertThat(plan).containsText("up to 2 users");
        page.getByTestId("field-workloads.nothing.load.users").fill("40");
        PlaywrightAssertions.assertThat(plan).containsText("up to 40 users");
        assertThat(text()).isEqualTo(TEXT.replace("users: 2", "users: 40"));
    }

    @Test
    void loadKindChangeReplacesLoadFields() {
        Locator kind = page.getByTestId("field-workloads.nothing.load");
        for (String load : List.of(
                "{ rate: 10/s, maxUsers: 2 }",
                "{ maxUsers: 2, schedule: [{ for: 60s, rate: 10/s }] }",
                "{ maxUsers: 2, rate: 10/s }")) {
            kind.selectOption(load.contains("schedule") ? "schedule" : "rate");
            page.waitForSelector(CHECKED);
            assertThat(text()).isEqualTo(TEXT.replace("{ users: 2, think: 1s }", load));
            PlaywrightAssertions.assertThat(page.getByTestId("no-problems")).isVisible();
        }
    }

    @Test
    void addedWorkloadIsRemoved() {
        page.getByTestId("action-suts.known-law").click();
        page.getByTestId("action-workloads.proving.law").click();
        assertThat(text())
                .isEqualTo(TEXT.replace("60s\n", "60s\nsuts:\n  known-law: { service: known-law, mode: embedded }\n")
                        + "  law: { plugin: proving/law, sut: known-law, load: { users: 8 } }\n");
        page.waitForSelector(CHECKED);
        PlaywrightAssertions.assertThat(page.getByTestId("no-problems")).isVisible();
        page.getByTestId("section-workloads.law").getByTestId("action-remove").click();
        page.getByTestId("section-suts.known-law").getByTestId("action-remove").click();
        assertThat(text()).isEqualTo(TEXT);
    }

    @Test
    void problemIsShownInTextListAndField() {
        page.getByTestId(STEADY).fill("soon");
        page.waitForSelector("[data-test='wrong-phases.steady']");
        Locator problem =
                page.getByTestId("problems").locator("li", new Locator.LocatorOptions().setHasText("phases.steady"));
        assertThat(problem.textContent()).contains("line 6");
        assertThat(page.locator(".cm-lintRange-error").textContent()).isEqualTo("soon");
        problem.locator("button").click();
        PlaywrightAssertions.assertThat(page.locator(".cm-activeLine")).containsText("steady: soon");
    }

    @Test
    void editorCompletesKeysAndTabLeavesAfterEscape() {
        line("steady: 60s").click();
        page.keyboard().press("End");
        page.keyboard().press("Enter");
        page.keyboard().type("ra");
        Locator proposal = page.locator(".cm-tooltip-autocomplete li");
        PlaywrightAssertions.assertThat(proposal).containsText("rampDown");
        page.locator(".cm-tooltip-autocomplete li:has-text('rampDown')").click();
        page.keyboard().type("3s");
        assertThat(text()).isEqualTo(TEXT.replace("60s\n", "60s\n  rampDown: 3s\n"));
        PlaywrightAssertions.assertThat(page.getByTestId("field-phases.rampDown"))
                .hasValue("3s");
        page.keyboard().press("Escape");
        page.keyboard().press("Escape");
        page.keyboard().press("Tab");
        assertThat(page.evaluate("document.activeElement.closest('.cm-editor') === null"))
                .isEqualTo(true);
    }

    /** The last line of a text, half typed, and a proposal for it. */
    @Test
    void proposalsMatchPartialLine() {
        Object missing = page.evaluate("""
                async () => {
                  const [{proposals}, {RunSchema}] = await Promise.all([import('/page/new-complete.js'), import('/module/run-schema.js')]);
                  const schema = new RunSchema(await (await fetch('/api/v1/schema')).json());
                  const law = 'workloads:\\n  a:\\n    plugin: proving/law\\n';
                  return [['ru', 'run'], [law + '    exe', 'execution'], ['workloads:\\n  a:\\n    plugin: pro', 'proving/null'],
                    ['suts:\\n  s:\\n    service: known-law\\n    law: ', 'lognormal'], ['suts:\\n  s:\\n    service: known-law\\n    st', 'stallEvery'],
                    [law + '    qos: { ', 'served'], [law + '    qos:\\n      "', 'ask'], [law + '    load:\\n      schedule:\\n        - fo', 'for'],
                    ['suts:\\n  one: { service: known-law, mode: embedded }\\n' + law + '    sut: ', 'one'], [law + '    load: { users: 1, th', 'think'],
                    ['suts:\\n  s:\\n    service: known-law\\n    scale: $', '${env:NAME}'], [law + '    mix: { sequence: [', 'ask']]
                    .filter(([text, wanted]) => !proposals(schema, text, text.length)?.options.some(({label}) => label === wanted));
                }""");
        assertThat((List<?>) missing).isEmpty();
        assertThat(page.evaluate(
                        "import('/page/new-complete.js').then(({proposals}) => proposals(null, '# no pro', 8))"))
                .isNull();
    }

    @Test
    void lineEndsOfFileAreKept() throws IOException {
        Path file = folder.resolve("files").resolve("first.yaml");
        Files.writeString(file, "\ufeff" + TEXT.replace("\n", "\r\n"));
        page.navigate("/new?file=first.yaml");
        page.waitForSelector(CHECKED);
        assertThat(page.getByTestId("dirty").count()).isZero();
        page.getByTestId(STEADY).fill("90s");
        page.getByTestId("save").click();
        PlaywrightAssertions.assertThat(page.getByTestId("dirty")).hasCount(0);
        assertThat(file)
                .content()
                .isEqualTo("\ufeff" + TEXT.replace("60s", "90s").replace("\n", "\r\n"));
    }

    private static Locator line(String text) {
        return page.locator(".cm-line").filter(new Locator.FilterOptions().setHasText(text));
    }

    private static void type(String old, String replacement) {
        line(old).click();
        page.evaluate(
                "old => { const line = [...document.querySelectorAll('.cm-line')].find((element) => element.textContent.includes(old));"
                        + " const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT); let node;"
                        + " while ((node = walker.nextNode()) && !node.data.includes(old)) { }"
                        + " const at = node.data.indexOf(old); getSelection().setBaseAndExtent(node, at, node, at + old.length); }",
                old);
        page.keyboard().type(replacement);
    }

    private static String text() {
        return (String)
                page.evaluate("[...document.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n')");
    }

    @Test
    void longRunIsChartedAndZoomLoadsDetails() {
        page.navigate("/runs/" + longRun);
        // The parts above the charts are loaded one by one, which moves the charts.
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

    /** Figures and charts come first, and the rest is folded. */
    @Test
    void resultFitsOnFourScreens() {
        page.setViewportSize(WIDE, 800);
        page.navigate("/runs/" + SHORT_RUN);
        page.waitForSelector("[data-test=result][data-state=ready]");
        page.waitForSelector("[data-test='throughput-1/store'][data-drawn]");
        assertThat(page.locator("#figures td.numeric").first().boundingBox().y).isLessThan(400);
        assertThat(page.locator("figure.chart").first().boundingBox().y).isLessThan(900);
        assertThat(page.locator("body").boundingBox().height).isLessThan(4 * 800);
    }

    @Test
    void arrowKeysSelectInstantAndAnnounceFigures() {
        page.navigate("/runs/" + SHORT_RUN);
        // Charts are created again when the result above them is loaded.
        page.waitForSelector("[data-test=result][data-state=ready]");
        Locator chart = page.getByTestId("response-1/store");
        chart.scrollIntoViewIfNeeded();
        page.waitForSelector("[data-test='response-1/store'][data-drawn]");
        chart.locator(".chart-area").focus();
        page.keyboard().press("Home");
        page.keyboard().press("ArrowRight");
        PlaywrightAssertions.assertThat(chart.locator("[aria-live]")).containsText(Pattern.compile("p50.*p95"));
        // All charts show the same instant, each as soon as it is near the visible part of the page.
        PlaywrightAssertions.assertThat(page.getByTestId("throughput-1/store").locator(".chart-instant"))
                .hasText(chart.locator(".chart-instant").textContent());
        chart.getByTestId("legend-p99").click();
        assertThat(chart.getByTestId("legend-p99").getAttribute("aria-pressed")).isEqualTo("false");
    }

    @Test
    void historyMarksChangeAndNamesFirstRun() throws Exception {
        for (int number = 0; number < 16; number++) {
            writeAgedRun(number, number < 8 ? 10 : 14);
        }
        String first = agedRunId(8);
        page.navigate("/history?name=aged");
        Locator change = page.getByTestId("change").first();
        change.waitFor();
        assertThat(change.textContent()).contains("p95", "worse", "run 9");
        assertThat(change.getByTestId("first-run").textContent()).isEqualTo(first);
        String chart = "history-" + page.evaluate(P95_CHART);
        page.getByTestId(chart).scrollIntoViewIfNeeded();
        page.waitForSelector("[data-test='" + chart + "'][data-drawn]");
        assertThat(figures(page.getByTestId(chart))).hasSize(16);
        change.getByTestId("first-run").press("Enter");
        page.waitForURL(address -> address.endsWith("/runs/" + first));
    }

    private static String agedRunId(int number) {
        return String.format(Locale.ROOT, "20261122T%02d0000Z-aged-%06x", number, number);
    }

    /** A run of five minutes that passed, with another p95 of all of its operations. */
    private static void writeAgedRun(int number, double p95Millis) throws IOException {
        Path from = folder.resolve("runs").resolve(SHORT_RUN);
        Path to = Files.createDirectories(folder.resolve("runs").resolve(agedRunId(number)));
        for (StoredFile file : List.of(StoredFile.CONFIG, StoredFile.PLAN, StoredFile.ENVIRONMENT, StoredFile.EVENTS)) {
            Files.copy(file.in(from), file.in(to));
        }
        ObjectNode result = (ObjectNode) JsonMapper.shared()
                .readTree(Documents.text(Installation.judge(from).judgement()));
        result.put("verdict", Verdict.PASS.label());
        for (JsonNode times : result.get("aggregate").findValues("figures")) {
            ((ObjectNode) times).put("p95", p95Millis + 0.01 * (number % 3));
        }
        Files.writeString(StoredFile.RESULT.in(to), Documents.text(result));
    }

    private static List<String> figures(Locator chart) {
        chart.locator(".chart-data summary").click();
        Locator rows = chart.locator(".chart-data tbody tr");
        // The rows are created when the details are opened.
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
