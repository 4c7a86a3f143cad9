// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.judge.audit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Standstills in steps whose load goes up and down by plan (measurement rule M21). */
final class VaryingOutageTest {
    private static final int RUNS = 60;

    /** Seconds that are empty because of the plan or of slow operations are not a standstill. */
    @ParameterizedTest
    @EnumSource
    void m21CleanRunsHaveNoOutage(VaryingRun.Schedule schedule) {
        for (VaryingRun.Sut sut : VaryingRun.Sut.values()) {
            for (double perLevel : new double[] {0.3, 3, 60}) {
                for (int seed = 0; seed < RUNS; seed++) {
                    assertThat(new VaryingRun(schedule, sut, perLevel, seed).outage(0, 0))
                            .as("%s, %s, %s, seed %d", schedule, sut, perLevel, seed)
                            .isNull();
                }
            }
        }
    }

    /** The hang is detected at every position where it costs at least a fifth more than the smallest reported loss. */
    @ParameterizedTest
    @EnumSource
    void m21HangUnderHighLoadIsDetected(VaryingRun.Schedule schedule) {
        for (VaryingRun.Sut sut : VaryingRun.Sut.values()) {
            int hangs = 0;
            for (int seed = 0; seed < RUNS; seed++) {
                VaryingRun run = new VaryingRun(schedule, sut, 60, seed);
                int from = 30 + 3 * seed;
                int to = from + (sut == VaryingRun.Sut.SLOW ? 60 : 20);
                if (run.knownLoss(from, to) > 1.2 * run.leastLoss()) {
                    assertThat(run.outage(from, to))
                            .as("%s, %s, seed %d", schedule, sut, seed)
                            .isNotNull()
                            .satisfies(found -> assertThat(found.fromSeconds()).isLessThanOrEqualTo(from))
                            .satisfies(found -> assertThat(found.toSeconds()).isGreaterThanOrEqualTo(to));
                    hangs++;
                }
            }
            assertThat(hangs).as("%s, %s", schedule, sut).isGreaterThan(RUNS / 4);
        }
    }
}
