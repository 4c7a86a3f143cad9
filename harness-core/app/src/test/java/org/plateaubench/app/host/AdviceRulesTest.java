// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.host.Advice.State;
import org.plateaubench.app.host.HostReport.AdviceRules;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.measure.host.Calibration;
import org.plateaubench.measure.host.Calibration.ClockCost;
import org.plateaubench.measure.host.Calibration.ParkError;
import org.plateaubench.measure.host.BusyProcesses;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostFacts;

final class AdviceRulesTest {
    private static final long MILLI = 1_000_000;
    private static final HostFacts.Cpu GOOD_CPU = new HostFacts.Cpu(
            4, "performance", 3_000L, 3_000L, false, "tsc", "tsc hpet", Double.POSITIVE_INFINITY, 0.0);
    private static final HostFacts.Memory GOOD_MEMORY = new HostFacts.Memory(1L << 33, 0L, 0L, 60L, "madvise");
    private static final HostFacts.Limits GOOD_LIMITS =
            new HostFacts.Limits(65_536L, 96_000L, 4_194_304L, 190_000L, Long.MAX_VALUE);
    private static final HostFacts.Network GOOD_NETWORK = new HostFacts.Network(32_768L, 60_999L, 4_096L);
    private static final HostCpuMeter.Shares ALONE = new HostCpuMeter.Shares(0.01, 0);

    @Test
    void aGoodHostIsToldToChangeNothing() {
        HostObservations observed =
                observations(facts(GOOD_CPU, GOOD_MEMORY, GOOD_LIMITS, GOOD_NETWORK), 25, true, ALONE);
        assertThat(AdviceRules.of(observed))
                .hasSize(11)
                .allSatisfy(
                        advice -> assertThat(advice.state()).as(advice.topic()).isEqualTo(State.OK));
    }

    @Test
    void aBadHostIsToldWhatWasFoundWhyItMattersAndWhatToType() {
        HostFacts.Cpu cpu = new HostFacts.Cpu(1, "powersave", 800L, 3_000L, true, "hpet", "hpet tsc", 1.5, 0.08);
        HostFacts.Memory memory = new HostFacts.Memory(1L << 33, 8L << 20, 2L << 20, 60L, "always");
        HostFacts.Limits limits = new HostFacts.Limits(1_024L, 96_000L, 4_194_304L, 190_000L, 512L);
        HostFacts.Network network = new HostFacts.Network(50_000L, 60_999L, 128L);
        HostFacts facts = new HostFacts(cpu, memory, limits, network, "QEMU", true, 3.0);
        List<Advice> all = AdviceRules.of(observations(facts, 900, false, new HostCpuMeter.Shares(0.4, 0.01)));
        assertThat(all).noneMatch(advice -> advice.state() == State.OK || advice.state() == State.UNKNOWN);
        assertThat(all)
                .allSatisfy(
                        advice -> assertThat(advice.why()).as(advice.topic()).isNotEmpty());
        assertThat(of(all, "Cores").found()).contains("1 core.");
        assertThat(of(all, "Timer slack").found()).contains("50 us");
        assertThat(of(all, "Clock source").command()).contains("echo tsc | sudo tee");
        assertThat(of(all, "CPU governor").command()).contains("echo performance | sudo tee");
        assertThat(of(all, "Other programs").found()).contains("40.0%").contains("backup (process 812, 0.8 cores)");
        assertThat(of(all, "Other programs").command()).contains("-p 812");
        assertThat(of(all, "Steal").found()).contains("8.0% since");
        assertThat(of(all, "CPU quota").found()).contains("1.50 cores");
        assertThat(of(all, "Swap").found()).contains("2 of 8 MB");
        assertThat(of(all, "Open files").found()).contains("At most 1024, enough for 768 users");
        assertThat(of(all, "Threads").found()).contains("At most 512");
        assertThat(of(all, "Ports").found()).contains("11000 ports");
    }

