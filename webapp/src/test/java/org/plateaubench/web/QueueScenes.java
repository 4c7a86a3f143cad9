// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.SelectOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Scenes of {@link ButtonsTest}: form and text of a run file, the queue, and a run in progress. Not thread-safe. */
final class QueueScenes {
    private static final String CUT_OFF = """
            [...document.querySelectorAll('.phases li, [data-test=limits] .table-scroll')]
              .filter((element) => element.scrollWidth > element.clientWidth + 1).map((element) => element.textContent)""";

    private static final String FAR_FUTURE = "2100-01-02T03:04";

    private static final String CHECKED = "[data-test=new-run][data-state=checked] [data-test=form]";
    private static final String CHECK = "**/validate";
    private static final String STEADY = "field-phases.steady";

    private final ButtonFixture fixture;
    private final Page page;

    QueueScenes(ButtonFixture fixture) {
        this.fixture = fixture;
        page = fixture.page;
    }

    void fromFormToResult() throws IOException {
        chooseRunFile();
        fixture.open("/new?file=spinning.yaml");
        page.waitForSelector(CHECKED);
        fixture.press("schedule");
        fixture.pressInDialog("Cancel");
        fixture.press("schedule");
        page.fill("#start-at", "");
        page.fill("#start-tags", "by-hand");
        page.fill("#start-note", "to be stopped");
        fixture.pressInDialog("Schedule");
        String stopped = awaitLivePage();
        useCharts();
        fixture.press("stop");
        fixture.pressInDialog("Cancel");
        fixture.press("stop");
        fixture.confirm();
        awaitResult(stopped);
        JsonNode run = fixture.await(
                "/runs/" + stopped, stored -> !stored.get("status").asString().equals("running"));
        assertThat(run.get("status").asString()).isEqualTo("interrupted");
        assertThat(run.get("note").asString()).isEqualTo("to be stopped");
        assertThat(run.get("startedBy").asString()).isEqualTo(TestConsole.ADMIN);
        page.waitForSelector("[data-test=scope]");
        page.getByTestId("scope").selectOption(new SelectOption().setIndex(2));
        page.locator("a.button:text-is('Run again')").click();
        page.waitForSelector("[data-test=new-run][data-state=checked]");
        // Long enough to be cut short.
        fixture.test("field-phases.rampDown").fill("60s");
        fixture.test("field-phases.rampDown").press("Tab");
        page.locator(".cm-content").getByText("rampDown: 60s").waitFor();
        page.waitForSelector("[data-test=new-run][data-state=checked]");
        fixture.press("start");
        String aborted = awaitLivePage();
        page.waitForSelector(".live .chart-tools");
        fixture.press("abort");
        fixture.confirm();
        awaitResult(aborted);
        fixture.await(
                "/runs/" + aborted, stored -> stored.get("status").asString().equals("interrupted"));
    }

    /** Run files that can start come first; the others are folded. */
    private void chooseRunFile() throws IOException {
        Path broken = Files.writeString(files().resolve("broken.yaml"), "run: [");
        fixture.open("/new");
        page.getByTestId("benches").check();
        assertThat(page.getByTestId("start-spinning.yaml").isVisible()).isTrue();
        assertThat(page.getByTestId("start-broken.yaml").isVisible()).isFalse();
        page.locator("[data-test=broken] summary").click();
        page.getByTestId("start-broken.yaml").waitFor();
        Files.delete(broken);
    }

    /** Waits for the page of a run under load, and returns the id. Before the load, one request would end the run at once. */
    private String awaitLivePage() {
        page.waitForURL(address -> address.matches(".*/runs/[^/]+/live"));
        page.waitForSelector("[data-test=live] [data-test=stop]");
        String id = page.url().replaceFirst(".*/runs/([^/]+)/live", "$1");
        fixture.await(
                "/runs/" + id + "/events",
                events -> events.findValues("name").stream()
                        .anyMatch(phase -> phase.asString().equals("steady")));
        return id;
    }

    private void useCharts() {
        page.waitForSelector(".live .chart-tools");
        page.getByTestId("follow").click();
        page.locator("button:text-is('Whole run so far')").click();
        page.getByTestId("scope").selectOption(new SelectOption().setIndex(1));
        useLimits();
        assertLinkKeepsView();
        fixture.unfold();
    }

