// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.playwright.AxeBuilder;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ForcedColors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.RunFolder.FolderId;
import org.plateaubench.web.http.RouteTable;
import org.plateaubench.web.live.LongRun;
import org.plateaubench.web.runs.RealStudy;

/**
 * Every page in a real browser: it is accessible, sends requests only to the console, causes no error, and shows stored
 * markup as text.
 */
@Tag("slow")
final class PagesTest {
    /** The compressed bytes of a page, including cached files. */
    private static final String BYTES = """
            () => ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
              .reduce((sum, entry) => sum + entry.encodedBodySize, 0)""";

    /** The most that a page may load. */
    private static final int MAX_BYTES = 250_000;

    private static final int WIDE = 1280;
    private static final int NARROW = 360;
    private static final int PHONE = 390;
    private static final int MAX_TABS = 40;

    /** Would run if it was not escaped. */
    private static final String HOSTILE = "<img src=x onerror=\"document.title='owned'\"><script>owned()</script>";

    private static final String RUN_FILE = """
            run: { name: first }
            phases: { rampUp: 0s, steady: 5s, rampDown: 0s }
            workloads:
              null: { plugin: proving/null, load: { users: 1, think: { fixed: 10ms } } }
            """;

    private static final String FIND_VIOLATIONS = """
            async (rules) => (await axe.run({runOnly: rules, resultTypes: ['violations'], preload: false})).violations.map((violation) =>
              `${violation.id}: ${violation.help}: ${violation.nodes.slice(0, 4).map((node) => node.target.join(' ')).join(' | ')}`)""";

    private static final String GUIDELINES = "({type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})";
    /** Sideways overflow, once the layout has adapted to the size of the window. */
    private static final String SIDEWAYS = """
            () => new Promise((resolve) => {
              const deadline = performance.now() + 60000;
              const look = () => {
                const over = document.documentElement.scrollWidth - window.innerWidth;
                over <= 0 || performance.now() > deadline ? resolve(over) : requestAnimationFrame(look);
              };
              look();
            })""";

    /** Elements whose content is cut off or scrolls sideways; fields and the editor may have longer texts. */
    private static final String CLIPPED = """
            () => [...document.querySelectorAll('main *, header *')]
              .filter((element) => element.checkVisibility() && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
                && getComputedStyle(element).overflowX !== 'visible' && !element.matches('input, select, thead, .visually-hidden') && !element.closest('.cm-editor'))
              .map((element) => `${element.localName}.${element.className} ${element.getAttribute('aria-label') ?? ''}: ${element.scrollWidth} in ${element.clientWidth}`)""";

    private static final String CONTRAST = "({type: 'rule', values: ['color-contrast']})";

    @TempDir
    private static Path folder;

    private static TestConsole console;
    private static PageVisitor visitor;
    private static TestConsole.Client ada;
    private static List<String> pages = List.of();
    private static Page page;

    @BeforeAll
    static void fill() throws Exception {
        Path runs = Files.createDirectories(folder.resolve("runs"));
        RunFolder run = LongRun.write(runs, Duration.ofMinutes(4));
        RunFolder other = LongRun.write(runs, Duration.ofMinutes(3));
        Path files = Files.createDirectories(folder.resolve("files"));
        Files.writeString(files.resolve("first.yaml"), RUN_FILE);
        String study = RealStudy.begin(folder, 1).carryOut().id();
        console = TestConsole.start(folder);
        ada = console.admin();
        console.user(ada, "grace", "operator");
        String id = run.runId();
        ada.send(
                        "PATCH",
                        RouteTable.API + "/runs/" + id,
                        Documents.line(Map.of("note", HOSTILE, "tags", List.of("nightly"))))
                .expect(200);
        ada.send("POST", RouteTable.API + "/queue/pause", "{}").expect(200);
        for (int i = 0; i < 2; i++) {
            ada.submit(Map.of("text", RUN_FILE, "note", HOSTILE, "tags", List.of("nightly")));
        }
        ada.send("POST", RouteTable.API + "/tokens", Documents.line(Map.of("name", HOSTILE, "role", "viewer")))
                .expect(201);
        pages = pagesOf(id, other.runId(), study);
        visitor = new PageVisitor();
        page = visitor.window(console.address(), ada, WIDE, ColorScheme.LIGHT);
    }

