// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.plateaubench.app.Installation;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.judge.document.ResultDocument;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.web.live.LongRun;

/**
 * Prints what each page costs a browser that has never seen it: the first paint, and the bytes of everything that it
 * loads; then how long a run of four hours takes to be drawn, a zoom into it, and an overview of 17 tiles of 4 workloads.
 */
final class PageCost {
    /** The bytes of a page as they are sent, compressed, whether or not the browser had them. */
    static final String BYTES = """
            () => ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
              .reduce((sum, one) => sum + one.encodedBodySize, 0)""";

    /** Those of what had arrived when the page was first painted. */
    private static final String FIRST_BYTES = """
            (paint) => ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
              .filter((one) => one.responseEnd <= paint).reduce((sum, one) => sum + one.encodedBodySize, 0)""";

    /** Nothing came for a second, or the page is one that asks again and again; a stream of events stays open. */
    private static final String QUIET = """
            () => {
              const last = Math.max(0, ...performance.getEntriesByType('resource').map((one) => one.responseEnd));
              return performance.now() - last > 1000 || performance.now() > 8000;
            }""";

    /** Every page may load so much. */
    static final int MOST_BYTES = 250_000;

    private static final int ROUNDS = 3;
    private static final int WIDTH = 1280;

    private static final String PAINT = """
            () => new Promise((resolve) => {
              const look = () => {
                const [paint] = performance.getEntriesByName('first-contentful-paint');
                paint ? resolve(paint.startTime) : requestAnimationFrame(look);
              };
              look();
            })""";

    private static final String ANSWERED = """
            ([selector, event]) => new Promise((resolve) => {
              const began = performance.now();
              let asked = false;
              let seen = null;
              new MutationObserver((changes, observer) => {
                const {state} = document.getElementById('time').dataset;
                asked ||= state === 'loading' || changes.some((change) => change.oldValue === 'loading');
                if (asked && state === 'ready') {
                  observer.disconnect();
                  requestAnimationFrame(() => requestAnimationFrame(() => resolve([seen ?? performance.now() - began, performance.now() - began])));
                }
              }).observe(document.getElementById('time'), {attributeFilter: ['data-state'], attributeOldValue: true});
              document.querySelector(selector).dispatchEvent(new Event(event, {bubbles: true}));
              requestAnimationFrame(() => requestAnimationFrame(() => { seen = performance.now() - began; }));
            })""";

    private static final String TILES = """
            async () => {
              const [{tileOverview}, {render}] = await Promise.all([import('/page/live-tiles.js'), import('/module/lit.js')]);
              const names = ['a', 'b', 'c', 'd'];
              const keys = Array.from({length: 17}, (none, tile) => names.map((name) => ({tile: tile + 1, name}))).flat();
              const values = Array.from({length: 600}, (none, index) => 100 + index % 7);
              const workloads = keys.map((key) => ({...key, series: {throughput: values, failed: values}, operations: []}));
              const limit = {metric: 'p95', operator: '<', bound: 100, unit: 'ms', value: 60, met: true};
              const board = {workloads: keys.map((key) => ({...key, limits: [{limit, operation: 'read', marginPercent: 40, samples: 1000}]}))};
              const place = document.createElement('div');
              document.getElementById('main').replaceChildren(place);
              const began = performance.now();
              render(tileOverview({workloads}, board, {chosen: null, byTrouble: true, onChoose() {}, onOrder() {}}), place);
              await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
              return performance.now() - began;
            }""";

    private PageCost() {}

    /** Measures; the argument is an empty folder. */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[0]);
        Path runs = Files.createDirectories(folder.resolve("runs"));
        RunFolder run = LongRun.write(runs, Duration.ofHours(4));
        // As a run leaves it: without a stored result a page has the run judged from what was measured.
        Files.writeString(
                StoredFile.RESULT.in(run.path()),
                Documents.text(ResultDocument.of(Installation.judged(run.path()).judgement())));
        String id = run.runId();
        String other = LongRun.write(runs, Duration.ofHours(1)).runId();
        Files.writeString(Files.createDirectories(folder.resolve("files")).resolve("first.yaml"), PagesTest.RUN_FILE);
        try (TestConsole console = TestConsole.start(Installation.of(PluginCatalog.of(new ProvingPlugin())), folder);
                PageVisitor visitor = new PageVisitor()) {
            TestConsole.Client ada = console.admin();
            System.out.println("| page | first paint, ms | KB until then | KB in all |");
            System.out.println("|---|---|---|---|");
            for (String path : PagesTest.pagesOf(id, other)) {
                cost(visitor, console, ada, path);
            }
            Page page = visitor.window(console.address(), ada, WIDTH, ColorScheme.LIGHT);
            for (int round = 0; round < ROUNDS; round++) {
                long began = System.nanoTime();
                page.navigate("/runs/" + id);
                page.waitForSelector("#time[data-state=ready]");
                page.evaluate("document.getElementById('time').scrollIntoView()");
                page.waitForSelector("#time .chart[data-drawn]");
                print("4 hours, more than 30 series, drawn", began);
                List<Double> zoom = answered(page, "[data-test=zoom-in]", "click");
                print("zoom into them, drawn from the points at hand", zoom.getFirst());
                print("zoom into them, with the points of the part", zoom.getLast());
                page.evaluate("document.querySelector('#time [data-test=times]').value = 'both'");
                print(
                        "service times beside response times in what is zoomed to",
                        answered(page, "#time [data-test=times]", "change").getLast());
                page.navigate("/");
                print("17 tiles of 4 workloads, painted", ((Number) page.evaluate(TILES)).doubleValue());
            }
        }
    }

    private static void cost(PageVisitor visitor, TestConsole console, TestConsole.Client caller, String path) {
        double best = Double.MAX_VALUE;
        int first = 0;
        int bytes = 0;
        for (int round = 0; round < ROUNDS; round++) {
            Page page = visitor.window(console.address(), caller, WIDTH, ColorScheme.LIGHT);
            PageVisitor.open(page, path);
            double paint = ((Number) page.evaluate(PAINT)).doubleValue();
            best = Math.min(best, paint);
            first = Math.max(first, ((Number) page.evaluate(FIRST_BYTES, paint)).intValue());
            page.waitForFunction(QUIET);
            bytes = Math.max(bytes, ((Number) page.evaluate(BYTES)).intValue());
            page.context().close();
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %.0f | %.0f | %.0f |%n",
                path.replaceAll("runs?[/=][^/&]+", "runs/ID"),
                best,
                first / 1e3,
                bytes / 1e3);
    }

    /** From what a person does to the charts until they are painted anew, and until their new figures are. */
    private static List<Double> answered(Page page, String selector, String event) {
        return ((List<?>) page.evaluate(ANSWERED, List.of(selector, event)))
                .stream().map(millis -> ((Number) millis).doubleValue()).toList();
    }

    private static void print(String what, long began) {
        print(what, (System.nanoTime() - began) / 1e6);
    }

    private static void print(String what, double millis) {
        System.out.printf(Locale.ROOT, "%s: %.0f ms%n", what, millis);
    }
}
