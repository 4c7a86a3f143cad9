// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Phase;
import org.plateaubench.app.RunReports.FinishedRun;
import org.plateaubench.engine.figure.TimeTotals;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Verdict;
import org.plateaubench.engine.run.Delivery;
import org.plateaubench.engine.run.event.LiveTable;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredFile;
import org.plateaubench.engine.store.StoredInterval;
import org.plateaubench.engine.store.StoredRun;
import org.plateaubench.loader.PluginCatalog;
import org.plateaubench.measure.interval.LineInterval;
import org.plateaubench.wire.TelemetrySample;

/** Runs of a few seconds through the messages that remote agents use. */
@Isolated("it checks times")
class RunEndToEndTest {
    @TempDir
    Path folder;

    @Test
    void completedRunIsStoredInFull() throws Exception {
        AppFixture fixture = new AppFixture(folder);
        fixture.variables.put("TOKEN", "t0psecret");
        FinishedRun finished = fixture.run("workloads.puts.parameters.token=${env:TOKEN}");
        assertThat(finished.end()).isEqualTo(new RunEnd(RunEnd.Status.COMPLETED, List.of()));
        assertThat(finished.folder().state()).isEqualTo(RunFolder.State.COMPLETED);

        StoredRun run = fixture.read(finished);
        assertThat(run.damage()).isEmpty();
        assertThat(finished.reports()).isNotNull();
        assertThat(Files.readAllLines(finished.folder().file(StoredFile.MANIFEST)))
                .extracting(line -> line.substring(66))
                .contains("config.yaml", "plan.json", "report.html", "report.xml", "result.json");
        assertThat(Files.readString(finished.folder().path().resolve("result.json")))
                .contains("\"message\" : \"Two things are there.\"");
        assertThat(Files.readString(finished.folder().path().resolve("report.html")))
                .contains("{\"scope\":\"1/puts\",\"message\":\"Two things are there.\"}");
        assertIntervals(run, fixture.plugin.stored.get());
        assertEvents(run);
        assertTelemetry(run);
        assertEnvironment(run);
        assertWatched(fixture.watcher, run);
        assertNoSecret(finished.folder().path());
        assertBrokenPlanIsReported(finished.folder().path());
    }

