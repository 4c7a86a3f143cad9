// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.SampleRun;
import org.plateaubench.engine.judge.TestPlan;
import org.plateaubench.engine.judge.TestRun;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.spi.ReportSection;

final class HtmlReportTest {
    private static final String ATTACK = "</script><script>alert('x')</script><img src=x onerror=alert(1)>";

    @TempDir
    Path folder;

    @Test
    void reportHasEverySection() {
        try (OpenedReport report = opened(SampleRun.failing(folder, 12), List.of())) {
            assertThat(report.text("h1")).isEqualTo("quickstart dev");
            assertThat(report.text("#verdict h2")).startsWith("✕ Failed ");
            String text = report.text();
            assertThat(text)
                    .contains("Class dev: The steady phase is shorter than five minutes.")
                    .contains("1/store: The server runs with fsync = off & more.")
                    .contains("dispatch lag p99 at most 20 ms; class dev: 20 ms, or 20% of the tightest latency limit")
                    .contains("completion lag p99")
                    .contains("missing intervals")
                    .contains("committed orders per minute")
                    .contains("Deadlock found; <script>alert(1)</script>")
                    .contains("deadlock")
                    .contains("ms was")
                    .contains("M16-dispatch-lag")
                    .contains("sut-started")
                    .contains("java 25.0.1");
            assertThat(report.text("#reconciliation")).contains("order line rows ✓ agrees");
            assertThat(report.text("[data-test=operations-store]")).contains("✕ missed p95 < 20 ms was");
            assertThat(report.text("#checks"))
                    .contains("Rows that a browse returns on average.", "0.500 to 10 rows", "i information");
            assertThat(report.text("#setup")).contains("plugins", "ramp up 3s", "steady 12s", "seed");
        }
    }

