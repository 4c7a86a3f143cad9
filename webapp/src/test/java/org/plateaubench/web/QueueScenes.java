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

/** From a run file, edited as form and as text, through the queue to a running run. Not thread-safe. */
final class QueueScenes {
    private static final String CUT_OFF = """
            [...document.querySelectorAll('.phases li, [data-test=limits] .table-scroll')]
              .filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent)""";

    private static final String FAR_FUTURE = "2100-01-02T03:04";

    private static final String CHECKED = "[data-test=new-run][data-state=checked] [data-test=form]";
    private static final String CHECK = "**/validate";
    private static final String STEADY = "field-phases.steady";

    private final ButtonFixture desk;
    private final Page page;

    QueueScenes(ButtonFixture desk) {
        this.desk = desk;
        page = desk.page;
    }

    void fromFormToResult() throws IOException {
        choose();
        desk.open("/new?file=spinning.yaml");
        page.waitForSelector(CHECKED);
        desk.press("schedule");
        desk.inDialog("Cancel");
        desk.press("schedule");
        page.fill("#start-at", "");
        page.fill("#start-tags", "by-hand");
        page.fill("#start-note", "to be stopped");
        desk.inDialog("Schedule");
        String stopped = live();
        charts();
        desk.press("stop");
        desk.inDialog("Cancel");
        desk.press("stop");
        desk.yes();
        result(stopped);
        JsonNode run = desk.await(
                "/runs/" + stopped, one -> !one.get("status").asString().equals("running"));
        assertThat(run.get("status").asString()).isEqualTo("interrupted");
        assertThat(run.get("note").asString()).isEqualTo("to be stopped");
        assertThat(run.get("startedBy").asString()).isEqualTo(TestConsole.ADMIN);
        page.waitForSelector("[data-test=scope]");
        page.getByTestId("scope").selectOption(new SelectOption().setIndex(2));
        page.locator("a.button:text-is('Run again')").click();
        page.waitForSelector("[data-test=new-run][data-state=checked]");
        // Long enough to be cut short.
        desk.test("field-phases.rampDown").fill("60s");
        desk.test("field-phases.rampDown").press("Tab");
        page.locator(".cm-content").getByText("rampDown: 60s").waitFor();
        page.waitForSelector("[data-test=new-run][data-state=checked]");
        desk.press("start");
        String aborted = live();
        page.waitForSelector(".live .chart-tools");
        desk.press("abort");
        desk.yes();
        result(aborted);
        desk.await("/runs/" + aborted, one -> one.get("status").asString().equals("interrupted"));
    }

    /** Plans that can start come first; the others are folded. */
    private void choose() throws IOException {
        Path broken = Files.writeString(files().resolve("broken.yaml"), "run: [");
        desk.open("/new");
        page.getByTestId("benches").check();
        assertThat(page.getByTestId("start-spinning.yaml").isVisible()).isTrue();
        assertThat(page.getByTestId("start-broken.yaml").isVisible()).isFalse();
        page.locator("[data-test=broken] summary").click();
        page.getByTestId("start-broken.yaml").waitFor();
        Files.delete(broken);
    }

    /** The page of a run under load; gives its id. Before the load, one request would end it at once. */
    private String live() {
        page.waitForURL(address -> address.matches(".*/runs/[^/]+/live"));
        page.waitForSelector("[data-test=live] [data-test=stop]");
        String id = page.url().replaceFirst(".*/runs/([^/]+)/live", "$1");
        desk.await(
                "/runs/" + id + "/events",
                events -> events.findValues("name").stream()
                        .anyMatch(phase -> phase.asString().equals("steady")));
        return id;
    }

    private void charts() {
        page.waitForSelector(".live .chart-tools");
        page.getByTestId("follow").click();
        page.locator("button:text-is('Whole run so far')").click();
        page.getByTestId("scope").selectOption(new SelectOption().setIndex(1));
        limits();
        linked();
        desk.unfold();
    }

    private void limits() {
        desk.until(() -> page.locator("[data-test=limits] tbody tr").count() == 15);
        page.getByTestId("tiles-order").check();
        page.locator("[data-test=tiles] [aria-label^='1/three']").click();
        page.waitForSelector("[data-test=tiles] [aria-label^='1/three'][aria-pressed=true]");
        page.waitForSelector("[data-test=now-three]");
    }

    /** Another user sees the same at this address. */
    private void linked() {
        page.reload();
        page.waitForSelector("[data-test=tiles] [aria-label^='1/three'][aria-pressed=true]");
        page.waitForSelector("button[aria-pressed=true]:text-is('Whole run so far')");
        desk.until(() -> page.locator("[data-test=limits] tbody tr").count() == 15);
        assertThat(page.getByTestId("tiles-order").isChecked()).isTrue();
        narrow();
    }

    private void narrow() {
        page.setViewportSize(ButtonFixture.NARROW, 800);
        page.waitForSelector("[data-test=limits] table.cards");
        assertThat((List<?>) page.evaluate(CUT_OFF)).isEmpty();
        page.setViewportSize(ButtonFixture.WIDE, 800);
    }

    private void result(String id) {
        page.waitForURL(address -> address.replaceFirst("\\?.*", "").endsWith("/runs/" + id));
        page.waitForSelector("[data-test=result][data-state=ready]");
    }

