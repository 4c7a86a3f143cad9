// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.SelectOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.plateaubench.web.runs.RealStudy;
import tools.jackson.databind.JsonNode;

/**
 * What is done with runs that are over: in the list, on the page of one, and where several are compared; and a study is
 * followed while it is running. Not thread-safe.
 */
final class RunScenes {
    /** More trials than the test waits for: the study runs while its page is checked, and is then stopped. */
    private static final int MANY = 40;

    private final ButtonFixture desk;
    private final Page page;

    RunScenes(ButtonFixture desk) {
        this.desk = desk;
        page = desk.page;
    }

    void list() {
        desk.await("/runs?limit=1", runs -> runs.get("total").asInt() == 51);
        desk.open("/");
        narrow();
        desk.pressNamed("Later rows ›");
        page.waitForSelector(".pager:has-text('51–51 of 51')");
        desk.pressNamed("‹ Earlier rows");
        page.waitForSelector(".pager:has-text('1–50 of 51')");
        desk.press("sort-name");
        // The rows of the new order too: those of the former are not all on this page.
        page.waitForSelector("table[aria-busy=false] th[aria-sort=ascending]");
        page.locator("thead .pick input").check();
        page.waitForSelector("[data-test=bulk]:has-text('50 runs selected')");
        desk.pressNamed("Clear selection");
        desk.gone("[data-test=bulk]");
        tag();
        pin();
        archive();
        delete();
        compare();
        history();
    }

    private void narrow() {
        page.fill("#filter-text", "nonesuch");
        page.waitForSelector("h2:text-is('No run matches')");
        desk.pressNamed("Clear filters");
        page.waitForSelector("tbody tr");
        page.selectOption("#filter-verdict", "invalid");
        page.waitForURL(address -> address.contains("verdict=invalid"));
        desk.pressNamed("Clear filters");
        page.waitForURL(address -> !address.contains("verdict"));
    }

    private void choose(String... ids) {
        for (String id : ids) {
            page.locator("tr[data-key='" + id + "'] .pick input").check();
        }
    }

    private void tag() {
        String one = ButtonFixture.stored(1);
        String two = ButtonFixture.stored(2);
        choose(one, two);
        desk.press("tag");
        desk.inDialog("Cancel");
        desk.press("tag");
        page.fill("#added", "alpha, beta");
        desk.inDialog("Change tags");
        page.waitForSelector("tr[data-key='" + one + "'] button.chip");
        desk.press("tag");
        page.locator("dialog input[value=beta]").check();
        desk.inDialog("Change tags");
        desk.until(() -> desk.read("/runs/" + two).get("tags").toString().equals("[\"alpha\"]"));
        page.locator("tr[data-key='" + one + "'] button.chip:has-text('alpha')").click();
        page.waitForSelector(".pager:has-text('1–2 of 2')");
        desk.pressNamed("Clear filters");
        page.waitForSelector(".pager:has-text('of 51')");
        desk.pressNamed("Clear selection");
    }

    private void pin() {
        String id = ButtonFixture.stored(4);
        choose(id);
        desk.press("pin");
        page.waitForSelector("tr[data-key='" + id + "'] .chip:text-is('pinned')");
        desk.press("delete");
        desk.yes();
        page.locator("[data-test=notice]")
                .getByText("It is pinned: unpin it first.")
                .waitFor();
        desk.pressNamed("Close message");
        choose(id);
        desk.press("pin");
        desk.gone("tr[data-key='" + id + "'] .chip:text-is('pinned')");
        desk.pressNamed("Clear selection");
    }

    private void archive() {
        String id = ButtonFixture.stored(3);
        choose(id);
        desk.press("archive");
        desk.gone("tr[data-key='" + id + "']");
        Locator archived = page.locator(".filters input[type=checkbox]");
        archived.check();
        page.waitForSelector(".pager:has-text('1–1 of 1')");
        choose(id);
        desk.press("archive");
        page.waitForSelector("h2:text-is('No run matches')");
        archived.uncheck();
        page.waitForSelector("tr[data-key='" + id + "']");
    }

