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
 * Scenes of {@link ButtonsTest}: the list of runs, the page of a result, comparison, history, and a study in progress.
 * Not thread-safe.
 */
final class RunScenes {
    /** More trials than the test waits for: the study runs while its page is checked, and is then stopped. */
    private static final int MANY = 40;

    private final ButtonFixture fixture;
    private final Page page;

    RunScenes(ButtonFixture fixture) {
        this.fixture = fixture;
        page = fixture.page;
    }

    void useList() {
        fixture.await("/runs?limit=1", runs -> runs.get("total").asInt() == 51);
        fixture.open("/");
        filterList();
        fixture.pressNamed("Later rows ›");
        page.waitForSelector(".pager:has-text('51–51 of 51')");
        fixture.pressNamed("‹ Earlier rows");
        page.waitForSelector(".pager:has-text('1–50 of 51')");
        fixture.press("sort-name");
        // Also waits for the rows of the new order, some of which were not on this page before.
        page.waitForSelector("table[aria-busy=false] th[aria-sort=ascending]");
        page.locator("thead .pick input").check();
        page.waitForSelector("[data-test=bulk]:has-text('50 runs selected')");
        fixture.pressNamed("Clear selection");
        fixture.awaitGone("[data-test=bulk]");
        tagRuns();
        pinRun();
        archiveRun();
        deleteRuns();
        compareRuns();
        openHistory();
    }

    private void filterList() {
        page.fill("#filter-text", "nonesuch");
        page.waitForSelector("h2:text-is('No run matches')");
        fixture.pressNamed("Clear filters");
        page.waitForSelector("tbody tr");
        page.selectOption("#filter-verdict", "invalid");
        page.waitForURL(address -> address.contains("verdict=invalid"));
        fixture.pressNamed("Clear filters");
        page.waitForURL(address -> !address.contains("verdict"));
    }

    private void select(String... ids) {
        for (String id : ids) {
            page.locator("tr[data-key='" + id + "'] .pick input").check();
        }
    }

    private void tagRuns() {
        String first = ButtonFixture.stored(1);
        String second = ButtonFixture.stored(2);
        select(first, second);
        fixture.press("tag");
        fixture.pressInDialog("Cancel");
        fixture.press("tag");
        page.fill("#added", "alpha, beta");
        fixture.pressInDialog("Change tags");
        page.waitForSelector("tr[data-key='" + first + "'] button.chip");
        fixture.press("tag");
        page.locator("dialog input[value=beta]").check();
        fixture.pressInDialog("Change tags");
        fixture.until(
                () -> fixture.read("/runs/" + second).get("tags").toString().equals("[\"alpha\"]"));
        page.locator("tr[data-key='" + first + "'] button.chip:has-text('alpha')")
                .click();
        page.waitForSelector(".pager:has-text('1–2 of 2')");
        fixture.pressNamed("Clear filters");
        page.waitForSelector(".pager:has-text('of 51')");
        fixture.pressNamed("Clear selection");
    }

    private void pinRun() {
        String id = ButtonFixture.stored(4);
        select(id);
        fixture.press("pin");
        page.waitForSelector("tr[data-key='" + id + "'] .chip:text-is('pinned')");
        fixture.press("delete");
        fixture.confirm();
        page.locator("[data-test=notice]")
                .getByText("It is pinned: unpin it first.")
                .waitFor();
        fixture.pressNamed("Close message");
        select(id);
        fixture.press("pin");
        fixture.awaitGone("tr[data-key='" + id + "'] .chip:text-is('pinned')");
        fixture.pressNamed("Clear selection");
    }

    private void archiveRun() {
        String id = ButtonFixture.stored(3);
        select(id);
        fixture.press("archive");
        fixture.awaitGone("tr[data-key='" + id + "']");
        Locator archived = page.locator(".filters input[type=checkbox]");
        archived.check();
        page.waitForSelector(".pager:has-text('1–1 of 1')");
        select(id);
        fixture.press("archive");
        page.waitForSelector("h2:text-is('No run matches')");
        archived.uncheck();
        page.waitForSelector("tr[data-key='" + id + "']");
    }

