// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Mix;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.judge.audit.AuditOrRule;
import org.plateaubench.engine.judge.result.Judgement;
import org.plateaubench.engine.judge.result.Reason.Severity;
import org.plateaubench.engine.judge.result.Verdict;

/** A SUT that is slow in a part of a minute fails the run, also in class dev (measurement rule M21). */
final class SlowPartTest {
    @TempDir
    Path folder;

    private ReferenceRun run(Load load) {
        ReferenceRun run = new ReferenceRun(folder.resolve("run"));
        run.planned.runClass = RunClass.DEV;
        run.planned.units = List.of(UnitDefinition.of("read"), UnitDefinition.of("write"));
        run.planned.mix = new Mix.Flat(Map.of("read", 10.0, "write", 1.0));
        run.planned.pacing = Pacing.think(new Distribution.Fixed(Duration.ZERO));
        run.planned.load = load;
        return run.driveAsPlanned();
    }

    /** A SUT that is slower for some seconds, for all operations or for one. */
    private static TimedSut slow(ReferenceRun run, int fromSecond, int toSecond, int times, boolean onlyOneOperation) {
        return new TimedSut(run.clock) {
            @Override
            long serviceNanos(int user, int operation) {
                long second = clock.nanoTime() / ReferenceRun.SECOND;
                boolean isSlow = second >= fromSecond && second < toSecond && (!onlyOneOperation || operation == 1);
                return (isSlow ? times : 1) * super.serviceNanos(user, operation);
            }
        };
    }

    private static void assertFails(Judgement judgement, String words) {
        assertThat(judgement.verdict()).as("%s", judgement.reasons()).isEqualTo(Verdict.FAIL);
        assertThat(judgement.reasons())
                .as("%s", judgement.reasons())
                .anyMatch(reason -> reason.rule() == AuditOrRule.STEADINESS
                        && reason.severity() == Severity.FAIL
                        && reason.message().contains(words));
    }

    /** At the beginning, in the middle and at the end; the steady state begins after a second. */
    @ParameterizedTest
    @ValueSource(ints = {1, 21, 41})
    void quarterOfTheRateForTwentySecondsFailsTheRun(int from) throws Exception {
        ReferenceRun run = run(new Load.Closed(8, 1));
        assertFails(run.carryOut(slow(run, from, from + 20, 4, false)), "the rate");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 21, 41})
    void sixfoldResponseTimesForTwentySecondsFailTheRun(int from) throws Exception {
        ReferenceRun run = run(new Load.Open(60, Load.Arrival.POISSON, 30, 1, 4, 500));
        assertFails(run.carryOut(slow(run, from, from + 20, 6, false)), "the 95th percentile");
    }

    /** Twelve users sustain 100 arrivals a second at 10 ms, and not at 200. */
    @Test
    void twentySecondQueueFailsTheRun() throws Exception {
        ReferenceRun run = run(new Load.Open(100, Load.Arrival.REGULAR, 12, 1, 4, 2_000));
        assertFails(run.carryOut(slow(run, 31, 51, 20, false)), "the 95th percentile");
    }

    /** The operation is too rare to change the percentile of all operations. */
    @Test
    void slowRareOperationFailsTheRun() throws Exception {
        ReferenceRun run = run(new Load.Open(400, Load.Arrival.POISSON, 60, 1, 4, 500));
        run.planned.mix = new Mix.Flat(Map.of("read", 30.0, "write", 1.0));
        run.driveAsPlanned();
        assertFails(run.carryOut(slow(run, 41, 61, 8, true)), "of write");
    }
}
