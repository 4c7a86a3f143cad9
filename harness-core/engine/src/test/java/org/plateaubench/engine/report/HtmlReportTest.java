// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.Judge;
import org.plateaubench.engine.judge.Judgement;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.judge.MadeRun;
import org.plateaubench.engine.judge.SampleRun;
import org.plateaubench.engine.run.EventType;
import org.plateaubench.engine.store.Json;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.spi.ReportSection;

final class HtmlReportTest {
    private static final String ATTACK = "</script><script>alert('x')</script><img src=x onerror=alert(1)>";

    @TempDir
    Path folder;

    @Test
    void everyPromisedPartIsThere() {
        String page = report(SampleRun.failing(folder, 12), List.of());
        assertThat(page)
                .contains("Fail")
                .contains("class <strong>dev</strong>")
                .contains("The steady phase is shorter than five minutes.")
                .contains("Note: 1/store: The server runs with fsync &#x3D; off &amp; more.")
                .contains("Health of the harness")
                .contains("Dispatch lag p99")
                .contains("Completion lag p99")
                .contains("committedOrdersPerMinute")
                .contains("order line rows")
                .contains("agrees")
                .contains("<h4>Plugins</h4>")
                .contains("deadlock")
                .contains("p95 &lt; 20ms")
                .contains("Rows that a browse returns on average.")
                .contains("0.500 to 10 rows")
                .contains("</span> information</span>")
                .contains("M16-dispatch-lag")
                .contains("sut-started")
                .contains("ramp-up 3s, steady 12s")
                .contains("controller, java");
        for (String chart : List.of("throughput", "response", "levels", "errors", "curves", "cpu")) {
            assertThat(page).contains("data-chart=\"" + chart + "\"");
        }
    }

    @Test
    void theChartsHaveTheirData() {
        Map<String, Object> data = data(report(SampleRun.failing(folder, 12), List.of()));
        assertThat((List<?>) data.get("phases")).hasSize(4);
        assertThat((List<?>) data.get("cpu")).hasSize(3);
        Map<?, ?> workload = (Map<?, ?>) list(data, "workloads").getFirst();
        for (String series :
                List.of("throughput", "declined", "failed", "p50", "p95", "p99", "users", "inFlight", "queued")) {
            assertThat((List<?>) workload.get(series)).as(series).isNotEmpty();
        }
        assertThat((List<?>) workload.get("curves")).hasSize(7);
    }

    @Test
    void thePageRefersToNothingOutsideItself() {
        String page = report(SampleRun.failing(folder, 12), List.of());
        assertThat(page).doesNotContainPattern("(?i)(src|href)\\s*=\\s*[\"']?(https?:)?//");
        assertThat(page)
                .doesNotContain("sourceMappingURL")
                .doesNotContain("@import")
                .doesNotContain("url(");
        assertThat(page).contains("default-src 'none'");
    }

    @Test
    void namesAndMessagesCannotBecomeMarkup() {
        MadeRun run = SampleRun.failing(folder, 12);
        run.event(EventType.FAULT, "1/store", ATTACK, Map.of());
        run.telemetry("sut/" + ATTACK, "cpu", 0.5, "share", false);
        run.telemetry("sut/" + ATTACK, ATTACK, 0.5, ATTACK, false);
        PluginSection section = new PluginSection(
                "1/store", new ReportSection.Table(ATTACK, ATTACK, List.of(ATTACK), List.of(List.of(ATTACK))));
        String page = report(run, List.of(section));
        assertThat(page).doesNotContain(ATTACK).doesNotContain("<img src=x").doesNotContain("<script>alert");
        assertThat(page).contains("&lt;/script&gt;&lt;script&gt;alert");
        assertThat(Pattern.compile("<script").matcher(page).results().count()).isEqualTo(4);
        assertThat(Json.toLine(list(data(page), "cpu"))).contains("onerror=alert(1)");
    }

    @Test
    void aPluginsSectionIsATable() {
        PluginSection section = new PluginSection(
                "1/store",
                new ReportSection.Table(
                        "Browses", "Rows found.", List.of("kind", "rows"), List.of(List.of("title", "41"))));
        assertThat(report(SampleRun.failing(folder, 12), List.of(section)))
                .contains("<h3>Browses</h3>")
                .contains("Rows found.")
                .contains("<th scope=\"col\">rows</th>")
                .contains("<td>41</td>");
    }

    @Test
    void failedConnectsAreInTheTableOfErrorsAlthoughNoOperationIsCalledSo() {
        MadeRun run = new MadeRun(folder, new MadePlan().store(1).build());
        run.drive(start -> run.recorder("1/store").connectFailed("connection refused by peer", start));
        run.end("completed");
        assertThat(report(run, List.of())).containsPattern("(?s)<td[^>]*>connect</td>.*connection refused by peer");
    }