    private static List<String> pagesOf(String id, String other, String study) {
        return List.of(
                "/",
                "/queue",
                "/studies",
                "/studies/" + study,
                "/rig",
                "/plugins",
                "/plugins/proving",
                "/users",
                "/account",
                "/audit",
                "/new",
                "/new?file=first.yaml",
                "/runs/" + id,
                "/runs/" + id + "/live",
                "/compare?run=" + id + "&run=" + other,
                "/history",
                "/history?name=" + FolderId.of(id).orElseThrow().name());
    }

    @AfterAll
    static void close() {
        visitor.close();
        console.close();
    }

    @AfterEach
    void assertBrowserReportedNoProblems() {
        assertThat(visitor.pageErrors()).isEmpty();
    }

    @Test
    void everyPageIsAccessibleInLightAndDark() {
        for (String path : pages) {
            PageVisitor.open(page, path);
            page.evaluate(AxeBuilder.getAxeScript());
            assertThat(violations(GUIDELINES)).as(path).isEmpty();
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
            assertThat(violations(CONTRAST)).as(path + " in dark").isEmpty();
            page.emulateMedia(new Page.EmulateMediaOptions()
                    .setColorScheme(ColorScheme.LIGHT)
                    .setForcedColors(ForcedColors.ACTIVE));
            assertThat(violations(CONTRAST)).as(path + " in forced colours").isEmpty();
            page.emulateMedia(new Page.EmulateMediaOptions().setForcedColors(ForcedColors.NONE));
            assertThat(((Number) page.evaluate(BYTES)).intValue())
                    .as("bytes of " + path)
                    .isBetween(1, MAX_BYTES);
            assertNothingIsClipped(path, WIDE, ColorScheme.LIGHT);
            assertNothingIsClipped(path, PHONE, ColorScheme.DARK);
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.LIGHT));
            // At a zoom of 200 % a page has half of the width and height.
            for (int width : List.of(WIDE / 2, NARROW)) {
                page.setViewportSize(width, 400);
                assertThat((Integer) page.evaluate(SIDEWAYS))
                        .as("sideways scrolling of " + path + " at a width of " + width)
                        .isLessThanOrEqualTo(0);
            }
            page.setViewportSize(WIDE, 800);
        }
    }

    private static void assertNothingIsClipped(String path, int width, ColorScheme scheme) {
        page.setViewportSize(width, 844);
        page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
        PageVisitor.open(page, path);
        String where = path + " at a width of " + width;
        assertThat((Integer) page.evaluate(SIDEWAYS))
                .as("sideways scrolling of " + where)
                .isLessThanOrEqualTo(0);
        assertThat((List<?>) page.evaluate(CLIPPED))
                .as("clipped parts of " + where)
                .isEmpty();
    }

    private static List<?> violations(String rules) {
        return (List<?>) page.evaluate("(" + FIND_VIOLATIONS + ")" + rules);
    }

    @Test
    void storedMarkupIsShownAsText() {
        for (String path : List.of("/", "/queue", "/account", "/audit")) {
            PageVisitor.open(page, path);
            assertThat(page.locator("main").textContent()).as(path).contains("onerror=\"document.title='owned'\"");
            assertThat(page.locator("main img, main script, main b, main i").count())
                    .as(path)
                    .isZero();
            assertThat(page.title()).as(path).isNotEqualTo("owned");
        }
    }

    @Test
    void pagesAreUsableByKeyboard() {
        PageVisitor.open(page, "/");
        tabTo(".skip");
        page.keyboard().press("Enter");
        assertThat(page.evaluate("document.activeElement.id")).isEqualTo("main");
        tabTo("tbody .pick input");
        page.keyboard().press("Space");
        tabTo("[data-test=delete]");
        page.keyboard().press("Enter");
        page.waitForSelector("dialog[open]");
        page.keyboard().press("Escape");
        PlaywrightAssertions.assertThat(page.locator("dialog")).hasCount(0);
        assertThat(page.evaluate("document.activeElement.dataset.test"))
                .as("the focus returns")
                .isEqualTo("delete");
        page.evaluate("document.querySelector('.brand').focus()");
        tabTo("nav a[href='/queue']");
        page.keyboard().press("Enter");
        page.waitForSelector("h1:focus:text-is('Queue')");
        String last = String.valueOf(page.evaluate("document.querySelectorAll('.queue-row')[1].dataset.key"));
        tabTo("[data-test=up]:not(:disabled)");
        page.keyboard().press("Enter");
        page.waitForSelector(".queue-row:first-child:focus-within[data-key='" + last + "']");
    }

    /** Reading many run files takes seconds; the page is shown before, and without loading the editor. */
    @Test
    void newRunPageIsShownBeforeFilesAreLoaded() {
        List<Route> held = new CopyOnWriteArrayList<>();
        page.route("**/vendor/**", Route::abort);
        page.route("**/api/v1/run-files", held::add);
        assertThat(page.navigate("/new").headerValue("link")).contains("</page/new-run.js>");
        page.waitForSelector(".card.skeleton");
        page.unroute("**/api/v1/run-files");
        page.unroute("**/vendor/**");
        held.forEach(Route::resume);
        page.waitForSelector("[data-test=starters] .start-card");
        assertThat(page.locator(".skeleton").count()).isZero();
    }

    /** From a run file to a run in the queue, which is paused. */
    @Test
    void newRunIsStartedByKeyboard() {
        PageVisitor.open(page, "/new?file=first.yaml");
        page.waitForSelector("[data-test=new-run][data-state=checked] [data-test=form]");
        tabTo("[data-test='field-phases.steady']");
        page.keyboard().press("Control+A");
        page.keyboard().type("7s");
        tabTo("[data-test=form-search]");
        page.keyboard().type("seed");
        page.keyboard().press("Tab");
        page.waitForSelector("[data-test='field-run.seed']");
        page.evaluate("document.querySelector('.brand').focus()");
        page.locator(".cm-content").getByText("steady: 7s").waitFor();
        tabTo("[data-test=start]");
        page.keyboard().press("Enter");
        page.waitForSelector("[data-test=queued]");
    }

    /** Presses Tab until the focused element matches. */
    private static void tabTo(String selector) {
        for (int i = 0; i < MAX_TABS; i++) {
            page.keyboard().press("Tab");
            if (Boolean.TRUE.equals(page.evaluate("selector => document.activeElement.matches(selector)", selector))) {
                return;
            }
        }
        throw new AssertionError("no way to " + selector + " with the Tab key");
    }

    @Test
    void viewerIsOfferedNoChangingControls() throws IOException, InterruptedException {
        TestConsole.Client viewer = console.user(ada, "vera", "viewer");
        Page other = visitor.window(console.address(), viewer, WIDE, ColorScheme.DARK);
        PageVisitor.open(other, "/queue");
        assertThat(other.locator("header nav a").allTextContents())
                .noneMatch(text -> text.contains("New run") || text.contains("Users"));
        assertThat(other.locator("[data-test=pause], [data-test=cancel], [data-test=up]")
                        .count())
                .isZero();
        PageVisitor.open(other, "/users");
        assertThat(other.locator("h1").textContent()).isEqualTo("Not allowed");
    }

    @Test
    void unknownAddressIsPageForBrowserAndProblemForApi() throws Exception {
        assertThat(page.navigate("/qeue").status()).isEqualTo(404);
        page.waitForSelector("h1:text-is('There is no such page')");
        assertThat(visitor.pageErrors()).allMatch(error -> error.contains("404"));
        page.locator("main a.button").click();
        page.waitForSelector("h1:text-is('Runs')");
        assertThat(ada.get("/qeue").expect(404).json().get("detail").asString())
                .isEqualTo("There is no page or route at this address.");
        assertThat(page.context().request().get("/api/v1/qeue").text())
                .contains("There is no page or route at this address.");
    }
}