    private void useLimits() {
        fixture.until(() -> page.locator("[data-test=limits] tbody tr").count() == 15);
        page.getByTestId("tiles-order").check();
        page.locator("[data-test=tiles] [aria-label^='1/three']").click();
        page.waitForSelector("[data-test=tiles] [aria-label^='1/three'][aria-pressed=true]");
        page.waitForSelector("[data-test=now-three]");
    }

    /** The address of the page leads another user to the same view. */
    private void assertLinkKeepsView() {
        page.reload();
        page.waitForSelector("[data-test=tiles] [aria-label^='1/three'][aria-pressed=true]");
        page.waitForSelector("button[aria-pressed=true]:text-is('Whole run so far')");
        fixture.until(() -> page.locator("[data-test=limits] tbody tr").count() == 15);
        assertThat(page.getByTestId("tiles-order").isChecked()).isTrue();
        assertNarrowLayout();
    }

    private void assertNarrowLayout() {
        page.setViewportSize(ButtonFixture.NARROW, 800);
        page.waitForSelector("[data-test=limits] table.cards");
        assertThat((List<?>) page.evaluate(CUT_OFF)).isEmpty();
        page.setViewportSize(ButtonFixture.WIDE, 800);
    }

    private void awaitResult(String id) {
        page.waitForURL(address -> address.replaceFirst("\\?.*", "").endsWith("/runs/" + id));
        page.waitForSelector("[data-test=result][data-state=ready]");
    }

    void changeQueue() throws Exception {
        fixture.open("/queue");
        fixture.press("pause");
        page.waitForSelector("[data-test=paused]");
        for (String name : List.of("a", "b", "c")) {
            String text = ButtonFixture.RUN_FILE.replace("spinning", name);
            fixture.admin.submit(Map.of("text", text));
        }
        assertWaiting("a", "b", "c");
        row("c").getByTestId("up").click();
        assertWaiting("a", "c", "b");
        row("a").getByTestId("down").click();
        assertWaiting("c", "a", "b");
        row("b").getByTestId("up").click();
        row("b").getByTestId("up").click();
        assertWaiting("b", "c", "a");
        ButtonFixture.named(row("b"), "Run file").click();
        assertThat(page.locator("dialog pre").textContent()).contains("name: b");
        fixture.pressInDialog("Close");
        row("b").getByTestId("schedule").click();
        fixture.pressInDialog("Leave as it is");
        row("b").getByTestId("schedule").click();
        page.fill("#at", FAR_FUTURE);
        fixture.pressInDialog("Schedule");
        fixture.await(
                "/queue",
                queue -> item(queue, "b").get("notBefore").asString("").startsWith("2100-01-0"));
        row("a").getByTestId("cancel").click();
        fixture.pressInDialog("Cancel");
        row("a").getByTestId("cancel").click();
        fixture.confirm();
        assertWaiting("b", "c");
        fixture.press("pause");
        fixture.awaitGone("[data-test=paused]");
        stopNextRun();
        row("b").getByTestId("cancel").click();
        fixture.confirm();
        page.waitForSelector("h2:text-is('The queue is empty')");
    }

    private void stopNextRun() {
        Locator now = page.getByTestId("queue-now");
        now.locator("a.button").waitFor();
        assertThat(now.locator("h3").textContent()).isEqualTo("c");
        ButtonFixture.named(now, "Output").click();
        fixture.pressInDialog("Close");
        fixture.await(
                "/queue", queue -> item(queue, "c").get("state").asString().equals("running"));
        now.getByTestId("stop").click();
        fixture.pressInDialog("Cancel");
        now.getByTestId("stop").click();
        fixture.confirm();
        fixture.await(
                "/queue",
                queue -> queue.get("recent")
                        .valueStream()
                        .anyMatch(item -> item.get("name").asString().equals("c")));
        page.waitForSelector("[data-test=queue-recent] tr:has-text('c')");
        ButtonFixture.named(page.getByTestId("queue-recent"), "Output").click();
        fixture.pressInDialog("Close");
    }

    private Locator row(String name) {
        return page.getByTestId("queue-item")
                .filter(new Locator.FilterOptions().setHas(page.locator("h3:text-is('" + name + "')")));
    }

    /** Asserts which items wait, in order. */
    private void assertWaiting(String... names) {
        PlaywrightAssertions.assertThat(page.locator("[data-test=queue-item] h3"))
                .hasText(names);
    }

