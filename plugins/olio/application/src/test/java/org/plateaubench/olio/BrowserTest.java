// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.FilePayload;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.Names;

/** A person with a browser: every page, nothing on the console, no request that fails. Screenshots are kept. */
@Tag("slow")
final class BrowserTest {
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");
    private static final double PATIENCE_MILLIS = 10_000;
    private static final String MISSING = "/nothing/here";
    private static final int WIDE = 1280;
    private static final int NARROW = 390;
    private static final int HEIGHT = 900;

    private final List<String> complaints = new ArrayList<>();

    @Test
    void aPersonUsesTheWholeSiteAndTheBrowserHasNothingToComplainOf() {
        Playwright.CreateOptions options =
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1"));
        try (Playwright playwright = Playwright.create(options);
                Browser browser = playwright
                        .chromium()
                        .launch(new BrowserType.LaunchOptions()
                                .setExecutablePath(chromium())
                                .setArgs(List.of("--no-sandbox")))) {
            Map<String, String> person = Forms.person();
            String name = String.valueOf(person.get("userName"));
            try (BrowserContext context = context(browser, WIDE, ColorScheme.LIGHT)) {
                Page page = page(context);
                joinAndSignIn(page, person);
                String event = addEvent(page);
                goAndComment(page, event);
                visit(page, "wide-light", event, name);
            }
            try (BrowserContext context = context(browser, NARROW, ColorScheme.DARK)) {
                lookAround(page(context), "narrow-dark");
            }
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                int width = scheme == ColorScheme.LIGHT ? NARROW : WIDE;
                try (BrowserContext context = context(browser, width, scheme)) {
                    Page page = page(context);
                    open(page, "/");
                    shoot(page, width + "-" + scheme.name().toLowerCase(Locale.ROOT) + "-home");
                }
            }
        }
        assertThat(complaints).isEmpty();
    }

    private void joinAndSignIn(Page page, Map<String, String> person) {
        page.navigate("/");
        page.getByRole(
                        AriaRole.LINK,
                        new Page.GetByRoleOptions().setName("Join").setExact(true))
                .click();
        fill(page, person);
        page.locator("#password").focus();
        assertThat(page.locator(".free").textContent()).contains("is free");
        page.setInputFiles("#picture", new FilePayload("me.jpg", "image/jpeg", MediaKind.PERSON_PICTURE.bytes(4711)));
        waitUntil(page, "document.querySelector('.preview').naturalWidth === 1050");
        shoot(page, "wide-light-join");
        page.click("form.long button[type=submit]");
        page.waitForURL("**/people/" + person.get("userName") + "?new=1");
        page.navigate("/");
        page.fill("#name", String.valueOf(person.get("userName")));
        page.fill("#password", "secret");
        page.click(".sign-in button");
        page.waitForSelector("text=Welcome back");
    }

    /** Asks again from here: the page itself may not evaluate a text again and again, as its policy says. */
    private static void waitUntil(Page page, String condition) {
        page.waitForCondition(() -> Boolean.TRUE.equals(page.evaluate(condition)));
    }

    private String addEvent(Page page) {
        page.click("text=Post an event");
        Map<String, String> event = Forms.event();
        fill(page, event);
        assertThat(page.locator("ul.chips li").allTextContents()).containsExactly("brass", "river", "levee");
        page.setInputFiles("#picture", new FilePayload("e.jpg", "image/jpeg", MediaKind.EVENT_PICTURE.bytes(815)));
        page.setInputFiles(
                "#document", new FilePayload("e.pdf", "application/pdf", MediaKind.EVENT_DOCUMENT.bytes(815)));
        shoot(page, "wide-light-post");
        page.click("form.long button[type=submit]");
        page.waitForURL(Pattern.compile(".*/events/[0-9]+"));
        String path = page.url().substring(page.url().indexOf("/events/"));
        assertThat(page.locator("h1").textContent()).isEqualTo(event.get("title"));
        return path;
    }

    private static void goAndComment(Page page, String event) {
        page.click("text=I am going");
        page.waitForSelector("text=You are going.");
        page.fill("#text", "I shall bring my own trombone.\nAnd a spare one.");
        page.check("input[name=rating][value='5']");
        page.click(".comment-form button");
        page.waitForSelector(".comment");
        assertThat(page.url()).endsWith(event + "#comments");
        assertThat(page.locator(".comment .stars").textContent()).isEqualTo("★★★★★");
        page.click(".event-picture");
        waitUntil(page, "document.images[0].naturalWidth === 1690");
    }

    private void visit(Page page, String assets, String event, String name) {
        for (String path :
                List.of(event, "/people/" + name, "/people/" + Names.userName(11), "/tags/brass", "/events/new")) {
            open(page, path);
        }
        open(page, event);
        shoot(page, assets + "-own-event");
        page.click("text=Sign out");
        page.waitForSelector(".sign-in form");
        lookAround(page, assets);
    }

    private void lookAround(Page page, String assets) {
        Map<String, String> paths = Map.of(
                "home", "/",
                "second", "/?page=2",
                "event", "/events/5",
                "person", "/people/" + Names.userName(11),
                "tag", "/tags/" + Names.tagName(1),
                "tags", "/tags",
                "add-person", "/people/new",
                "sign-in", "/login");
        paths.forEach((name, path) -> {
            open(page, path);
            assertThat((Integer) page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))
                    .as("sideways scrolling of " + path + ", " + assets)
                    .isLessThanOrEqualTo(0);
            shoot(page, assets + "-" + name);
        });
        if (assets.startsWith("narrow")) {
            page.click(".menu-button");
            page.waitForSelector("#menu.open");
            shoot(page, assets + "-menu");
        }
        page.navigate(MISSING);
        shoot(page, assets + "-missing");
    }

    private static void open(Page page, String path) {
        int status = page.navigate(path).status();
        assertThat(status).as(path).isEqualTo(200);
        page.waitForLoadState();
    }

    private static void fill(Page page, Map<String, String> fields) {
        fields.forEach((name, value) -> {
            if (name.equals("timeZone")) {
                page.selectOption("#timeZone", value);
            } else {
                page.fill("#" + name, value);
            }
        });
    }

    private BrowserContext context(Browser browser, int width, ColorScheme scheme) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions()
                .setBaseURL(RunningSite.SHARED.address("").toString())
                .setViewportSize(width, HEIGHT)
                .setColorScheme(scheme));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        return context;
    }

    private Page page(BrowserContext context) {
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            // The answers themselves are looked at below, with their addresses.
            if (!message.text().startsWith("Failed to load resource")) {
                complaints.add(message.type() + ": " + message.text() + " at " + page.url());
            }
        });
        page.onPageError(error -> complaints.add("script: " + error));
        page.onRequestFailed(request -> complaints.add("failed: " + request.url() + " " + request.failure()));
        page.onResponse(response -> {
            if (response.status() >= 400 && !response.url().endsWith(MISSING)) {
                complaints.add(response.status() + ": " + response.url());
            }
        });
        return page;
    }

    private static void shoot(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve(name + ".png")));
    }

    private static Path chromium() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator, -1))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("needs Chromium or Chrome on the PATH"));
    }
}