    private void deleteRuns() {
        Path first = fixture.runs.resolve(ButtonFixture.stored(10));
        select(ButtonFixture.stored(10));
        fixture.press("delete");
        fixture.pressInDialog("Cancel");
        assertThat(first).isDirectory();
        fixture.press("delete");
        fixture.confirm();
        page.waitForSelector(".pager:has-text('1–50 of 50')");
        assertThat(first).doesNotExist();
        for (int i = 11; i < 16; i++) {
            select(ButtonFixture.stored(i));
        }
        fixture.press("delete");
        fixture.confirm();
        page.waitForSelector(".pager:has-text('of 45')");
    }

    private void openHistory() {
        page.locator("#places a[href='/history']").click();
        Locator names = fixture.test("history-name");
        names.waitFor();
        names.selectOption(new SelectOption().setIndex(1));
        page.waitForURL(address -> address.contains("/history?name="));
        page.waitForSelector("[data-test=changes]");
        page.locator("[data-test=history] table a").first().click();
        page.waitForURL(address -> address.contains("/runs/"));
    }

    private void compareRuns() {
        select(ButtonFixture.stored(20), fixture.longRun);
        fixture.press("compare");
        page.waitForSelector("[data-test=comparability]");
        // The older run is the baseline.
        assertThat(page.getByTestId("compared-A").textContent()).contains("baseline", fixture.longRun);
        assertThat(page.getByTestId("counts").textContent()).matches("\\d+ better, \\d+ worse, \\d+ without .*");
        page.locator(".verdict-card summary").click();
        fixture.unfold();
        fixture.pressNamed("Print");
        fixture.press("add-run");
        fixture.pressInDialog("Cancel");
        fixture.press("add-run");
        page.fill("#seek-run", ButtonFixture.stored(21));
        page.locator(".found-run").filter(text(ButtonFixture.stored(21))).click();
        page.waitForSelector("[data-test=compared-C]");
        for (String what : List.of("choose-key", "choose-operation")) {
            Locator select = fixture.test(what);
            select.waitFor();
            select.selectOption(new SelectOption().setIndex(1));
        }
        fixture.press("zoom-in");
        page.waitForURL(address -> address.contains("operation="));
        String shown = rangeShownAndInAddress();
        fixture.press("baseline-B");
        page.waitForURL(address -> address.contains("compare?run=" + ButtonFixture.stored(20) + "&"));
        // The view stays the same with another baseline, and in a link.
        page.reload();
        page.waitForSelector("[data-test=range] strong:text-is('" + shown + "')");
        fixture.pressNamed("Remove run C");
        fixture.awaitGone("[data-test=compared-C]");
        fixture.pressNamed("Remove run B");
        page.waitForSelector("[data-test=too-few]");
        page.getByTestId("too-few").getByTestId("add-run").click();
        fixture.pressInDialog("Cancel");
        page.locator("[data-test=too-few] a").click();
        page.waitForSelector("h1:text-is('Runs')");
    }

    /** Returns the part of the run that charts show, once the address contains it. */
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