    private static JsonNode item(JsonNode queue, String name) {
        for (JsonNode item : queue.get("items")) {
            if (item.get("name").asString().equals(name)) {
                return item;
            }
        }
        throw new AssertionError("no " + name + " in " + queue);
    }

    void editRunFile() throws IOException, InterruptedException {
        openEditor();
        enterSteady("5m");
        fixture.press("save");
        fixture.awaitGone("[data-test=dirty]");
        assertThat(files().resolve("spinning.yaml")).content().contains("steady: 5m");
        page.getByTestId(STEADY).fill("soon");
        page.waitForSelector("[data-test='wrong-phases.steady']");
        page.locator("[data-test=problems] button").first().click();
        PlaywrightAssertions.assertThat(page.getByTestId("start")).isDisabled();
        page.locator("[data-test=refused] button").first().click();
        enterSteady("6m");
        page.locator("[data-test=form] [aria-label^='Remove ']").first().click();
        useFields();
        discardChanges();
        saveAs();
        checkAgain();
        schedule();
    }

    private void openEditor() {
        fixture.open("/new?file=spinning.yaml");
        page.waitForSelector(CHECKED);
    }

    private void enterSteady(String steady) {
        page.getByTestId(STEADY).fill(steady);
        page.locator(".cm-line")
                .filter(new Locator.FilterOptions().setHasText("steady: " + steady))
                .waitFor();
        page.waitForSelector(CHECKED);
    }

    private void useFields() {
        page.getByTestId("form-search").fill("no such words");
        page.waitForSelector("[data-test=nothing-found]");
        page.getByTestId("form-search").fill("");
        fixture.unfold();
        page.locator(".run-form select:visible").first().selectOption(new SelectOption().setIndex(1));
        page.locator(".run-form textarea:visible").first().fill("x");
        page.locator("[data-test^=action-]:visible").first().click();
        page.waitForSelector(CHECKED);
        page.setViewportSize(ButtonFixture.NARROW, 800);
        page.locator("#tab-yaml").click();
        page.locator("#tab-form").click();
        page.setViewportSize(ButtonFixture.WIDE, 900);
    }

    private void discardChanges() {
        fixture.open("/");
        openEditor();
        fixture.pressNamed("Discard them");
        fixture.awaitGone("[data-test=dirty]");
    }

    private void saveAs() throws IOException {
        Path other = Files.writeString(files().resolve("other.yaml"), "run: { name: other }\n");
        fixture.press("save-as");
        fixture.pressInDialog("Cancel");
        saveOver("other.yaml");
        fixture.pressInDialog("Cancel");
        assertThat(other).hasContent("run: { name: other }");
        saveOver("other.yaml");
        fixture.pressInDialog("Replace it");
        page.waitForURL(address -> address.contains("file=other.yaml"));
        assertThat(other).content().contains("name: spinning");
        saveOver("spinning.yaml");
        ButtonFixture.named(page.getByTestId("conflict"), "Save as…").click();
        page.waitForSelector("[data-test=save-as-dialog]");
        fixture.pressInDialog("Cancel");
        // The console refuses to overwrite the other file, which the browser reports.
        fixture.visitor.pageErrors();
    }

    private void saveOver(String path) {
        fixture.press("save-as");
        page.fill("#save-path", path);
        ButtonFixture.named(page.getByTestId("save-as-dialog"), "Save").click();
        page.waitForSelector("[data-test=conflict]");
    }

    private void checkAgain() {
        page.route(CHECK, route -> route.abort());
        page.locator(".cm-line").first().click();
        page.keyboard().type("# more");
        Locator again = page.locator("button:text-is('Check it')");
        again.waitFor();
        page.unroute(CHECK);
        again.click();
        page.waitForSelector(CHECKED);
        again.waitFor(
                new Locator.WaitForOptions().setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
        fixture.visitor.pageErrors();
    }

    private void schedule() throws IOException, InterruptedException {
        fixture.press("schedule");
        page.fill("#start-at", "2100-01-02T03:04");
        fixture.pressInDialog("Schedule");
        page.waitForSelector("[data-test=queued]");
        String id = fixture.read("/queue").at("/items/0/id").asString();
        assertThat(fixture.read("/queue").at("/items/0/state").asString()).isEqualTo("scheduled");
        fixture.admin.send("DELETE", "/api/v1/queue/" + id, null).expect(200);
    }

    private Path files() {
        return fixture.folder.resolve("files");
    }
}
