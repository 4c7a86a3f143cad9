// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.plateaubench.engine.judge.MadeRun.MILLI;
import static org.plateaubench.engine.judge.MadeRun.SECOND;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.engine.judge.MadePlan;
import org.plateaubench.engine.judge.MadeRun;
import org.plateaubench.engine.plan.RunPlan;

/** Totals of a run, and the examples of their buckets. */
final class RunTotalsTest {
    @TempDir
    Path folder;

    /** The interval from 2 to 3 s has the end of one operation of ramp-up and one of the steady state, which is faster. */
    @Test
    void theExampleOfAnIntervalIsTheSlowestOfAllItsWindows() {
        MadePlan made = new MadePlan();
        made.rampUp = Duration.ofSeconds(2);
        made.steady = Duration.ofSeconds(3);
        made.rampDown = Duration.ofSeconds(1);
        RunPlan plan = made.simple().build();
        MadeRun run = new MadeRun(folder, plan);
        run.drive(start -> {
            if (start == 2 * SECOND) {
                run.ok("1/cache", "read", start - SECOND / 2, 600 * MILLI, 0);
                run.ok("1/cache", "read", start, 550 * MILLI, 0);
                run.ok("1/cache", "read", start, MILLI, 0);
            }
            if (start == 3 * SECOND) {
                run.ok("1/cache", "read", start, 5 * MILLI, 0);
            }
        });
        run.end("completed");

        RunTotals totals = new RunTotals(plan);
        run.read().intervals().forEach(totals::interval);

        RunTotals.LineTotals read = totals.workloads().getFirst().lines().stream()
                .filter(line -> line.name().equals("read"))
                .findFirst()
                .orElseThrow();
        assertThat(read.times().slowest().values())
                .extracting(RunTotals.Slowest::sequence, RunTotals.Slowest::valueNanos)
                .containsExactly(tuple(3L, 5 * MILLI), tuple(2L, 600 * MILLI));
    }
}