    @Test
    void asDataTheReportSaysTheSame() throws IOException {
        HostFacts.Cpu powersave =
                new HostFacts.Cpu(4, "powersave", null, null, null, "tsc", "tsc hpet", Double.POSITIVE_INFINITY, 0.0);
        HostObservations observed =
                observations(facts(powersave, GOOD_MEMORY, GOOD_LIMITS, GOOD_NETWORK), 25, true, ALONE);
        String text = Documents.text(HostReport.of(observed).document());
        try (InputStream expected = AdviceRulesTest.class.getResourceAsStream("report.json")) {
            assertThat(text).isEqualTo(new String(requireNonNull(expected).readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    // The check does not see in the class file that the type of the component, a nested one, is nullable.
    @SuppressWarnings("NullAway")
    @Test
    void aHostThatTellsNothingGetsNoAdviceItCannotUse() {
        HostFacts facts = new HostFacts(
                new HostFacts.Cpu(4, null, null, null, null, null, null, null, null),
                new HostFacts.Memory(null, null, null, null, null),
                new HostFacts.Limits(null, null, null, null, null),
                new HostFacts.Network(null, null, null),
                null,
                null,
                null);
        HostObservations observed =
                new HostObservations(facts, calibration(25, MILLI / 10, MILLI), false, null, List.of(), false);
        List<Advice> all = AdviceRules.of(observed);
        assertThat(all).extracting(Advice::state).containsOnly(State.OK, State.UNKNOWN);
        assertThat(HostReport.of(observed).expectation().sentences()).hasSize(2);
    }

    @Test
    void lagAndStallsDecideOnTheClassThatAHostIsFitFor() {
        assertThat(expectation(MILLI, 50 * MILLI).fit().fitForStandard()).isTrue();
        assertThat(expectation(MILLI + 1, 50 * MILLI).fit().fitForStandard()).isFalse();
        assertThat(expectation(MILLI, 51 * MILLI).fit().fitForStandard()).isFalse();
        assertThat(expectation(20 * MILLI, 51 * MILLI).fit().fitForDev()).isTrue();
        assertThat(expectation(21 * MILLI, MILLI).sentences().getFirst()).startsWith("Not fit for measurements");
    }

    @Test
    void rateAndUsersFollowFromCpuAndLimits() {
        Expectation.Fit expectation = expectation(MILLI, MILLI).fit();
        // Three of four cores, 15 us for a wait and 15 us for the harness.
        assertThat(expectation.operationsPerSecond()).isEqualTo(100_000);
        // 10 us for one side of an exchange and 8 us for the harness.
        assertThat(expectation.loopOperationsPerSecond()).isEqualTo(160_000);
        assertThat(expectation.users()).isEqualTo(28_000);
        assertThat(expectation.threadUsers()).isEqualTo(256);
    }

    private static Expectation expectation(long lateNanos, long stallNanos) {
        return Expectation.of(
                facts(GOOD_CPU, GOOD_MEMORY, GOOD_LIMITS, GOOD_NETWORK), calibration(25, lateNanos, stallNanos));
    }

    private static Advice of(List<Advice> all, String topic) {
        return all.stream()
                .filter(advice -> advice.topic().equals(topic))
                .findFirst()
                .orElseThrow();
    }

    private static HostFacts facts(
            HostFacts.Cpu cpu, HostFacts.Memory memory, HostFacts.Limits limits, HostFacts.Network network) {
        return new HostFacts(cpu, memory, limits, network, "", false, 0.2);
    }

    // The check does not see in the class file that the type of the component, a nested one, is nullable.
    @SuppressWarnings("NullAway")
    private static HostObservations observations(
            HostFacts facts, double readNanos, boolean slackReduced, HostCpuMeter.@Nullable Shares cpu) {
        return new HostObservations(
                facts,
                calibration(readNanos, MILLI / 10, MILLI),
                slackReduced,
                cpu,
                List.of(new BusyProcesses.Busy(812, "backup", 0.8)),
                true);
    }

    private static Calibration calibration(double readNanos, long lateNanos, long stallNanos) {
        ParkError late = new ParkError(1_000, 0, 0, lateNanos, lateNanos, 15_000);
        return new Calibration(new ClockCost(readNanos, 1), late, late, stallNanos, 1_000 * MILLI, 20_000, 4);
    }
}
