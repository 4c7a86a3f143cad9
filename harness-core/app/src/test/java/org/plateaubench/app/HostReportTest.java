// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.HostReport.Advice;
import org.plateaubench.app.HostReport.Advice.State;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.Calibration.ClockCost;
import org.plateaubench.measure.host.Calibration.ParkError;
import org.plateaubench.measure.host.HostFacts;

final class HostReportTest {
    private static final long MILLI = 1_000_000;

    @Test
    void goodHostNeedsNoChange() {
        assertThat(HostReport.of(calibration(MILLI, MILLI), facts("performance", 0.0, 0L, 65_536L), true)
                        .advice())
                .hasSize(5)
                .extracting(Advice::state)
                .containsOnly(State.OK);
    }

    @Test
    void badHostGetsFindingsReasonsAndCommands() {
        HostReport report = HostReport.of(calibration(MILLI, MILLI), facts("powersave", 0.08, 2L << 20, 1_024L), false);
        assertThat(report.advice()).allSatisfy(advice -> {
            assertThat(advice.state()).isEqualTo(State.CHANGE);
            assertThat(advice.why()).isNotEmpty();
            assertThat(advice.command()).isNotEmpty();
        });
        assertThat(report.advice())
                .extracting(Advice::found)
                .anyMatch(found -> found.contains("50 us"))
                .anyMatch(found -> found.contains("powersave"))
                .anyMatch(found -> found.contains("8.0%"))
                .anyMatch(found -> found.contains("2 of 8 MB"))
                .anyMatch(found -> found.contains("At most 1024, enough for 768 users"));
    }

    @Test
    void unknownFactsGiveNoAdvice() {
        HostFacts facts = new HostFacts(Map.of());
        assertThat(HostReport.of(calibration(MILLI, MILLI), facts, true).advice())
                .extracting(Advice::state)
                .containsOnly(State.OK, State.UNKNOWN);
    }

    @Test
    void lagAndStallsDetermineRunClass() {
        assertThat(fit(MILLI, 50 * MILLI).fitForStandard()).isTrue();
        assertThat(fit(MILLI + 1, 50 * MILLI).fitForStandard()).isFalse();
        assertThat(fit(MILLI, 51 * MILLI).fitForStandard()).isFalse();
        assertThat(fit(20 * MILLI, 51 * MILLI).fitForDev()).isTrue();
        assertThat(fit(21 * MILLI, MILLI).fitForDev()).isFalse();
    }

    @Test
    void rateIsDerivedFromCpuTime() {
        // Three of four cores, 15 us for a wait and 15 us for the harness.
        assertThat(fit(MILLI, MILLI).operationsPerSecond()).isEqualTo(100_000);
        // 10 us for one side of an exchange and 8 us for the harness.
        assertThat(fit(MILLI, MILLI).loopOperationsPerSecond()).isEqualTo(160_000);
    }

    private static HostReport.Fit fit(long lateNanos, long stallNanos) {
        return HostReport.of(calibration(lateNanos, stallNanos), facts("performance", 0.0, 0L, 65_536L), true)
                .fit();
    }

    private static HostFacts facts(String governor, double steal, long swapUsed, long files) {
        return new HostFacts(Map.of(
                "governor", governor,
                "stealPercentSinceStart", 100 * steal,
                "swapBytes", 8L << 20,
                "swapUsedBytes", swapUsed,
                "openFiles", files));
    }

    private static Calibration calibration(long lateNanos, long stallNanos) {
        ParkError late = new ParkError(1_000, 0, 0, lateNanos, lateNanos, 15_000);
        return new Calibration(new ClockCost(25, 1), late, late, stallNanos, 1_000 * MILLI, 20_000, 4);
    }
}
