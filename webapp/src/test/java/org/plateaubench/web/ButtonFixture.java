// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.plateaubench.app.Installation;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.plugin.proving.ProvingPlugin;
import org.plateaubench.plugin.redis.RedisPlugin;
import org.plateaubench.scenario.Action;
import org.plateaubench.web.live.LongRun;
import org.plateaubench.web.runs.StoredRuns;
import redis.clients.jedis.Jedis;
import tools.jackson.databind.JsonNode;

/**
 * A console that starts real processes for runs and SUTs, its administrator in a browser, and calls of its API that
 * check the effects. Used by one thread.
 */
final class ButtonFixture {
    static final int WIDE = 1280;
    static final int NARROW = 360;
    /** With the long run and the tiled one, one run more than a page of the list shows. */
    private static final int STORED = 49;

    private static final double TIMEOUT_MILLIS = 120_000;
    private static final String FOLDED = "details:not([open]) > summary:visible";
    private static final double POLL_MILLIS = 50;
    private static final String HOME = "plateau.home";

    /** A long run with three workloads, shown one at a time, and more limits than are shown at once. */
    static final String RUN_FILE = """
            run: { name: spinning, seed: 1 }
            phases: { rampUp: 0s, steady: 10m, rampDown: 0s, drain: 200ms }
            workloads:
              one: { plugin: proving/null, load: { users: 1, think: { fixed: 20ms } }, qos: { '*': [p50 < 9s, p90 < 9s, p95 < 9s, p99 < 9s] } }
              two: { plugin: proving/null, load: { users: 1, think: { fixed: 20ms } }, qos: { '*': [p50 < 9s, p90 < 9s, p95 < 9s, p99 < 9s] } }
              three: { plugin: proving/null, load: { users: 1, think: { fixed: 20ms } }, qos: { '*': [p50 < 9s, p90 < 9s, p95 < 9s, p99 < 9s] } }
            """;

    static final int TILES = 4;

    /** A run with periods, and with more tile workloads than a result shows individually. */
    private static final String TILED_RUN_FILE = """
            run: { name: tiled, seed: 1 }
            phases: { rampUp: 0s, steady: 2s, rampDown: 0s, drain: 200ms }
            tiles: 4
            periods: { count: 2 }
            workloads:
              spin: { plugin: proving/null, load: { users: 1, think: { fixed: 20ms } } }
              turn: { plugin: proving/null, load: { users: 1, think: { fixed: 20ms } } }
            """;

    final Path folder;
    final Path runs;
    final String longRun;
    final String tiledRun;
    final Controls controls;
    final PageVisitor visitor = new PageVisitor();
    final TestConsole console;
    final Page page;
    TestConsole.Client admin;

    private final @org.jspecify.annotations.Nullable String homeBefore = System.getProperty(HOME);

    ButtonFixture(Path folder) throws Exception {
        this.folder = folder;
        controls = new Controls(folder.resolve("pages"));
        runs = Files.createDirectories(folder.resolve("runs"));
        longRun = LongRun.write(runs, Duration.ofMinutes(4)).runId();
        tiledRun = String.valueOf(StoredRuns.carryOut(runs, TILED_RUN_FILE).getFileName());
        for (int i = 0; i < STORED; i++) {
            StoredRuns.finished(runs, stored(i));
        }
        Files.writeString(Files.createDirectories(folder.resolve("files")).resolve("spinning.yaml"), RUN_FILE);
        List<String> launcher = TestLauncher.command(
                folder, List.of(ProvingPlugin.class), List.of(RedisPlugin.class, Jedis.class, Action.class));
        // The process that keeps a SUT is started with the home of this one.
        System.setProperty(HOME, folder.resolve("home").toString());
        console = TestConsole.start(
                Installation.of(PluginCatalog.load(List.of(folder.resolve("home/plugins")))),
                TestConsole.options(folder, launcher),
                controls.pages);
        page = window();
        admin = console.anonymous();
    }

    static String stored(int number) {
        return StoredRuns.id(number, "stored");
    }