    void queue() throws Exception {
        desk.open("/queue");
        desk.press("pause");
        page.waitForSelector("[data-test=paused]");
        for (String name : List.of("a", "b", "c")) {
            String text = ButtonFixture.RUN_FILE.replace("spinning", name);
            desk.ada.submit(Map.of("text", text));
        }
        waiting("a", "b", "c");
        row("c").getByTestId("up").click();
        waiting("a", "c", "b");
        row("a").getByTestId("down").click();
        waiting("c", "a", "b");
        row("b").getByTestId("up").click();
        row("b").getByTestId("up").click();
        waiting("b", "c", "a");
        ButtonFixture.named(row("b"), "Run file").click();
        assertThat(page.locator("dialog pre").textContent()).contains("name: b");
        desk.inDialog("Close");
        row("b").getByTestId("schedule").click();
        desk.inDialog("Leave as it is");
        row("b").getByTestId("schedule").click();
        page.fill("#at", FAR_FUTURE);
        desk.inDialog("Schedule");
        desk.await(
                "/queue",
                queue -> item(queue, "b").get("notBefore").asString("").startsWith("2100-01-0"));
        row("a").getByTestId("cancel").click();
        desk.inDialog("Cancel");
        row("a").getByTestId("cancel").click();
        desk.yes();
        waiting("b", "c");
        desk.press("pause");
        desk.gone("[data-test=paused]");
        stopNextRun();
        row("b").getByTestId("cancel").click();
        desk.yes();
        page.waitForSelector("h2:text-is('The queue is empty')");
    }

    private void stopNextRun() {
        Locator now = page.getByTestId("queue-now");
        now.locator("a.button").waitFor();
        assertThat(now.locator("h3").textContent()).isEqualTo("c");
        ButtonFixture.named(now, "Output").click();
        desk.inDialog("Close");
        desk.await("/queue", queue -> item(queue, "c").get("state").asString().equals("running"));
        now.getByTestId("stop").click();
        desk.inDialog("Cancel");
        now.getByTestId("stop").click();
        desk.yes();
        desk.await(
                "/queue",
                queue -> queue.get("recent")
                        .valueStream()
                        .anyMatch(item -> item.get("name").asString().equals("c")));
        page.waitForSelector("[data-test=queue-recent] tr:has-text('c')");
        ButtonFixture.named(page.getByTestId("queue-recent"), "Output").click();
        desk.inDialog("Close");
    }

    private Locator row(String name) {
        return page.getByTestId("queue-item")
                .filter(new Locator.FilterOptions().setHas(page.locator("h3:text-is('" + name + "')")));
    }

    /** Asserts which items wait, in order. */
    private void waiting(String... names) {
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

    void edit() throws IOException, InterruptedException {
        open();
        enter("5m");
        desk.press("save");
        desk.gone("[data-test=dirty]");
        assertThat(files().resolve("spinning.yaml")).content().contains("steady: 5m");
        page.getByTestId(STEADY).fill("soon");
        page.waitForSelector("[data-test='wrong-phases.steady']");
        page.locator("[data-test=problems] button").first().click();
        PlaywrightAssertions.assertThat(page.getByTestId("start")).isDisabled();
        page.locator("[data-test=refused] button").first().click();
        enter("6m");
        page.locator("[data-test=form] [aria-label^='Remove ']").first().click();
        fields();
        discard();
        saveAs();
        checkAgain();
        schedule();
    }

    private void open() {
        desk.open("/new?file=spinning.yaml");
        page.waitForSelector(CHECKED);
    }

    private void enter(String steady) {
        page.getByTestId(STEADY).fill(steady);
        page.locator(".cm-line")
                .filter(new Locator.FilterOptions().setHasText("steady: " + steady))
                .waitFor();
        page.waitForSelector(CHECKED);
    }

    private void fields() {
        page.getByTestId("form-search").fill("no such words");
        page.waitForSelector("[data-test=nothing-found]");
        page.getByTestId("form-search").fill("");
        desk.unfold();
        page.locator(".run-form select:visible").first().selectOption(new SelectOption().setIndex(1));
        page.locator(".run-form textarea:visible").first().fill("x");
        page.locator("[data-test^=action-]:visible").first().click();
        page.waitForSelector(CHECKED);
        page.setViewportSize(ButtonFixture.NARROW, 800);
        page.locator("#tab-yaml").click();
        page.locator("#tab-form").click();
        page.setViewportSize(ButtonFixture.WIDE, 900);
    }

    private void discard() {
        desk.open("/");
        open();
        desk.pressNamed("Discard them");
        desk.gone("[data-test=dirty]");
    }

    private void saveAs() throws IOException {
        Path other = Files.writeString(files().resolve("other.yaml"), "run: { name: other }\n");
        desk.press("save-as");
        desk.inDialog("Cancel");
        saveOver("other.yaml");
        desk.inDialog("Cancel");
        assertThat(other).hasContent("run: { name: other }");
        saveOver("other.yaml");
        desk.inDialog("Replace it");
        page.waitForURL(address -> address.contains("file=other.yaml"));
        assertThat(other).content().contains("name: spinning");
        saveOver("spinning.yaml");
        ButtonFixture.named(page.getByTestId("conflict"), "Save as…").click();
        page.waitForSelector("[data-test=save-as-dialog]");
        desk.inDialog("Cancel");
        // That there is another file is said by a refusal.
        desk.visitor.complaints();
    }

    private void saveOver(String path) {
        desk.press("save-as");
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
        desk.visitor.complaints();
    }

    private void schedule() throws IOException, InterruptedException {
        desk.press("schedule");
        page.fill("#start-at", "2100-01-02T03:04");
        desk.inDialog("Schedule");
        page.waitForSelector("[data-test=queued]");
        String id = desk.read("/queue").at("/items/0/id").asString();
        assertThat(desk.read("/queue").at("/items/0/state").asString()).isEqualTo("scheduled");
        desk.ada.send("DELETE", "/api/v1/queue/" + id, null).expect(200);
    }

    private Path files() {
        return desk.folder.resolve("files");
    }
}
