// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.oath;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.Pacing;
import org.plateaubench.engine.judge.audit.Rule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.spi.OperationCall;

/** Honest runs in virtual time: every audit tests something, and none raises an alarm (measurement rules M16 to M22). */
final class HonestRunsTest {
    private static final int SEEDS = 2;

    @TempDir
    Path folder;

    /** One operation in fifty fails and one in twenty is refused: that is the SUT's business. */
    private static final class MoodySut extends TimedSut {
        MoodySut(OathRun run) {
            super(run.clock);
        }

        @Override
        Outcome outcome(OperationCall call) {
            int drawn = (int) Math.floorMod(call.draws().key(), 100L);
            if (drawn < 5) {
                return Outcome.declined("sold-out");
            }
            return switch (drawn) {
                case 5 -> Outcome.error("refused", "");
                case 6 -> Outcome.connectionLost("reset", "");
                default -> Outcome.ok();
            };
        }
    }

    @Test
    void closedLoadOnThreads() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            OathRun run = new OathRun(folder.resolve("threads" + seed));
            run.asked.seed = seed;
            if (seed % 2 == 1) {
                run.asked.pacing = Pacing.think(Distribution.Exponential.ofMean(java.time.Duration.ofMillis(100)));
            }
            Judgement judgement = run.honest().play(new MoodySut(run));
            assertThat(Audits.violated(judgement)).as("seed " + seed).isEmpty();
            Audits.assertOk(
                    judgement,
                    Rule.DISPATCH_LAG,
                    Rule.COMPLETION_LAG,
                    Rule.AGENT_CPU,
                    Rule.PROCESSOR_WAIT,
                    Rule.THROTTLED,
                    Rule.LONGEST_STALL,
                    Rule.MISSING_INTERVALS,
                    Rule.CLOCK_STEP,
                    Rule.MIX,
                    Rule.PERFORMED,
                    Rule.PACING,
                    Rule.DRAWS,
                    Rule.IN_FLIGHT,
                    Rule.USER_TIME,
                    Rule.OUTAGE,
                    Rule.RECONCILIATION);
        }
    }

    @Test
    void closedLoadOnEventLoopsWithPipelines() throws Exception {
        OathRun run = new OathRun(folder.resolve("loops"));
        run.asked.load = new Load.Closed(4, 3);
        run.asked.execution = Execution.EVENT_LOOP;
        Judgement judgement = run.honest().play(new MoodySut(run));
        assertThat(Audits.violated(judgement)).isEmpty();
        Audits.assertOk(
                judgement,
                Rule.COMPLETION_LAG,
                Rule.WAKE_UP_LAG,
                Rule.MIX,
                Rule.PERFORMED,
                Rule.PACING,
                Rule.DRAWS,
                Rule.IN_FLIGHT,
                Rule.USER_TIME);
    }

    @Test
    void openLoad() throws Exception {
        for (Load.Arrival arrival : Load.Arrival.values()) {
            OathRun run = new OathRun(folder.resolve(arrival.name()));
            run.asked.load = new Load.Open(60, arrival, 12, 1, 4, 300);
            Judgement judgement = run.honest().play(new MoodySut(run));
            assertThat(Audits.violated(judgement)).as(arrival.name()).isEmpty();
            Audits.assertOk(judgement, Rule.MIX, Rule.PERFORMED, Rule.ARRIVALS, Rule.IN_FLIGHT, Rule.OUTAGE);
        }
    }

    /** A minute is too short to tell a drift from slow noise. */
    @Test
    void fiveMinutesAreSteady() throws Exception {
        OathRun run = new OathRun(folder.resolve("steady"));
        run.asked.phases = new org.plateaubench.api.PhaseTimes(
                java.time.Duration.ofSeconds(1),
                java.time.Duration.ofSeconds(300),
                java.time.Duration.ofSeconds(1),
                java.time.Duration.ofSeconds(2));
        run.asked.pacing = Pacing.cycle(Distribution.Exponential.ofMean(java.time.Duration.ofMillis(300)));
        Judgement judgement = run.honest().play(new MoodySut(run));
        assertThat(Audits.violated(judgement)).isEmpty();
        Audits.assertOk(judgement, Rule.OUTAGE, Rule.STEADINESS);
    }
}