    private void delete() {
        Path one = desk.runs.resolve(ButtonFixture.stored(10));
        choose(ButtonFixture.stored(10));
        desk.press("delete");
        desk.inDialog("Cancel");
        assertThat(one).isDirectory();
        desk.press("delete");
        desk.yes();
        page.waitForSelector(".pager:has-text('1–50 of 50')");
        assertThat(one).doesNotExist();
        for (int i = 11; i < 16; i++) {
            choose(ButtonFixture.stored(i));
        }
        desk.press("delete");
        desk.yes();
        page.waitForSelector(".pager:has-text('of 45')");
    }

    private void history() {
        page.locator("#places a[href='/history']").click();
        Locator names = desk.test("history-name");
        names.waitFor();
        names.selectOption(new SelectOption().setIndex(1));
        page.waitForURL(address -> address.contains("/history?name="));
        page.waitForSelector("[data-test=changes]");
        page.locator("[data-test=history] table a").first().click();
        page.waitForURL(address -> address.contains("/runs/"));
    }

    private void compare() {
        choose(ButtonFixture.stored(20), desk.longRun);
        desk.press("compare");
        page.waitForSelector("[data-test=comparability]");
        // The older run is the baseline.
        assertThat(page.getByTestId("compared-A").textContent()).contains("baseline", desk.longRun);
        assertThat(page.getByTestId("counts").textContent()).matches("\\d+ better, \\d+ worse, \\d+ without .*");
        page.locator(".verdict-card summary").click();
        desk.unfold();
        desk.pressNamed("Print");
        desk.press("add-run");
        desk.inDialog("Cancel");
        desk.press("add-run");
        page.fill("#seek-run", ButtonFixture.stored(21));
        page.locator(".found-run").filter(text(ButtonFixture.stored(21))).click();
        page.waitForSelector("[data-test=compared-C]");
        for (String what : List.of("choose-key", "choose-operation")) {
            Locator select = desk.test(what);
            select.waitFor();
            select.selectOption(new SelectOption().setIndex(1));
        }
        desk.press("zoom-in");
        page.waitForURL(address -> address.contains("operation="));
        String shown = rangeShownAndInAddress();
        desk.press("baseline-B");
        page.waitForURL(address -> address.contains("compare?run=" + ButtonFixture.stored(20) + "&"));
        // The view stays the same with another baseline, and in a link.
        page.reload();
        page.waitForSelector("[data-test=range] strong:text-is('" + shown + "')");
        desk.pressNamed("Remove run C");
        desk.gone("[data-test=compared-C]");
        desk.pressNamed("Remove run B");
        page.waitForSelector("[data-test=too-few]");
        page.getByTestId("too-few").getByTestId("add-run").click();
        desk.inDialog("Cancel");
        page.locator("[data-test=too-few] a").click();
        page.waitForSelector("h1:text-is('Runs')");
    }

    /** The part of the run that charts show, once the address says the same, which it does a moment later. */
    private String rangeShownAndInAddress() {
        String shown = page.locator("[data-test=range] strong").textContent();
        String[] ends = shown.split(" to ", -1);
        page.waitForURL(Pattern.compile(
                ".*[?&]from=" + seconds(ends[0]) + "(\\.[0-9])?&to=" + seconds(ends[1]) + "(\\.[0-9])?(&.*|$)"));
        return shown;
    }

    private static long seconds(String clock) {
        String[] parts = clock.split(":", -1);
        return 60 * Long.parseLong(parts[0]) + Long.parseLong(parts[1]);
    }

    private static Locator.FilterOptions text(String text) {
        return new Locator.FilterOptions().setHasText(text);
    }

