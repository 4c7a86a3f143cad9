// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.plateaubench.web.runs.RealStudy;
import tools.jackson.databind.JsonNode;

/** A study is followed while it goes on, and what it has shown is read and saved. One thread. */
final class StudyScenes {
    /** More trials than are waited for: the study goes on while its page is looked at, and is stopped then. */
    private static final int MANY = 40;

    private final ButtonFixture desk;
    private final Page page;

    StudyScenes(ButtonFixture desk) {
        this.desk = desk;
        page = desk.page;
    }

    void play() throws Exception {
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
        // A head and a bar for each of the two cells.
        desk.await("/studies/" + study.id(), one -> one.at("/charts/0/rows").size() >= 3);
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
        read(ended);
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
    void start() throws IOException {
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
        stop("hours");
        desk.audited("POST /queue/studies", "hours");
        Files.delete(study);
        Path trials = Files.writeString(
                files.resolve("trials.yaml"), ButtonFixture.RUN_FILE.replace("spinning", "twice") + "trials: 2\n");
        desk.open("/new?file=trials.yaml");
        page.waitForSelector("[data-test=new-run][data-state=checked] [data-test=form]");
        desk.press("start");
        stop("twice");
        Files.delete(trials);
    }

    private void stop(String name) {
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

    private void read(JsonNode ended) throws IOException {
        Locator pictures = page.getByTestId("picture");
        assertThat(pictures.count()).isEqualTo(ended.get("charts").size()).isGreaterThanOrEqualTo(3);
        for (int i = 0; i < pictures.count(); i++) {
            assertThat((Integer)
                            pictures.nth(i).evaluate("async (img) => { await img.decode(); return img.naturalWidth; }"))
                    .as("a picture that the browser can draw")
                    .isPositive();
        }
        assertThat(page.getByTestId("figures").textContent()).contains("users=2", "spin");
        JsonNode chart = ended.at("/charts/0");
        assertThat(saved("svg")).isEqualTo(chart.get("svg").asString()).startsWith("<svg");
        assertThat(saved("csv").lines())
                .hasSize(chart.get("rows").size())
                .first()
                .isEqualTo("bar,mean,least,greatest,limit");
    }

    private String saved(String button) throws IOException {
        Download download = page.waitForDownload(() -> desk.press(button));
        return Files.readString(download.path());
    }
}