    @Test
    void aRunThatBrokeOffHasAReportToo() {
        MadeRun run = new MadeRun(folder, new MadePlan().store(1).build());
        String page = report(run, List.of());
        assertThat(page).contains("Crashed").contains("The run was not completed");
    }

    @Test
    void aRunThatNeverMeasuredHasNoFiguresAtAll() {
        MadeRun run = new MadeRun(folder, new MadePlan().store(1).build());
        run.end("crashed");
        assertThat(report(run, List.of()))
                .contains("<strong>Broke off: ")
                .contains("No figures were measured.")
                .doesNotContain("id=\"workload-0\"")
                .doesNotContain("tiles health")
                .doesNotContain("op/s");
    }

    @Test
    void aBadHarnessStandsBeforeTheFiguresWhichAreMarked() {
        MadeRun bad = SampleRun.passing(folder, 12);
        bad.reconciled("1/store", "rows", 1, 2);
        String page = report(bad, List.of());
        assertThat(page)
                .contains("<strong>Invalid: the figures are not to be believed (reconciliation). ")
                .contains("<section id=\"workload-0\" class=\"workload unbelieved\"")
                .contains("not to be believed");
        assertThat(page.indexOf("id=\"harness\"")).isLessThan(page.indexOf("id=\"figures\""));
        assertThat(page.indexOf("op/s")).isGreaterThan(page.indexOf("id=\"figures\""));
    }

    @Test
    void aGoodHarnessIsOneLineAboveTheFigures() {
        String page = report(SampleRun.passing(folder, 12), List.of());
        assertThat(page)
                .containsPattern("Pass: the system under test missed nothing that was asked of it. \\d+ audits")
                .doesNotContain("not to be believed")
                .doesNotContain("class=\"workload unbelieved\"");
        assertThat(page.indexOf("op/s")).isLessThan(page.indexOf("id=\"harness\""));
    }

    @Test
    void theEnvironmentIsSaidInWordsAndUnits() {
        assertThat(EnvironmentModel.binary(24_684_092.0 * 1_024)).isEqualTo("23.5 GiB");
        assertThat(EnvironmentModel.binary(512)).isEqualTo("512 bytes");
        assertThat(EnvironmentModel.words("transparentHugePages")).isEqualTo("transparent huge pages");
        List<Object> groups = EnvironmentModel.of(Map.of(
                "hosts", List.of(Map.of("name", "lab", "memoryBytes", 1 << 30, "settings", Map.of("turbo", true))),
                "calibrations", Map.of("local", Map.of())));
        assertThat(groups)
                .containsExactly(
                        Map.of("title", "Host lab", "rows", List.of(Map.of("name", "memory", "value", "1 GiB"))),
                        Map.of(
                                "title",
                                "Settings of the host",
                                "rows",
                                List.of(Map.of("name", "turbo", "value", "yes"))));
    }

    @Test
    void telemetryOfASutHasAChartPerUnit() {
        MadeRun run = SampleRun.failing(folder, 12);
        run.telemetry("sut/db", "connections", 7, "connections", false);
        run.telemetry("sut/db", "waitingForLocks", 2, "connections", false);
        run.telemetry("sut/db", "bufferHitRatio", 99.5, "%", false);
        String page = report(run, List.of());
        assertThat(page).contains("<a href=\"#telemetry\">Telemetry</a>").contains("connections, waitingForLocks");
        List<?> charts = list(data(page), "telemetry");
        assertThat(charts)
                .extracting(chart -> String.valueOf(((Map<?, ?>) chart).get("unit")))
                .containsExactly("%", "connections");
        for (int i = 0; i < charts.size(); i++) {
            assertThat(page).contains("data-chart=\"telemetry\" data-index=\"" + i + "\"");
        }
    }

    @Test
    void aRunWithoutTelemetryHasNoPlaceForIt() {
        String page = report(SampleRun.failing(folder, 12), List.of());
        assertThat(page).doesNotContain("id=\"telemetry\"");
        assertThat(list(data(page), "telemetry")).isEmpty();
    }

    private static String report(MadeRun run, List<PluginSection> sections) {
        StoredRun stored = run.read();
        Judgement judgement = Judge.judge(stored);
        return HtmlReport.of(stored, judgement, sections);
    }

    private static List<?> list(Map<String, Object> tree, String name) {
        return (List<?>) Objects.requireNonNull(tree.get(name), name);
    }

    private static Map<String, Object> data(String page) {
        Matcher matcher = Pattern.compile(
                        "<script type=\"application/json\" id=\"plateau-data\">(.*?)</script>", Pattern.DOTALL)
                .matcher(page);
        assertThat(matcher.find()).isTrue();
        return Json.parse(matcher.group(1));
    }
}