    void result() {
        desk.open("/runs/" + desk.longRun);
        page.waitForSelector("[data-test=result][data-state=ready]");
        page.waitForSelector("#time[data-state=ready]");
        charts();
        tiles();
        desk.open("/runs/" + desk.longRun);
        page.waitForSelector("[data-test=result][data-state=ready]");
        annotate();
        desk.pressNamed("Pin");
        page.waitForSelector("h1 .chip:text-is('pinned')");
        desk.pressNamed("Unpin");
        desk.gone("h1 .chip:text-is('pinned')");
        desk.pressNamed("Archive");
        page.waitForSelector(".chip:text-is('archived')");
        desk.pressNamed("Restore from archive");
        desk.gone(".chip:text-is('archived')");
        page.locator("a.button:text-is('Compare with…')").click();
        page.waitForSelector("[data-test=too-few]");
        page.goBack();
        page.waitForSelector("[data-test=result][data-state=ready]");
        page.locator("a.button:text-is('Run again')").click();
        page.waitForSelector("[data-test=new-run]");
        String gone = ButtonFixture.stored(30);
        desk.open("/runs/" + gone);
        page.waitForSelector("[data-test=result][data-state=ready]");
        desk.unfold();
        Page report = page.context()
                .waitForPage(() ->
                        page.locator("a.button:text-is('Printable report')").click());
        report.waitForLoadState();
        report.close();
        desk.visitor.complaints();
        desk.pressNamed("Delete…");
        desk.inDialog("Cancel");
        assertThat(desk.runs.resolve(gone)).isDirectory();
        desk.pressNamed("Delete…");
        desk.yes();
        page.waitForSelector("h1:text-is('Runs')");
        assertThat(desk.runs.resolve(gone)).doesNotExist();
    }

    /** With several tiles, the parts of each tile and of all tiles together are folded. */
    private void tiles() {
        desk.open("/runs/" + desk.tiledRun);
        page.waitForSelector("[data-test=result][data-state=ready]");
        desk.unfold();
        desk.press("unfold");
        page.locator("[aria-label='Periods of every tile']").waitFor();
        assertThat(page.locator("[aria-label='Periods of every tile'] tbody tr").count())
                .isEqualTo(2 * 2 * ButtonFixture.TILES);
        desk.until(() ->
                page.locator("#tiles details[data-test=workload-turn][open]").count() == ButtonFixture.TILES);
    }

    private void charts() {
        desk.unfold();
        page.locator("[data-test^=legend-]").first().click();
        desk.press("zoom-steady");
        desk.press("zoom-in");
        page.locator("[data-test=chart-tools] [aria-label=Later]").first().click();
        page.locator("[data-test=chart-tools] [aria-label=Earlier]").first().click();
        desk.press("zoom-out");
        desk.press("zoom-in");
        linked();
        desk.press("zoom-reset");
        page.waitForURL(address -> !address.contains("from="));
        figures();
        page.locator("[data-test^=operation-]").nth(1).click();
        page.waitForSelector("[data-test=operation-times] [data-test='legend-service p95']");
        assertThat(page.url()).contains("operation=1%2F");
        desk.press("operation-close");
        desk.gone("#operation");
        desk.press("unfold");
        assertThat(page.locator(".fold > details:not([open])").count()).isZero();
        desk.press("fold");
        assertThat(page.locator(".fold > details[open]").count()).isZero();
    }

    /** Another user sees the same at this address. */
    private void linked() {
        page.waitForURL(address -> address.contains("hidden="));
        String shown = rangeShownAndInAddress();
        page.reload();
        page.waitForSelector("[data-test=range] strong:text-is('" + shown + "')");
        assertThat(page.locator("[data-test^=legend-]").first().getAttribute("aria-pressed"))
                .isEqualTo("false");
        desk.unfold();
    }

    /** The charts of a page can be saved. */
    private void figures() {
        String chart = "[data-test=summed-throughput] ";
        assertThat(text(page.waitForDownload(
                        () -> page.locator(chart + "[data-test=csv]").first().click())))
                .startsWith("Time in the run (s),")
                .contains("\r\n");
        assertThat(text(page.waitForDownload(() -> page.locator("[data-test^=operations-] + .export [data-test=csv]")
                        .first()
                        .click())))
                .startsWith("Operation,")
                .contains("throughput/s,");
        for (String where : List.of(chart, "[data-test^=operations-] + .export ")) {
            page.locator(where + "[data-test=markdown]").first().click();
            page.locator("[data-test=notice]").first().waitFor();
        }
    }

