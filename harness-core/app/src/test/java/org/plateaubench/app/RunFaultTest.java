// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.app.FakePlugin.Fault;
import org.plateaubench.app.RunReports.FinishedRun;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.result.Reason;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.run.event.EventType;
import org.plateaubench.engine.run.event.RunEnd;
import org.plateaubench.engine.store.RunEvent;
import org.plateaubench.engine.store.RunFolder;
import org.plateaubench.engine.store.StoredRun;

/** After any fault of a plugin, a SUT or a user, a run ends properly and reports the fault. */
@Execution(ExecutionMode.CONCURRENT)
class RunFaultTest {
    private static final String SHORT = "phases.steady=500ms";

    @TempDir
    Path folder;

    private AppFixture fixture() {
        return new AppFixture(folder);
    }

    static Stream<Arguments> faults() {
        return FakePlugin.faultsByWhetherRunContinues().entrySet().stream()
                .map((Map.Entry<Fault, Boolean> entry) -> Arguments.of(entry.getKey(), entry.getValue()));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void pluginExceptionIsConfinedToTheRun(Fault fault, boolean continues) throws Exception {
        AppFixture fixture = fixture();
        String word = fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
        FinishedRun finished = fixture.run(SHORT, "workloads.puts.parameters.fault=" + word);
        assertThat(finished.end().status()).isEqualTo(continues ? RunEnd.Status.COMPLETED : RunEnd.Status.NOT_STARTED);
        StoredRun run = fixture.read(finished);
        assertThat(run.events().getLast().type()).isEqualTo("run-ended");
        assertThat(run.events()).extracting(RunEvent::type).contains("sut-stopped");
        assertThat(run.damage()).isEmpty();
        if (!continues) {
            assertThat(finished.end().sentences()).singleElement().asString().contains("the plugin fails in " + fault);
        }
        if (List.of(Fault.SESSION_CLOSE, Fault.RECONCILE, Fault.DATA_CLOSE).contains(fault)) {
            assertThat(messages(run, "fault")).anyMatch(message -> message.contains("the plugin fails in " + fault));
            assertThat(finished.reports())
                    .isNotNull()
                    .extracting(reports -> reports.judgement().reasons().stream()
                            .anyMatch(reason -> reason.message().contains("could not be compared")))
                    .isEqualTo(fault == Fault.RECONCILE);
        }
    }

    @Test
    void telemetryExceptionIsReportedOnce() throws Exception {
        AppFixture fixture = fixture();
        FinishedRun finished = fixture.run("suts.store.broken=true");
        assertThat(finished.end().status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(messages(fixture.read(finished), "fault")).containsExactly("Telemetry failed: no samples");
    }

    @Test
    void everyPreflightProblemIsReported() throws Exception {
        AppFixture fixture = fixture();
        FinishedRun finished = fixture.run("workloads.puts.parameters.problems=3");
        assertThat(finished.end().status()).isEqualTo(RunEnd.Status.NOT_STARTED);
        assertThat(finished.folder().state()).isEqualTo(RunFolder.State.NOT_STARTED);
        assertThat(finished.end().sentences())
                .containsExactly(
                        "1/puts: Problem 0. Fix it.", "1/puts: Problem 1. Fix it.", "1/puts: Problem 2. Fix it.");
        assertThat(fixture.watcher.phases).hasSize(1);
    }

    @Test
    void preflightReceivesDataPolicy() throws Exception {
        AppFixture fixture = fixture();
        fixture.run("workloads.puts.parameters.problems=1", "workloads.puts.data=reload");
        assertThat(fixture.plugin.examined).hasValue(DataPolicy.RELOAD);
        fixture.application.check(fixture.plan("workloads.puts.data=reset"), fixture.watcher);
        assertThat(fixture.plugin.examined).hasValue(DataPolicy.RESET);
    }

    @Test
    void sutStartFailureEndsTheRun() throws Exception {
        AppFixture fixture = fixture();
        FinishedRun finished = fixture.run("suts.store.starts=false");
        assertThat(finished.end())
                .isEqualTo(new RunEnd(
                        RunEnd.Status.NOT_STARTED, List.of("No answer from store; start it and try again.")));
        assertThat(messages(fixture.read(finished), "sut-failed"))
                .containsExactly("No answer from store; start it and try again.");
    }

    @Test
    void sutCrashIsReportedAndRunCompletes() throws Exception {
        AppFixture fixture = fixture();
        FinishedRun finished = fixture.run("suts.store.life=1s", "phases.steady=4s");
        assertThat(finished.end().status()).isEqualTo(RunEnd.Status.COMPLETED);
        StoredRun run = fixture.read(finished);
        assertThat(messages(run, "sut-failed")).containsExactly("The SUT has failed: its process has ended");
        assertThat(run.intervals()).hasSizeGreaterThanOrEqualTo(5);
        assertThat(failures(finished)).containsExactly(Severity.FAIL);
    }

    /** The last periodic check of the SUT was before the drain, so only the check at the end detects the crash. */
    @Test
    void sutCrashAfterDrainFailsTheRun() throws Exception {
        AppFixture fixture = fixture();
        fixture.plugin.whileReconciling = () -> kill("4321.0");
        FinishedRun finished = fixture.run("suts.store.life=4321s", SHORT);
        assertThat(finished.end().status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(messages(fixture.read(finished), "sut-failed"))
                .containsExactly("The SUT has failed: its process has ended");
        assertThat(failures(finished)).containsExactly(Severity.FAIL);
    }

    private static List<Severity> failures(FinishedRun finished) {
        return Objects.requireNonNull(finished.reports(), "reports").judgement().reasons().stream()
                .filter(reason -> reason.rule() == AuditOrRule.SUT_FAILED)
                .map(Reason::severity)
                .toList();
    }

    /** Kills the sleeping process of the SUT with this lifetime, and returns when it has ended. */
    private static void kill(String seconds) {
        ProcessHandle process = ProcessHandle.current()
                .children()
                .filter(child -> Arrays.asList(child.info().arguments().orElse(new String[0]))
                        .contains(seconds))
                .findFirst()
                .orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
    }

    @Test
    void hangingPreparationIsInterrupted() throws Exception {
        AppFixture fixture = fixture();
        CompletableFuture<Void> request = CompletableFuture.runAsync(() -> {
            try {
                if (fixture.plugin.preparing.await(60, TimeUnit.SECONDS)) {
                    fixture.interruption.request("Ctrl-C");
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        FinishedRun finished = fixture.run("workloads.puts.parameters.fault=hang-in-prepare");
        request.get(60, TimeUnit.SECONDS);
        assertThat(finished.end().status()).isEqualTo(RunEnd.Status.STOPPED);
        assertThat(fixture.watcher.events).contains(EventType.INTERRUPTED, EventType.SUT_STOPPED);
    }

    private static List<String> messages(StoredRun run, String type) {
        return run.events().stream()
                .filter(event -> event.type().equals(type))
                .map(RunEvent::message)
                .toList();
    }
}