    @Test
    void runEndsWhenFailureIsCertain() throws Exception {
        AppFixture fixture = new AppFixture(folder);
        FinishedRun finished =
                fixture.run("run.abortOn=certain", "phases.steady=60s", "workloads.puts.qos.put=[\"max < 1ms\"]");
        assertThat(fixture.read(finished).events())
                .filteredOn(event -> event.type().equals("certain-failure"))
                .first()
                .extracting(RunEvent::message)
                .asString()
                .startsWith("This run can no longer pass. ")
                .contains(": max is ", "; the limit is < 1 ms.");
        assertThat(finished.end()).isEqualTo(new RunEnd(RunEnd.Status.COMPLETED, List.of()));
        Judgement judgement = finished.reports().judgement();
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.window().seconds()).isLessThan(30);
        assertThat(judgement.reasons()).extracting(Reason::rule).contains(AuditOrRule.LIMIT);
        assertThat(judgement.conclusion().meaning()).contains("since its failure was certain");
    }

    private static void assertBrokenPlanIsReported(Path run) throws IOException {
        assertThatThrownBy(() -> Installation.read(run, stored -> {
                    throw new IllegalArgumentException("a figure is missing");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage(run + " cannot be judged: a figure is missing.");
        Path plan = StoredFile.PLAN.in(run);
        Files.writeString(plan, Files.readString(plan).replaceFirst("\"seed\": *\\d+", "\"seed\": \"many\""));
        try (Installation installation = Installation.of(PluginCatalog.of())) {
            assertThatThrownBy(() -> installation.reports(run))
                    .isInstanceOf(IOException.class)
                    .hasMessage(run + " cannot be judged: plan: seed must be a whole" + " number in range.");
        }
    }

    private static void assertIntervals(StoredRun run, long stored) {
        assertThat(run.intervals()).noneMatch(interval -> interval.state() == Delivery.MISSING);
        assertThat(run.intervals()).extracting(StoredInterval::sequence).startsWith(0L, 1L, 2L);
        assertThat(run.intervals().getLast().last()).isTrue();
        long ok = 0;
        long counted = 0;
        TimeTotals response = new TimeTotals();
        TimeTotals lag = new TimeTotals();
        for (StoredInterval interval : measured(run)) {
            for (var workload : interval.workloads()) {
                ok += workload.lines().stream()
                        .mapToLong(line -> line.counts().ok())
                        .sum();
                counted += workload.counters().getOrDefault("things", 0L);
                workload.lines().stream()
                        .filter(line -> line.window().isSteady())
                        .forEach(line -> response.add(line.response()));
                workload.lags().forEach(each -> lag.add(each.dispatch()));
            }
        }
        assertThat(ok).isEqualTo(stored).isEqualTo(counted).isPositive();
        assertThat(response.nanosAtRank(response.measured() / 2)).isGreaterThanOrEqualTo(2_000_000L);
        assertThat(lag.measured()).isPositive();
    }

    private static List<StoredInterval> measured(StoredRun run) {
        List<StoredInterval> intervals = new ArrayList<>();
        run.forEachInterval(intervals::add);
        return intervals;
    }

    private static void assertEvents(StoredRun run) {
        assertThat(run.events())
                .extracting(RunEvent::type)
                .contains("prepare", "preflight-note", "reconciliation")
                .endsWith("sut-stopped", "run-ended");
        // On a busy machine, notes about the host may come before the start of the first SUT.
        assertThat(run.events())
                .extracting(RunEvent::type)
                .filteredOn(type -> !type.equals("preflight-note"))
                .startsWith("run-started", "phase", "sut-started");
        assertThat(run.events().stream().filter(event -> event.type().equals("phase")))
                .extracting(event -> event.details().get("name"))
                .containsExactly("prepare", "ramp-up", "steady", "ramp-down", "drain");
        assertThat(run.events().stream()
                        .filter(event -> "steady".equals(event.details().get("name"))))
                .extracting(RunEvent::runNanos)
                .containsExactly(500_000_000L);
        assertThat(run.events().stream().filter(event -> event.type().equals("reconciliation")))
                .hasSize(2)
                .allMatch(event -> Boolean.TRUE.equals(event.details().get("met")));
    }

    private static void assertTelemetry(StoredRun run) {
        assertThat(run.telemetry()).extracting(TelemetrySample::source).contains("host", "agent/local", "sut/store");
        assertThat(run.telemetry().stream()
                        .filter(point -> point.source().equals("sut/store"))
                        .map(TelemetrySample::series))
                .contains("cpu", "things");
        assertThat(run.events().stream().filter(event -> event.type().equals("source-read")))
                .singleElement()
                .satisfies(event -> assertThat(event.details()).containsEntry("kind", "fakestore"));
    }

    private static void assertEnvironment(StoredRun run) {
        assertThat(run.environment()).containsKeys("capturedAt", "plateau", "hosts", "jvm", "plugins", "suts");
        assertThat(run.environment().get("suts")).isEqualTo(Map.of("store", Map.of("life", "PT1M")));
    }

    private static void assertWatched(AppFixture.Watcher watcher, StoredRun run) {
        assertThat(watcher.phases)
                .containsExactly(Phase.PREPARE, Phase.RAMP_UP, Phase.STEADY, Phase.RAMP_DOWN, Phase.DRAIN);
        assertThat(watcher.progress).contains("1/puts loading things 1/2 things");
        LiveTable.Row row = watcher.tables.get(1).rows().getFirst();
        StoredInterval interval = measured(run).get(1);
        assertThat(row.totals().counts().okEnds())
                .as("operations of the live rate and of the stored interval")
                .isEqualTo(interval.workloads().getFirst().lines().stream()
                        .mapToLong(line -> line.counts().okEnds())
                        .sum())
                .isPositive();
        assertThat(row.users()).isEqualTo(4);
        assertThat(row.totals().response().percentile(95)).matches(p95 -> p95.nanos() > 2_000_000L);
    }

    private static void assertNoSecret(Path run) throws Exception {
        try (Stream<Path> files = Files.walk(run)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .doesNotContain("t0psecret")
                        .doesNotContain("s3cret");
            }
        }
        assertThat(run.resolve("suts/store/sut.log")).exists();
        assertThat(Files.readString(StoredFile.MANIFEST.in(run))).contains("suts/store/sut.log");
    }

    @ParameterizedTest
    @ValueSource(strings = {"virtual", "event-loop"})
    void okCountMatchesTheSutInEachExecution(String execution) throws Exception {
        AppFixture fixture = new AppFixture(folder);
        FinishedRun finished = fixture.run("workloads.puts.execution=" + execution);
        assertThat(finished.end().status()).isEqualTo(RunEnd.Status.COMPLETED);
        StoredRun run = fixture.read(finished);
        assertThat(ok(run)).isEqualTo(fixture.plugin.stored.get()).isPositive();
        assertThat(run.damage()).isEmpty();
    }

    @Test
    void concurrentRunsDoNotInterfere() throws Exception {
        AppFixture first = new AppFixture(folder);
        AppFixture second = new AppFixture(folder);
        PlannedRun planned = first.plan();
        FinishedRun[] finished = new FinishedRun[1];
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                finished[0] = second.application.run(planned, second.watcher, second.interruption, created -> {});
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        FinishedRun firstFinished = first.application.run(planned, first.watcher, first.interruption, created -> {});
        assertThat(other.join(Duration.ofMinutes(2))).isTrue();
        assertThat(firstFinished.end().status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(finished[0].end().status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(finished[0].folder().path())
                .isNotEqualTo(firstFinished.folder().path());
        assertThat(RunFolder.list(folder.resolve("runs"))).hasSize(2);
        assertThat(ok(first.read(firstFinished))).isEqualTo(first.plugin.stored.get());
        assertThat(ok(second.read(finished[0]))).isEqualTo(second.plugin.stored.get());
    }

    private static long ok(StoredRun run) {
        return measured(run).stream()
                .flatMap(interval -> interval.workloads().stream())
                .flatMap(workload -> workload.lines().stream())
                .map(LineInterval::counts)
                .mapToLong(LineInterval.Counts::ok)
                .sum();
    }
}