    private static String text(Download download) {
        try {
            return Files.readString(download.path(), StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void annotate() {
        desk.press("edit-annotation");
        desk.pressNamed("Cancel");
        desk.press("edit-annotation");
        page.fill("#run-note", "after the upgrade");
        page.fill("#run-tags", "weekly, upgraded");
        desk.pressNamed("Save");
        page.waitForSelector("[data-test=annotation]:has-text('after the upgrade')");
        assertThat(desk.read("/runs/" + desk.longRun).get("tags").toString()).contains("weekly", "upgraded");
    }

    void study() throws Exception {
        RealStudy study = RealStudy.begin(desk.folder, MANY);
        CompletableFuture<RealStudy> done = CompletableFuture.supplyAsync(() -> {
            try {
                return study.carryOut();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        desk.await("/studies", list -> list.at("/studies/0/progress/current").isObject());
        desk.open("/studies");
        page.waitForSelector("[data-test=current]");
        assertThat(desk.test("current").textContent()).contains("users=", "trial");
        assertThat(desk.test("left").textContent()).contains("at most");
        desk.press("study-link");
        page.waitForSelector("[data-test=study] h1:text-is('spinning')");
        desk.await(
                "/studies/" + study.id(),
                one -> one.at("/result/cells/1/figures").size() > 0);
        study.interrupt();
        done.join();
        JsonNode ended = desk.read("/studies/" + study.id());
        assertThat(ended.at("/study/message").asString()).contains("./plateau resume continues it");
        // The page follows by itself; nothing is pressed.
        page.waitForSelector(".badge:has-text('Stopped')");
        desk.gone("[data-test=current]");
        page.waitForFunction(
                "(trials) => document.querySelectorAll('[data-test=trial]').length === trials",
                ended.at("/study/runs").size());
        readStudy();
        JsonNode trial = ended.at("/study/runs/0");
        desk.await(
                "/runs?limit=100",
                runs -> runs.toString().contains(trial.get("id").asString()));
        desk.open("/");
        Locator row = page.locator("tr[data-key='" + trial.get("id").asString() + "']");
        assertThat(row.getByTestId("trial-of").textContent()).contains("trial 1 of spinning: users=1");
        row.getByTestId("trial-of").click();
        page.waitForSelector("[data-test=study] h1:text-is('spinning')");
    }

    /** A study file and the trials of a run file become processes, which are watched from the queue and stopped. */
    void startStudy() throws IOException {
        Path files = desk.folder.resolve("files");
        Path study = Files.writeString(files.resolve("hours.yaml"), """
                study: { name: hours, description: Ten minutes by users }
                run: spinning.yaml
                factors: { users: [1, 2] }
                scales: { pairs: { trials: 2 } }
                """);
        desk.open("/studies");
        page.waitForSelector("[data-test=start-study]:has-text('hours.yaml')");
        desk.test("study-file").selectOption("hours.yaml");
        page.waitForSelector("[data-test=start-study]:has-text('Ten minutes by users')");
        desk.test("study-scale").selectOption("pairs");
        desk.press("start-study-yes");
        page.waitForURL(address -> address.endsWith("/queue"));
        page.locator("a:text-is('Watch live')").click();
        stopStudy("hours");
        Files.delete(study);
        Path trials = Files.writeString(
                files.resolve("trials.yaml"), ButtonFixture.RUN_FILE.replace("spinning", "twice") + "trials: 2\n");
        desk.open("/new?file=trials.yaml");
        page.waitForSelector("[data-test=new-run][data-state=checked] [data-test=form]");
        desk.press("start");
        stopStudy("twice");
        Files.delete(trials);
    }

    private void stopStudy(String name) {
        page.waitForURL(address -> address.matches(".*/studies/[^/]+-" + name + "-[^/]+"));
        page.waitForSelector("[data-test=study] h1:text-is('" + name + "')");
        page.waitForSelector("[data-test=current]");
        desk.press("stop-study");
        desk.inDialog("Cancel");
        desk.press("stop-study");
        desk.yes();
        page.waitForSelector(".badge:has-text('Stopped')");
        desk.gone("[data-test=stop-study]");
        desk.await("/queue", queue -> queue.get("items").isEmpty());
    }

    private void readStudy() {
        // Figures by cell, scaling by users, and response times.
        page.waitForFunction("() => document.querySelectorAll('[data-test=charts] canvas').length >= 3");
        page.waitForSelector("[data-test=charts] figure[data-drawn=true]");
        assertThat(page.getByTestId("figures").textContent()).contains("users=2", "spin");
        page.locator("[data-test=charts] summary").first().click();
        // A head and a bar for each of the two cells.
        Locator csv = page.getByTestId("charts").getByTestId("csv").first();
        assertThat(text(page.waitForDownload(csv::click)).lines())
                .hasSize(3)
                .first()
                .asString()
                .startsWith("bar,mean");
    }
}
