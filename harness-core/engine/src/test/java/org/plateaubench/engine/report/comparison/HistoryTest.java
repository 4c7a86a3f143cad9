// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.figure.Figure.Better;
import org.plateaubench.engine.report.comparison.ComparedFigure.FigureValue.Change.Result;
import org.plateaubench.engine.report.comparison.History.FigureHistory;
import org.plateaubench.engine.report.comparison.History.PastRun;

final class HistoryTest {
    private static final PastRun.Key RATE = new PastRun.Key("store", "", "orders", "orders/min", Better.HIGHER);
    private static final PastRun.Key P95 = new PastRun.Key("store", "purchase", "p95", "ms", Better.LOWER);

    private final Random random = new Random(4);
    private final List<PastRun> runs = new ArrayList<>();

    /** Adds a run; figures scatter by 1 % around the given ones. */
    private void add(String verdict, int users, String version, double rate, double p95) {
        int number = runs.size() + 1;
        runs.add(new PastRun(
                "run-" + number,
                Instant.parse("2026-01-01T00:00:00Z").plusSeconds(3600L * number),
                "completed",
                verdict,
                null,
                "standard",
                Map.of("name", "shop", "seed", number, "users", users),
                Map.of(
                        "hosts",
                        List.of(Map.of("name", "host" + number, "agents", List.of("local"), "cores", 2)),
                        "suts",
                        Map.of("db", Map.of("version", version))),
                List.of(
                        new PastRun.Value(RATE, rate * (1 + 0.01 * random.nextGaussian()), false),
                        new PastRun.Value(P95, p95 * (1 + 0.01 * random.nextGaussian()), false)),
                ""));
    }

    private History history() {
        return History.of("shop", runs);
    }

    private static FigureHistory figure(History history, PastRun.Key key) {
        return history.figures().stream()
                .filter(figure -> figure.key().name().equals(key.name()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void changeNamesTheFirstRunAndChangedEnvironment() {
        for (int i = 0; i < 12; i++) {
            add("pass", 8, "16.1", 800, 40);
        }
        for (int i = 0; i < 12; i++) {
            add("pass", 8, "16.2", 800, 48);
        }
        History history = history();

        assertThat(figure(history, RATE).changes()).isEmpty();
        FigureHistory.Change change = figure(history, P95).changes().getFirst();
        assertThat(figure(history, P95).changes()).hasSize(1);
        assertThat(change.firstId()).isEqualTo("run-13");
        assertThat(change.result()).isEqualTo(Result.WORSE);
        assertThat(change.change()).isCloseTo(0.2, within(0.03));
        assertThat(change.environment()).contains("suts.db.version 16.1, now 16.2");
        assertThat(HistoryText.of(history, 120))
                .contains(
                        "store purchase p95: worse from run 13 on (run-13), ",
                        "with it: suts.db.version 16.1, now 16.2");
        assertThat(Documents.text(history)).contains("\"schema\" : \"plateau.history/1\"", "\"firstId\" : \"run-13\"");
    }

    @Test
    void runsOfDifferentPlansAreSeparated() {
        for (int i = 0; i < 20; i++) {
            add("pass", i % 2 == 0 ? 8 : 16, "16.1", i % 2 == 0 ? 800 : 1600, i % 2 == 0 ? 40 : 60);
        }
        History history = history();
        assertThat(history.conditions()).extracting(History.Conditions::runs).containsExactly(10, 10);
        assertThat(history.conditions().get(1).differences()).containsExactly("users 8, now 16");
        assertThat(history.figures()).allMatch(figure -> figure.changes().isEmpty());
        assertThat(figure(history, RATE).segments())
                .extracting(segment -> (int) Math.round(segment.mean() / 800))
                .containsExactly(1, 2);
        assertThat(history.tests()).isEqualTo(4);
    }

    @Test
    void invalidRunsAreListedButNotCounted() {
        for (int i = 0; i < 8; i++) {
            add(i == 3 ? "invalid" : "pass", 8, "16.1", i == 3 ? 1 : 800, 40);
        }
        History history = history();
        assertThat(history.runs()).hasSize(8);
        assertThat(history.runs().get(3).run().isValid()).isFalse();
        assertThat(figure(history, RATE).points())
                .extracting(FigureHistory.Point::run)
                .containsExactly(1, 2, 3, 5, 6, 7, 8);
    }

    /** 100 histories of 20 figures: three standard errors of a share of 5 % are 6.5 points. */
    @Test
    @Tag("simulation")
    void historyRaisesFewFalseAlarms() {
        int alarms = 0;
        for (int i = 0; i < 100; i++) {
            List<PastRun> quiet = new ArrayList<>();
            for (int run = 0; run < 20; run++) {
                List<PastRun.Value> values = new ArrayList<>();
                for (int figure = 0; figure < 20; figure++) {
                    values.add(new PastRun.Value(
                            new PastRun.Key("store", "op" + figure, "p95", "ms", Better.LOWER),
                            random.nextGaussian(),
                            false));
                }
                quiet.add(new PastRun(
                        "run-" + run,
                        Instant.EPOCH.plusSeconds(run),
                        "completed",
                        "pass",
                        null,
                        "dev",
                        Map.of(),
                        Map.of(),
                        values,
                        ""));
            }
            alarms += History.of("quiet", quiet).figures().stream()
                            .anyMatch(figure -> !figure.changes().isEmpty())
                    ? 1
                    : 0;
        }
        assertThat(alarms).isLessThanOrEqualTo(11);
    }

    @Test
    void ratioToFailedRunsIsNotGiven() {
        for (int i = 0; i < 24; i++) {
            add(i == 3 ? "fail" : "pass", 8, "1", i < 12 ? 100 : 120, 10);
        }
        History history = history();
        FigureHistory.Change change = figure(history, RATE).changes().getFirst();
        assertThat(change.first()).isEqualTo(13);
        assertThat(change.change()).isNull();
        assertThat(HistoryText.of(history, 100)).contains("without a ratio, since not every run before it passed");
    }

    @Test
    void unreadableResultIsNamed() {
        PastRun edited = new PastRun(
                "run-1",
                null,
                "completed",
                "invalid",
                null,
                "",
                Map.of(),
                Map.of(),
                List.of(),
                "result.json was changed after the run.");
        assertThat(HistoryText.of(History.of("shop", List.of(edited)), 100))
                .contains("0 of them", "Run 1 (run-1): result.json was changed after the run.");
    }
}
