// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.SelectOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A run file in form and text: changed, saved, saved over another, scheduled. One thread. */
final class EditScenes {
    private static final String CHECKED = "[data-test=new-run][data-state=checked] [data-test=form]";
    private static final String CHECK = "**/validate";
    private static final String STEADY = "field-phases.steady";

    private final ButtonFixture desk;
    private final Page page;
    private final Path files;

    EditScenes(ButtonFixture desk) {
        this.desk = desk;
        page = desk.page;
        files = desk.folder.resolve("files");
    }

    void edit() throws IOException, InterruptedException {
        open();
        enter("5m");
        desk.press("save");
        desk.gone("[data-test=dirty]");
        assertThat(files.resolve("spinning.yaml")).content().contains("steady: 5m");
        desk.audited("PUT /run-files/<path>", "spinning.yaml");
        page.getByTestId(STEADY).fill("soon");
        page.waitForSelector("[data-test='wrong-phases.steady']");
        page.locator("[data-test=problems] button").first().click();
        desk.press("start");
        page.locator("[data-test=refused] button").first().click();
        assertThat(desk.read("/queue").get("items")).isEmpty();
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
        Path other = Files.writeString(files.resolve("other.yaml"), "run: { name: other }\n");
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
}