    /** Positions of the first figure, the first chart and the end of the page, for screens 800 pixels high, and printed pages. */
    @Test
    void resultFitsOnFourScreensAndTwoPages() {
        try (OpenedReport report = opened(SampleRun.failing(folder, 12), List.of())) {
            assertThat(report.place(".tile .value").y).isLessThan(400);
            assertThat(report.place("figure.chart").y).isLessThan(900);
            assertThat(report.place("body").height).isLessThan(4 * 800);
            assertThat(report.pages()).as("no wide element shrinks the print").isEqualTo(2);
            report.find("[data-test=unfold]").click();
            assertThat(report.pages()).as("with its appendix").isGreaterThan(2);
            report.find("[data-test=fold]").click();
            assertThat(report.pages()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void nothingIsClipped() {
        try (OpenedReport report = opened(SampleRun.failing(folder, 12), List.of())) {
            for (int width : List.of(1280, 390)) {
                assertThat(report.clipped(width, false)).as("at " + width).isEmpty();
                assertThat(report.clipped(width, true))
                        .as("unfolded at " + width)
                        .isEmpty();
            }
        }
    }

    @Test
    void operationHasADetailViewWithAnAddress() {
        try (OpenedReport report = opened(SampleRun.failing(folder, 12), List.of())) {
            report.find("[data-test=operation-purchase]").click();
            assertThat(report.text("#operation")).contains("purchase 1/store", "service time", "Distribution");
            for (String chart : List.of("operation-throughput", "operation-times", "operation-curve")) {
                report.find("[data-test=" + chart + "][data-drawn]").waitFor();
            }
            report.find("[data-test=operation-times] [data-test='legend-service p95']")
                    .waitFor();
            assertThat(report.evaluate("location.hash")).isEqualTo("#operation=1%2Fstore%2Fpurchase");
            report.find("[data-test=operation-close]").click();
            assertThat(report.find("#operation").count()).isZero();
        }
    }

    @Test
    void everyChartIsDrawn() {
        try (OpenedReport report = opened(SampleRun.failing(folder, 12), List.of())) {
            for (String chart : List.of(
                    "throughput-1/store",
                    "response-1/store",
                    "users-1/store",
                    "errors-1/store",
                    "curve-1/store",
                    "telemetry-cpu")) {
                assertThat(report.find("figure.chart[data-test='" + chart + "']")
                                .count())
                        .as(chart)
                        .isEqualTo(1);
            }
            report.find("[data-test=unfold]").click();
            report.scrollThrough();
            assertThat(report.find("figure.chart:visible:not([data-drawn], .nothing)")
                            .count())
                    .isZero();
            assertThat(report.find("[data-test='curve-1/store'] > .chart-legend > li")
                            .count())
                    .as("the worst of seven lines")
                    .isEqualTo(6);
            assertThat(report.find("[data-test='curve-1/store'] .more-lines li").count())
                    .isEqualTo(1);
            assertThat(report.find("[data-test=telemetry-cpu] .chart-legend li").count())
                    .isEqualTo(3);
            for (String line :
                    List.of("successes", "declined", "failed", "p50", "p95", "p99", "users", "in flight", "queued")) {
                assertThat(report.find(".charts [data-test='legend-" + line + "']")
                                .count())
                        .as(line)
                        .isPositive();
            }
        }
    }

    @Test
    void pageHasNoExternalReferences() {
        String page = report(SampleRun.failing(folder, 12), List.of());
        assertThat(Pattern.compile("(?i)(src|href)\\s*=\\s*[\"']?(https?:)?//")
                        .matcher(page)
                        .find())
                .isFalse();
        for (String word : List.of("sourceMappingURL", "@import", "url(", "unsafe-")) {
            assertThat(page.contains(word)).as(word).isFalse();
        }
        assertThat(page.contains("default-src 'none'; script-src 'sha256-")).isTrue();
    }

    @Test
    void namesAndMessagesAreEscaped() {
        TestRun run = observed(sampled -> {
            sampled.telemetry("sut/" + ATTACK, "cpu", 0.5, "share", false);
            sampled.telemetry("sut/" + ATTACK, ATTACK, 0.5, ATTACK, false);
        });
        run.event(EventType.SUT_STARTED, "1/store", ATTACK + "\u2028\u2029");
        PluginSection section = new PluginSection(
                "1/store", new ReportSection.Table(ATTACK, ATTACK, List.of(ATTACK), List.of(List.of(ATTACK))));
        String page = report(run, List.of(section));
        for (String markup : List.of(ATTACK, "<img src=x", "<script>alert", "\u2028", "\u2029")) {
            assertThat(page.contains(markup)).as(markup).isFalse();
        }
        try (OpenedReport report = OpenedReport.of(page)) {
            report.find("[data-test=unfold]").click();
            assertThat(report.text("#events")).contains(ATTACK);
            assertThat(report.find("#counters h3").getByText(ATTACK).count()).isEqualTo(1);
            assertThat(report.find("#counters th").getByText(ATTACK).count()).isEqualTo(1);
            assertThat(report.text("[data-test=telemetry-cpu]")).contains("sut/" + ATTACK + " cpu");
            assertThat(report.find("script").count()).isEqualTo(3);
            assertThat(report.find("img").count()).isZero();
        }
    }

    @Test
    void injectedScriptDoesNotRun() {
        String page = report(SampleRun.failing(folder, 12), List.of())
                .replace("<main id=\"main\">", "<script>document.title = 'run';</script><main id=\"main\">");
        OpenedReport report = OpenedReport.of(page);
        assertThat(report.evaluate("document.title")).isNotEqualTo("run");
        assertThat(report.browserErrors()).anyMatch(error -> error.contains("Content Security Policy"));
    }

    @Test
    void runWithoutMeasurementHasNoFigures() {
        TestRun run = new TestRun(folder, new TestPlan().store(1).build());
        run.end("crashed");
        assertThat(OpenedReport.text(run.read()))
                .contains("✕ Broke off ", "No figures were measured.", "nothing was measured")
                .doesNotContain("Outcomes and mix", "dispatch lag p99 ", "op/s");
    }

    @Test
    void figuresOfAnInvalidRunAreStruckThrough() {
        TestRun bad = SampleRun.passing(folder, 12);
        bad.reconciled("1/store", "rows", 1, 2, "psql");
        try (OpenedReport report = opened(bad, List.of())) {
            assertThat(report.text("#verdict h2")).startsWith("! Invalid ");
            assertThat(report.text("[data-test=workload-store]")).contains("does not count");
            assertThat(report.find("[data-test=workload-store].unbelieved").count())
                    .isEqualTo(1);
            assertThat(report.evaluate("getComputedStyle(document.querySelector('#figures .tile .value'))"
                            + ".textDecorationLine"))
                    .isEqualTo("line-through");
        }
    }

    @Test
    void sectionsFollowTheExpectedOrder() {
        try (OpenedReport report = opened(SampleRun.passing(folder, 12), List.of())) {
            assertThat(report.text("#verdict h2")).startsWith("✓ Passed");
            assertThat(report.text()).doesNotContain("cannot be trusted", "not trusted");
            assertThat(report.find(".unbelieved").count()).isZero();
            List<String> parts = List.of(
                    "#verdict",
                    ".tiles",
                    "[data-test=operations-store]",
                    "#time",
                    "#hosts",
                    "#reconciliation",
                    "#trust");
            for (int i = 1; i < parts.size(); i++) {
                assertThat(report.isAbove(parts.get(i - 1), parts.get(i)))
                        .as(parts.get(i))
                        .isTrue();
            }
            assertThat(report.find("[data-test=shaded]").count())
                    .as("charts without events")
                    .isZero();
        }
    }

    @Test
    void environmentIsShownWithLabelsAndUnits() {
        TestRun run = SampleRun.passing(folder, 12);
        StoredRun stored = run.read();
        Map<String, Object> environment = Map.of(
                "hosts",
                List.of(Map.of(
                        "name",
                        "lab",
                        "memoryBytes",
                        24_684_092L * 1_024,
                        "settings",
                        Map.of("turbo", true, "transparentHugePages", "always"))));
        StoredRun described = new StoredRun(
                stored.folder(),
                stored.runId(),
                stored.plan(),
                environment,
                stored.entries(),
                stored.events(),
                stored.errors(),
                stored.telemetry(),
                stored.damage(),
                stored.sealed(),
                stored.closed());
        assertThat(OpenedReport.text(described))
                .contains("memory 23.5 GiB", "turbo yes", "transparent huge pages always");
    }

    @Test
    void sutTelemetryHasOneChartPerUnit() {
        TestRun run = observed(sampled -> {
            sampled.telemetry("host", "cpu", 50, "%", false);
            sampled.telemetry("host", "others", 0.1, "share", false);
            sampled.telemetry("sut/db", "connections", 7, "connections", false);
            sampled.telemetry("sut/db", "waitingForLocks", 2, "connections", false);
            sampled.telemetry("sut/db", "bufferHitRatio", 99.5, "%", false);
        });
        try (OpenedReport report = opened(run, List.of())) {
            report.find("[data-test=unfold]").click();
            assertThat(report.text("[data-test='telemetry-sut/db connections']"))
                    .startsWith("Telemetry of sut/db connections")
                    .contains("connections waiting for locks");
            assertThat(report.text("[data-test='telemetry-sut/db %']")).contains("buffer hit ratio");
            assertThat(report.text("[data-test=telemetry-cpu]")).contains("host cpu host others");
            assertThat(report.find("figure[data-test^='telemetry-']").count()).isEqualTo(3);
        }
    }

    /** Most events are too short to be labelled on the axis. */
    @Test
    void timeChartsNameTheShadedEvents() {
        TestRun run = SampleRun.passing(folder, 12);
        run.telemetry(6_100_000_000L, "sut/db", "failover", 100, MeasureDefinition.EVENT_UNIT);
        run.telemetry(8_100_000_000L, "sut/db", "failover", 100, MeasureDefinition.EVENT_UNIT);
        try (OpenedReport report = opened(run, List.of())) {
            assertThat(report.text("[data-test='throughput-1/store'] [data-test=shaded]"))
                    .isEqualTo("shaded: failover");
            assertThat(report.find("[data-test='curve-1/store'] [data-test=shaded]")
                            .count())
                    .isZero();
        }
    }

    @Test
    void verdictAndFiguresAreReadableWithoutJavaScript() {
        String page = report(SampleRun.failing(folder, 12), List.of());
        try (OpenedReport report = OpenedReport.withoutScripts(page)) {
            assertThat(report.text("body"))
                    .contains("needs JavaScript", "FAILED purchase: p95 is", "orders/min", " audits ok, ");
        }
    }

    /** A run with telemetry samples in every second. */
    private TestRun observed(Consumer<TestRun> samples) {
        TestRun run = new TestRun(folder, new TestPlan().store(1).build());
        run.drive(start -> samples.accept(run));
        run.end("completed");
        return run;
    }

    private OpenedReport opened(TestRun run, List<PluginSection> sections) {
        return OpenedReport.of(report(run, sections));
    }

    private static String report(TestRun run, List<PluginSection> sections) {
        StoredRun stored = run.read();
        return HtmlReport.of(stored, Judge.judge(stored), sections);
    }
}