    void useResultPage() {
        fixture.open("/runs/" + fixture.longRun);
        page.waitForSelector("[data-test=result][data-state=ready]");
        page.waitForSelector("#time[data-state=ready]");
        useCharts();
        unfoldTiles();
        fixture.open("/runs/" + fixture.longRun);
        page.waitForSelector("[data-test=result][data-state=ready]");
        annotate();
        fixture.pressNamed("Pin");
        page.waitForSelector("h1 .chip:text-is('pinned')");
        fixture.pressNamed("Unpin");
        fixture.awaitGone("h1 .chip:text-is('pinned')");
        fixture.pressNamed("Archive");
        page.waitForSelector(".chip:text-is('archived')");
        fixture.pressNamed("Restore from archive");
        fixture.awaitGone(".chip:text-is('archived')");
        page.locator("a.button:text-is('Compare with…')").click();
        page.waitForSelector("[data-test=too-few]");
        page.goBack();
        page.waitForSelector("[data-test=result][data-state=ready]");
        page.locator("a.button:text-is('Run again')").click();
        page.waitForSelector("[data-test=new-run]");
        String deleted = ButtonFixture.stored(30);
        fixture.open("/runs/" + deleted);
        page.waitForSelector("[data-test=result][data-state=ready]");
        fixture.unfold();
        Page report = page.context()
                .waitForPage(() ->
                        page.locator("a.button:text-is('Printable report')").click());
        report.waitForLoadState();
        report.close();
        fixture.visitor.pageErrors();
        fixture.pressNamed("Delete…");
        fixture.pressInDialog("Cancel");
        assertThat(fixture.runs.resolve(deleted)).isDirectory();
        fixture.pressNamed("Delete…");
        fixture.confirm();
        page.waitForSelector("h1:text-is('Runs')");
        assertThat(fixture.runs.resolve(deleted)).doesNotExist();
    }

    /** With several tiles, the parts of each tile and of all tiles together are folded. */
    private void unfoldTiles() {
        fixture.open("/runs/" + fixture.tiledRun);
        page.waitForSelector("[data-test=result][data-state=ready]");
        fixture.unfold();
        fixture.press("unfold");
        page.locator("[aria-label='Periods of every tile']").waitFor();
        assertThat(page.locator("[aria-label='Periods of every tile'] tbody tr").count())
                .isEqualTo(2 * 2 * ButtonFixture.TILES);
        fixture.until(() ->
                page.locator("#tiles details[data-test=workload-turn][open]").count() == ButtonFixture.TILES);
    }

    private void useCharts() {
        fixture.unfold();
        page.locator("[data-test^=legend-]").first().click();
        fixture.press("zoom-steady");
        fixture.press("zoom-in");
        page.locator("[data-test=chart-tools] [aria-label=Later]").first().click();
        page.locator("[data-test=chart-tools] [aria-label=Earlier]").first().click();
        fixture.press("zoom-out");
        fixture.press("zoom-in");
        assertLinkKeepsView();
        fixture.press("zoom-reset");
        page.waitForURL(address -> !address.contains("from="));
        exportFigures();
        page.locator("[data-test^=operation-]").nth(1).click();
        page.waitForSelector("[data-test=operation-times] [data-test='legend-service p95']");
        assertThat(page.url()).contains("operation=1%2F");
        fixture.press("operation-close");
        fixture.awaitGone("#operation");
        fixture.press("unfold");
        assertThat(page.locator(".fold > details:not([open])").count()).isZero();
        fixture.press("fold");
        assertThat(page.locator(".fold > details[open]").count()).isZero();
    }

    /** The address of the page leads another user to the same view. */
    private void assertLinkKeepsView() {
        page.waitForURL(address -> address.contains("hidden="));
        String shown = rangeShownAndInAddress();
        page.reload();
        page.waitForSelector("[data-test=range] strong:text-is('" + shown + "')");
        assertThat(page.locator("[data-test^=legend-]").first().getAttribute("aria-pressed"))
                .isEqualTo("false");
        fixture.unfold();
    }

    /** The charts of a page can be saved. */
    private void exportFigures() {
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
        fixture.press("edit-annotation");
        fixture.pressNamed("Cancel");
        fixture.press("edit-annotation");
        page.fill("#run-note", "after the upgrade");
        page.fill("#run-tags", "weekly, upgraded");
        fixture.pressNamed("Save");
        page.waitForSelector("[data-test=annotation]:has-text('after the upgrade')");
        assertThat(fixture.read("/runs/" + fixture.longRun).get("tags").toString())
                .contains("weekly", "upgraded");
    }

