// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Declarations of a plugin are checked when they are made. */
final class UnitsAndMixesTest {

    @Test
    void expectedOperationCountsFollowFromSteps() {
        UnitDefinition order = new UnitDefinition(
                "order",
                List.of(
                        UnitDefinition.Step.oneOf(Map.of("login", 80.0, "newCustomer", 20.0)),
                        UnitDefinition.Step.repeated(Map.of("browse", 2.0, "search", 1.0), 1, 5),
                        UnitDefinition.Step.once("purchase")));

        assertThat(order.expectedTimes("login")).isCloseTo(0.8, within(1e-12));
        assertThat(order.expectedTimes("browse")).isCloseTo(2.0, within(1e-12));
        assertThat(order.expectedTimes("purchase")).isCloseTo(1.0, within(1e-12));
        assertThat(order.expectedTimes("other")).isZero();
        assertThat(order.isSingleOperation()).isFalse();
        assertThat(UnitDefinition.of("ping").isSingleOperation()).isTrue();
    }

    @Test
    void invalidWeightsRowsAndRepetitionsAreRefused() {
        assertThatThrownBy(() -> new Mix.Flat(Map.of("a", 0.0))).hasMessageContaining("above 0");
        assertThatThrownBy(() -> new Mix.Flat(Map.of())).hasMessageContaining("at least one");
        assertThatThrownBy(() -> new Mix.Matrix(List.of("a", "b"), List.of(List.of(1.0, 1.0))))
                .hasMessageContaining("one row per unit");
        assertThatThrownBy(() -> new Mix.Matrix(List.of("a"), List.of(List.of(0.0))))
                .hasMessageContaining("row of a");
        assertThatThrownBy(() -> new Mix.Sequence(List.of())).hasMessageContaining("at least one");
        assertThatThrownBy(() -> UnitDefinition.Step.repeated(Map.of("a", 1.0), 3, 2))
                .hasMessageContaining("found 3..2");
        assertThatThrownBy(() -> new UnitDefinition("1order", List.of(UnitDefinition.Step.once("a"))))
                .hasMessageContaining("lowercase letter");
    }

    @Test
    void undeclaredNamesInDefinitionAreRefused() {
        OperationDefinition ping = OperationDefinition.of("ping", "There and back.");
        assertThatThrownBy(() -> define(List.of(ping), List.of(UnitDefinition.of("pong")), "pong"))
                .hasMessageContaining("unknown operation pong");
        assertThatThrownBy(() -> define(List.of(ping, ping), List.of(UnitDefinition.of("ping")), "ping"))
                .hasMessageContaining("given twice");
        OperationDefinition reserved = OperationDefinition.of(WorkloadDefinition.HARNESS_LINE, "Not ours.");
        assertThatThrownBy(() -> define(
                        List.of(reserved),
                        List.of(UnitDefinition.of(WorkloadDefinition.HARNESS_LINE)),
                        WorkloadDefinition.HARNESS_LINE))
                .hasMessageContaining("harness itself");
    }

    @Test
    void metricCountsDeclaredLineOrAllOperations() {
        assertThat(metricOf(MetricDefinition.ALL_OPERATIONS).metric().line()).isEqualTo("*");
        assertThat(metricOf("ping").metric().line()).isEqualTo("ping");
        assertThatThrownBy(() -> metricOf("pong")).hasMessageContaining("unknown line pong");
    }

    private static WorkloadDefinition metricOf(String line) {
        return ping().metric(new MetricDefinition("rate", "/s", line, 1)).build();
    }

    private static WorkloadDefinition.Builder ping() {
        return WorkloadDefinition.builder()
                .operations(OperationDefinition.of("ping", "There."))
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ZERO)))
                .metric(new MetricDefinition("rate", "/s", "ping", 1))
                .executions(Execution.PLATFORM);
    }

    @Test
    void checkCountsOnlyDeclaredLines() {
        CheckDefinition rate = CheckDefinition.ratio(
                "usersPerRate",
                "",
                "s",
                List.of(CheckDefinition.Term.userSeconds()),
                List.of(CheckDefinition.Term.completed("*")));
        assertThat(withChecks(rate).checks()).containsExactly(rate);
        assertThat(rate.isBounded()).isFalse();
        assertThat(rate.atMost(5.25).holds(5.25)).isTrue();
        assertThat(rate.atLeast(1).atMost(2).holds(0.9)).isFalse();
        assertThatThrownBy(() -> withChecks(rate, rate)).hasMessageContaining("given twice");
        CheckDefinition images =
                CheckDefinition.total("images", "", "", List.of(CheckDefinition.Term.counter("images")));
        assertThatThrownBy(() -> withChecks(images)).hasMessageContaining("unknown counter images");
        CheckDefinition pongs = CheckDefinition.percent(
                "pongs",
                "",
                List.of(CheckDefinition.Term.completed("pong")),
                List.of(CheckDefinition.Term.completed("ping")));
        assertThatThrownBy(() -> withChecks(pongs)).hasMessageContaining("unknown line pong");
        CheckDefinition named = CheckDefinition.total(
                "seconds", "", "", List.of(new CheckDefinition.Term(CheckDefinition.Source.SECONDS, "x")));
        assertThatThrownBy(() -> withChecks(named)).hasMessageContaining("unknown line x");
    }

    private static WorkloadDefinition withChecks(CheckDefinition... checks) {
        return ping().checks(List.of(checks)).build();
    }

    @Test
    void unitUsesOwnGapOrPacingOfWorkload() {
        Distribution own = new Distribution.Fixed(Duration.ofSeconds(3));
        WorkloadDefinition ping =
                define(List.of(OperationDefinition.of("ping", "There.")), List.of(UnitDefinition.of("ping")), "ping");
        assertThat(ping.pacing(UnitDefinition.of("ping"))).isEqualTo(ping.pacing());
        assertThat(ping.pacing(UnitDefinition.of("ping").withGap(own))).isEqualTo(Pacing.think(own));
    }

    @Test
    void phaseBoundaryBelongsToNextPhase() {
        PhaseTimes phases =
                new PhaseTimes(Duration.ofNanos(10), Duration.ofNanos(20), Duration.ofNanos(5), Duration.ofNanos(3));
        assertThat(phases.phaseAt(-1)).isEqualTo(Phase.RAMP_UP);
        assertThat(phases.phaseAt(9)).isEqualTo(Phase.RAMP_UP);
        assertThat(phases.phaseAt(10)).isEqualTo(Phase.STEADY);
        assertThat(phases.phaseAt(29)).isEqualTo(Phase.STEADY);
        assertThat(phases.phaseAt(30)).isEqualTo(Phase.RAMP_DOWN);
        assertThat(phases.phaseAt(35)).isEqualTo(Phase.DRAIN);
        assertThat(phases.drainEndNanos()).isEqualTo(38);
    }

    private static WorkloadDefinition define(
            List<OperationDefinition> operations, List<UnitDefinition> units, String only) {
        return WorkloadDefinition.builder()
                .operations(operations)
                .units(units)
                .mix(Mix.Flat.only(only))
                .pacing(Pacing.think(new Distribution.Fixed(Duration.ZERO)))
                .metric(new MetricDefinition("rate", "/s", only, 1))
                .executions(Execution.PLATFORM)
                .build();
    }
}
