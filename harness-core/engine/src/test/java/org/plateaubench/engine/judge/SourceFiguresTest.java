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
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.engine.judge.result.HostResult;
import org.plateaubench.engine.judge.result.HostResult.SourceResult;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.run.event.EventDetails;

/** Figures of sources that choose how often they sample. */
final class SourceFiguresTest {
    private static final String SOURCE = "sut/node";

    @TempDir
    Path folder;

    private final TestPlan plan = new TestPlan();

    /** A run of 40 s; the source is read every 4 s and answers in the given seconds. */
    private Judgement judged(LongPredicate answers) {
        plan.rampUp = Duration.ofSeconds(2);
        plan.steady = Duration.ofSeconds(40);
        plan.rampDown = Duration.ofSeconds(2);
        TestRun run = new TestRun(folder, plan.simple().build());
        run.event(new EventDetails.SourceRead("prometheus"), SOURCE, "Service prometheus has telemetry.");
        run.drive(start -> {
            run.ok("1/cache", "read", start, MILLI, 0);
            long second = start / SECOND;
            run.telemetry(SOURCE, "cpu", 0.5, "share", false);
            run.telemetry(SOURCE, "checkpoint", 20, MeasureDefinition.EVENT_UNIT, false);
            if (second % 4 == 0 && answers.test(second)) {
                run.telemetry(SOURCE, "load", second == 24 ? 9 : 1, "value", false);
                // Restarted at 28 s.
                run.telemetry(SOURCE, "sent", second < 28 ? 10.0 * second : second, "count", true);
            }
        });
        return run.judged();
    }

    private static HostResult.Series series(SourceResult source, String name) {
        return source.sampled().stretches().getFirst().series().stream()
                .filter(one -> one.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void sourceFiguresExcludeGrowthAcrossARestart() {
        SourceResult source = judged(second -> true).sources().getFirst();

        assertThat(source.kind()).isEqualTo("prometheus");
        assertThat(source.sampled().intervalSeconds()).isEqualTo(4.0);
        assertThat(source.sampled().holes()).isEmpty();
        assertThat(series(source, "load")).isEqualTo(new HostResult.Series("load", "value", 10, 1.8, 9, 9));
        assertThat(series(source, "sent").count())
                .as("the growth across the restart is not known")
                .isEqualTo(9);
        assertThat(series(source, "sent").max()).isEqualTo(10);
        assertThat(source.sampled().stretches().getFirst().series())
                .as("without samples of the SUT's processes, which agents take, and without events")
                .extracting(HostResult.Series::name)
                .containsExactly("load", "sent");
    }

    @Test
    void gapInTelemetryIsNotedAndExcludedFromMeans() {
        Judgement judgement = judged(second -> second < 12 || second > 24);
        SourceResult source = judgement.sources().getFirst();

        assertThat(source.sampled().holes()).isEqualTo(List.of(new HostResult.Hole(8, 28)));
        assertThat(series(source, "load")).isEqualTo(new HostResult.Series("load", "value", 5, 1, 1, 1));
        assertThat(judgement.notes())
                .extracting(Judgement.Note::scope, Judgement.Note::message)
                .contains(
                        tuple(
                                SOURCE,
                                "Telemetry of this source, from its first sample at 0.0 s to its last at 40.0 s of the run, has no"
                                        + " sample in the steady state from 8.0 to 28.0 s; its figures describe the rest of the time."));
    }

    @Test
    void sourceThatNeverAnsweredIsNoted() {
        Judgement silent = judged(second -> false);

        assertThat(silent.sources().getFirst().sampled().firstSampleSeconds()).isNull();
        assertThat(silent.notes()).contains(new Judgement.Note(SOURCE, "No telemetry of this source has arrived."));
    }
}
