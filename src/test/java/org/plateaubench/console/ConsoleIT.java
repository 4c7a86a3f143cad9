// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A user who has only the link that the console printed signs in, starts the quickstart from its form, watches it,
 * reads its result, fills the queue, and finds the queue again after the console was killed.
 */
@Order(2)
final class ConsoleIT {
    private static final double TIMEOUT_MILLIS = 120_000;
    /** Two runs of the queue, on a machine that is busy with other tests. */
    private static final double QUEUE_ENDS_WITHIN_MILLIS = 180_000;

    private static final int SERVER_ERROR = 500;
    private static final Pattern LIVE = Pattern.compile(".*/runs/[^/]+/live");
    private static final Pattern RESULT = Pattern.compile(".*/runs/[^/?]+(\\?.*)?$");

    @TempDir
    private Path folder = Path.of("");

    private final List<String> errors = new ArrayList<>();

    @Test
    void firstSignInRunResultAndQueueSurviveKill() throws IOException, InterruptedException {
        Playwright.CreateOptions options =
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"));
        try (Playwright playwright = Playwright.create(options);
                Browser browser = playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(chromium())
                                .setArgs(List.of("--no-sandbox")));
                BrowserContext context =
                        browser.newContext(new Browser.NewContextOptions().setViewportSize(1280, 900))) {
            Page page = context.newPage();
            page.setDefaultTimeout(TIMEOUT_MILLIS);
            PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT_MILLIS);
            page.setDefaultNavigationTimeout(TIMEOUT_MILLIS);
            int port;
            try (ConsoleProcess console = ConsoleProcess.start(folder, 0)) {
                port = console.port();
                recordErrors(page);
                try {
                    signIn(page, console);
                    String first = startQuickstart(page);
                    assertThat(errors).isEmpty();
                    queueThreeAndCancelOne(page, first);
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError(errors + console.everything(), e);
                }
                console.kill();
            }
            try (ConsoleProcess restarted = ConsoleProcess.start(folder, port)) {
                assertQueueContinues(page, restarted);
            }
        }
    }

    /** A response 503 with Retry-After is no error: the page repeats the request. */
    private void recordErrors(Page page) {
        page.onConsoleMessage(message -> {
            if (message.type().equals("error") && !message.text().contains("status of 503")) {
                errors.add(message.location() + ": " + message.text());
            }
        });
        page.onResponse(response -> {
            if (response.status() >= SERVER_ERROR
                    && !(response.status() == 503 && response.headers().containsKey("retry-after"))) {
                errors.add(response.url() + ": " + response.status() + " " + response.text());
            }
        });
    }

    private static void signIn(Page page, ConsoleProcess console) {
        page.navigate(console.firstLink());
        Locator account = element(page, "user-form");
        account.waitFor();
        // The page behind the dialog sends requests with the first session, which ends when an account is made.
        element(page, "quickstart").waitFor();
        account.locator("#user-name").fill("ada");
        account.locator("#new-password").fill("correct horse battery");
        account.locator("button.primary").click();
        element(page, "quickstart").waitFor();
    }

    private static String startQuickstart(Page page) {
        element(page, "quickstart").click();
        shorten(page, "8s");
        Locator editor = page.locator(".cm-content");
        assertThat(editor.textContent()).contains("steady: 8s", "# the measured window");
        element(page, "start").click();
        page.waitForURL(LIVE);
        element(page, "phase")
                .filter(new Locator.FilterOptions().setHasText("teady"))
                .waitFor();
        page.locator("canvas").first().waitFor();
        page.waitForURL(RESULT);
        element(page, "verdict").waitFor();
        page.locator("canvas").first().waitFor();
        return page.url().replaceFirst(".*/runs/([^/?]+).*", "$1");
    }

    private static void shorten(Page page, String steady) {
        set(page, "phases.rampUp", "1s");
        set(page, "phases.steady", steady);
        set(page, "phases.rampDown", "1s");
    }

    private static void set(Page page, String path, String value) {
        Locator field = element(page, "field-" + path);
        field.fill(value);
        field.press("Tab");
        expect(page.locator(".cm-content")).containsText(path.substring(path.lastIndexOf('.') + 1) + ": " + value);
    }

    private static void queueThreeAndCancelOne(Page page, String run) {
        page.navigate(origin(page) + "/new?run=" + run);
        shorten(page, "8s");
        element(page, "start").click();
        page.waitForURL(LIVE);
        // The queue is paused, so that two more runs wait in it however long it takes to add them.
        page.navigate(origin(page) + "/queue");
        element(page, "pause").click();
        element(page, "paused").waitFor();
        for (int each = 0; each < 2; each++) {
            page.navigate(origin(page) + "/new?run=" + run);
            shorten(page, "2s");
            element(page, "start").click();
            element(page, "queued").waitFor();
        }
        page.navigate(origin(page) + "/queue");
        Locator waiting = page.locator("[data-test=queue-item]");
        waiting.nth(1).waitFor();
        waiting.nth(1).locator("[data-test=cancel]").click();
        Locator confirmation = element(page, "confirm-yes");
        confirmation
                .or(page.locator("[data-test=queue-recent]")
                        .getByText("cancelled", new Locator.GetByTextOptions())
                        .first())
                .first()
                .waitFor();
        if (confirmation.isVisible()) {
            confirmation.click();
        }
        expect(waiting).hasCount(1);
        element(page, "pause").click();
        expect(page.locator("[data-test=paused]")).hasCount(0);
    }

    private static void assertQueueContinues(Page page, ConsoleProcess console) {
        page.navigate(console.address() + "queue");
        Locator done = element(page, "queue-recent").locator("tbody tr");
        expect(done).hasCount(4, new LocatorAssertions.HasCountOptions().setTimeout(QUEUE_ENDS_WITHIN_MILLIS));
        expect(page.locator("[data-test=queue-item], [data-test=queue-now]")).hasCount(0);
        List<String> rows = done.allTextContents();
        assertThat(rows.stream().filter(row -> row.contains("Cancelled")))
                .as(rows.toString())
                .hasSize(1);
        assertThat(rows.stream().filter(row -> row.contains("Failed")))
                .as(rows.toString())
                .isEmpty();
        page.navigate(console.address());
        page.locator("tbody tr [data-test=run-link]").nth(2).waitFor();
        assertThat(page.locator("tbody tr [data-test=run-link]").count()).isEqualTo(3);
        for (String place : List.of("rig", "plugins", "users", "account", "audit")) {
            page.getByRole(AriaRole.BANNER).waitFor();
            page.navigate(console.address() + place);
            page.locator("h1").waitFor();
        }
    }

    private static String origin(Page page) {
        return page.url().replaceFirst("(https?://[^/]+).*", "$1");
    }

    private static LocatorAssertions expect(Locator locator) {
        return PlaywrightAssertions.assertThat(locator);
    }

    private static Locator element(Page page, String name) {
        return page.locator("[data-test='" + name + "']").first();
    }

    private static Path chromium() {
        List<String> names = List.of("chromium", "chromium-browser", "google-chrome");
        return Stream.of(System.getenv("PATH").split(":"))
                .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no Chromium on the PATH; ./verify installs one"));
    }
}
