// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.plateaubench.engine.judge.TestRun.MILLI;
import static org.plateaubench.engine.judge.TestRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.LongPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.result.HostResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.run.event.EventDetails;

/** Host figures include all samples and nothing else. */
final class HostFiguresTest {
    private static final String SOURCE = "host/db.lab";

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    /** A run of 20 s whose host is sampled in the given seconds; levels and totals rise with the seconds. */
    private Judgement judged(LongPredicate isSampled) {
        return judged(isSampled, isSampled);
    }

    private Judgement judged(LongPredicate isSampled, LongPredicate hasCores) {
        return judged("db1", isSampled, hasCores);
    }

    private Judgement judged(String agent, LongPredicate isSampled, LongPredicate hasCores) {
        plan.rampUp = Duration.ofSeconds(2);
        plan.steady = Duration.ofSeconds(20);
        plan.rampDown = Duration.ofSeconds(2);
        plan.periods = 2;
        TestRun run = new TestRun(folder, plan.simple().build());
        run.event(new EventDetails.HostObserved("db.lab", false), "agent/" + agent, "Agent " + agent + " samples.");
        run.drive(start -> {
            run.ok("1/cache", "read", start, MILLI, 0);
            run.telemetry("agent/" + agent, "clock-departure", -0.25, "ms", false);
            run.telemetry("agent/" + agent, "clock-bound", start == 9 * SECOND ? 0.75 : 0.5, "ms", false);
            long second = start / SECOND;
            if (isSampled.test(second)) {
                run.telemetry(SOURCE, "cpu", second == 7 ? 0.9 : 0.5, "share", false);
                // Twice as much in each second of the second period.
                run.telemetry(
                        SOURCE, "disk read", second <= 12 ? 100.0 * second : 200.0 * second - 1200, "bytes", true);
                if (hasCores.test(second)) {
                    run.telemetry(SOURCE, "cpu core 0", 0.25, "share", false);
                    run.telemetry(SOURCE, "cpu core 1", second < 9 ? 0.75 : 0.5, "share", false);
                }
                run.telemetry(SOURCE, "cost of this telemetry", 0.004, "cores", false);
            }
        });
        return run.judged();
    }

    private static HostResult.Series series(HostResult host, int stretch, String name) {
        return host.sampled().stretches().get(stretch).series().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void hostFiguresCoverSteadyStateAndPeriods() {
        HostResult host = judged(second -> true).hosts().getFirst();

        assertThat(host.agent()).isEqualTo("db1");
        assertThat(host.drivesLoad()).isFalse();
        assertThat(host.costCores()).isEqualTo(0.004);
        assertThat(host.clockErrorMs()).isEqualTo(1.0);
        assertThat(host.sampled().holes()).isEmpty();
        assertThat(host.sampled().stretches())
                .extracting(HostResult.Stretch::kind, HostResult.Stretch::name)
                .containsExactly(tuple("steady", ""), tuple("period", "p1"), tuple("period", "p2"));
        assertThat(series(host, 0, "cpu")).isEqualTo(new HostResult.Series("cpu", "share", 20, 0.52, 0.5, 0.9));
        assertThat(series(host, 0, "disk read"))
                .isEqualTo(new HostResult.Series("disk read", "bytes/s", 20, 150, 200, 200));
        assertThat(series(host, 1, "disk read").mean()).isEqualTo(100);
        assertThat(series(host, 2, "disk read").mean()).isEqualTo(200);
    }

    /** The first sample after the gap would count for the complete gap, and so would the growth of a total. */
    @Test
    void gapInTelemetryIsNotedAndExcludedFromMeans() {
        Judgement judgement = judged(second -> second < 6 || second > 13);
        HostResult host = judgement.hosts().getFirst();

        assertThat(host.sampled().holes()).containsExactly(new HostResult.Hole(5, 14));
        assertThat(series(host, 0, "disk read"))
                .isEqualTo(new HostResult.Series("disk read", "bytes/s", 11, 172.727273, 200, 200));
        assertThat(series(host, 0, "cpu").count()).isEqualTo(11);
        assertThat(judgement.notes())
                .extracting(Judgement.Note::scope, Judgement.Note::message)
                .contains(
                        tuple(
                                SOURCE,
                                "Telemetry of this host, from its first sample at 0.0 s to its last at 23.0 s of the run, has no"
                                        + " sample in the steady state from 5.0 to 14.0 s; its figures describe the rest of the time."));
    }

    /** Core samples may end before the other samples of a host. */
    @Test
    void missingCoreSamplesAreNotCounted() {
        Judgement judgement = judged(second -> true, second -> second < 12 && second != 10);

        assertThat(series(judgement.hosts().getFirst(), 0, "cpu core 1").count())
                .isEqualTo(8);
    }

    @Test
    void lostTelemetryKeepsEarlierFiguresAndTheVerdict() {
        Judgement complete = judged(second -> true);
        Judgement silent = new HostFiguresTest().judgedIn(folder.resolve("silent"), second -> second < 8);

        assertThat(silent.hosts().getFirst().sampled().holes()).containsExactly(new HostResult.Hole(7, 22));
        assertThat(silent.hosts().getFirst().sampled().lastSampleSeconds()).isEqualTo(7.0);
        assertThat(silent.verdict()).isEqualTo(complete.verdict());
        assertThat(silent.audits()).hasSameSizeAs(complete.audits());
    }

    private Judgement judgedIn(Path own, LongPredicate isSampled) {
        folder = own;
        return judged(isSampled);
    }

    @Test
    void hostWithoutSamplesIsNoted() {
        Judgement judgement = judged(second -> false);

        assertThat(judgement.hosts().getFirst().sampled().stretches())
                .allMatch(stretch -> stretch.series().isEmpty());
        assertThat(judgement.notes()).contains(new Judgement.Note(SOURCE, "No telemetry of this host has arrived."));
        assertThat(judgement.hosts().getFirst().sampled().holes()).isEqualTo(List.of(new HostResult.Hole(2, 22)));
    }
}