    /** Another window without a signed-in user. */
    Page window() {
        Page window = visitor.window(console.address(), WIDE, ColorScheme.LIGHT);
        window.setDefaultTimeout(TIMEOUT_MILLIS);
        window.onDialog(dialog -> dialog.accept());
        window.addInitScript("window.print = () => {};");
        controls.watch(window);
        return window;
    }

    void open(String path) {
        PageVisitor.open(page, path);
    }

    Locator test(String name) {
        return page.getByTestId(name).first();
    }

    void press(String test) {
        test(test).click();
    }

    /** Presses the button with that text or label. */
    void pressNamed(String name) {
        named(page.locator("body"), name).click();
    }

    static Locator named(Locator within, String name) {
        return within.getByRole(
                        AriaRole.BUTTON,
                        new Locator.GetByRoleOptions().setName(name).setExact(true))
                .first();
    }

    /** Presses a button of the dialog, which closes. */
    void pressInDialog(String name) {
        named(page.locator("dialog[open]"), name).click();
        awaitGone("dialog");
    }

    void confirm() {
        press("confirm-yes");
        awaitGone("dialog");
    }

    void awaitGone(String selector) {
        page.waitForSelector(selector, new Page.WaitForSelectorOptions().setState(WaitForSelectorState.DETACHED));
    }

    /** Opens the folded parts of each kind on the page, and then the parts folded within. */
    void unfold() {
        Set<String> unfolded = new HashSet<>();
        for (Optional<String> next = folded(unfolded); next.isPresent(); next = folded(unfolded)) {
            unfolded.add(next.get());
            Locator ofPlace = page.locator(FOLDED + "[data-place='" + next.get() + "']");
            for (int left = ofPlace.count(); left > 0; left--) {
                ofPlace.first().click();
            }
        }
    }

    private Optional<String> folded(Set<String> unfolded) {
        return ((List<?>) page.locator(FOLDED).evaluateAll("all => all.map((element) => element.dataset.place)"))
                .stream()
                        .map(String::valueOf)
                        .filter(place -> !unfolded.contains(place))
                        .findFirst();
    }

    /** Polls the console until its response is the expected one, while the browser continues. */
    JsonNode await(String path, Predicate<JsonNode> condition) {
        JsonNode[] last = new JsonNode[1];
        until(() -> {
            last[0] = read(path);
            return condition.test(last[0]);
        });
        return last[0];
    }

    /** Polls until a condition holds. */
    void until(BooleanSupplier condition) {
        long deadline =
                System.nanoTime() + Duration.ofMillis((long) TIMEOUT_MILLIS).toNanos();
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("not in time").isLessThan(deadline);
            page.waitForTimeout(POLL_MILLIS);
        }
    }

    JsonNode read(String path) {
        return get(path).json();
    }

    TestConsole.Answer get(String path) {
        try {
            return admin.get("/api/v1" + path);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Waits until the audit log has a successful entry of the administrator. A page may show a change before the request
     * has ended and is in the log.
     */
    void assertAudited(String action, String target) {
        JsonNode[] last = new JsonNode[1];
        try {
            until(() -> {
                last[0] = read("/audit?limit=200").get("entries");
                return last[0].valueStream().anyMatch(entry -> isDone(entry, action, target));
            });
        } catch (AssertionError e) {
            throw new AssertionError(action + " of " + target + " is not among " + last[0], e);
        }
    }

    private static boolean isDone(JsonNode entry, String action, String target) {
        return entry.get("user").asString("").equals(TestConsole.ADMIN)
                && entry.get("action").asString("").equals(action.replace(" ", " /api/v1"))
                && entry.get("target").asString("").contains(target)
                && entry.get("outcome").asString("").startsWith("2");
    }

    /** Ends everything, including SUTs. */
    void close() throws Exception {
        TestLauncher.stopSuts(folder);
        visitor.close();
        console.close();
        if (homeBefore == null) {
            System.clearProperty(HOME);
        } else {
            System.setProperty(HOME, homeBefore);
        }
    }
}