    void followStudy() throws Exception {
        RealStudy study = RealStudy.begin(fixture.folder, MANY);
        CompletableFuture<RealStudy> done = CompletableFuture.supplyAsync(() -> {
            try {
                return study.carryOut();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        fixture.await("/studies", list -> list.at("/studies/0/progress/current").isObject());
        fixture.open("/studies");
        page.waitForSelector("[data-test=current]");
        assertThat(fixture.test("current").textContent()).contains("users=", "trial");
        assertThat(fixture.test("left").textContent()).contains("at most");
        fixture.press("study-link");
        page.waitForSelector("[data-test=study] h1:text-is('spinning')");
        fixture.await(
                "/studies/" + study.id(),
                detail -> detail.at("/result/cells/1/figures").size() > 0);
        study.interrupt();
        done.join();
        JsonNode ended = fixture.read("/studies/" + study.id());
        assertThat(ended.at("/study/message").asString()).contains("./plateau resume continues it");
        // The page is updated without input.
        page.waitForSelector(".badge:has-text('Stopped')");
        fixture.awaitGone("[data-test=current]");
        page.waitForFunction(
                "(trials) => document.querySelectorAll('[data-test=trial]').length === trials",
                ended.at("/study/runs").size());
        readStudy();
        JsonNode trial = ended.at("/study/runs/0");
        fixture.await(
                "/runs?limit=100",
                runs -> runs.toString().contains(trial.get("id").asString()));
        fixture.open("/");
        Locator row = page.locator("tr[data-key='" + trial.get("id").asString() + "']");
        assertThat(row.getByTestId("trial-of").textContent()).contains("trial 1 of spinning: users=1");
        row.getByTestId("trial-of").click();
        page.waitForSelector("[data-test=study] h1:text-is('spinning')");
    }

    /** A study file and the trials of a run file become processes, which are watched from the queue and stopped. */
    void startStudy() throws IOException {
        Path files = fixture.folder.resolve("files");
        Path study = Files.writeString(files.resolve("hours.yaml"), """
                study: { name: hours, description: Ten minutes by users }
                run: spinning.yaml
                factors: { users: [1, 2] }
                scales: { pairs: { trials: 2 } }
                """);
        fixture.open("/studies");
        page.waitForSelector("[data-test=start-study]:has-text('hours.yaml')");
        fixture.test("study-file").selectOption("hours.yaml");
        page.waitForSelector("[data-test=start-study]:has-text('Ten minutes by users')");
        fixture.test("study-scale").selectOption("pairs");
        fixture.press("start-study-yes");
        page.waitForURL(address -> address.endsWith("/queue"));
        page.locator("a:text-is('Watch live')").click();
        stopStudy("hours");
        Files.delete(study);
        Path trials = Files.writeString(
                files.resolve("trials.yaml"), ButtonFixture.RUN_FILE.replace("spinning", "twice") + "trials: 2\n");
        fixture.open("/new?file=trials.yaml");
        page.waitForSelector("[data-test=new-run][data-state=checked] [data-test=form]");
        fixture.press("start");
        stopStudy("twice");
        Files.delete(trials);
    }

    private void stopStudy(String name) {
        page.waitForURL(address -> address.matches(".*/studies/[^/]+-" + name + "-[^/]+"));
        page.waitForSelector("[data-test=study] h1:text-is('" + name + "')");
        page.waitForSelector("[data-test=current]");
        fixture.press("stop-study");
        fixture.pressInDialog("Cancel");
        fixture.press("stop-study");
        fixture.confirm();
        page.waitForSelector(".badge:has-text('Stopped')");
        fixture.awaitGone("[data-test=stop-study]");
        fixture.await("/queue", queue -> queue.get("items").isEmpty());
    }

    private void readStudy() {
        // Figures by cell, scaling by users, and response times.
        page.waitForFunction("() => document.querySelectorAll('[data-test=charts] canvas').length >= 3");
        page.waitForSelector("[data-test=charts] figure[data-drawn=true]");
        assertThat(page.getByTestId("figures").textContent()).contains("users=2", "spin");
        page.locator("[data-test=charts] summary").first().click();
        // A header and a bar for each of the two cells.
        Locator csv = page.getByTestId("charts").getByTestId("csv").first();
        assertThat(text(page.waitForDownload(csv::click)).lines())
                .hasSize(3)
                .first()
                .asString()
                .startsWith("bar,mean");
    }
}
