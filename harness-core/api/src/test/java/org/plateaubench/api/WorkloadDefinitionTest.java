// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Defaults and required values of the builder. */
final class WorkloadDefinitionTest {
    private static final OperationDefinition GET = OperationDefinition.of("get", "Reads.");
    private static final OperationDefinition PUT =
            OperationDefinition.of("put", "Writes.").withTimeout(Duration.ofSeconds(2));
    private static final Pacing PACING = Pacing.think(new Distribution.Fixed(Duration.ZERO));
    private static final MetricDefinition METRIC =
            new MetricDefinition("rate", "/s", MetricDefinition.ALL_OPERATIONS, 1);

    @Test
    void operationsAreEquallyWeightedUnitsByDefault() {
        WorkloadDefinition built = complete().build();

        assertThat(built)
                .isEqualTo(new WorkloadDefinition(
                        List.of(GET, PUT),
                        List.of(UnitDefinition.of("get"), UnitDefinition.of("put")),
                        new Mix.Flat(Map.of("get", 1.0, "put", 1.0)),
                        PACING,
                        METRIC,
                        List.of(),
                        List.of(Execution.PLATFORM),
                        List.of(),
                        null));
        assertThat(built.operations().getLast().timeout()).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void answersAreVerifiedByBoundedChecks() {
        CheckDefinition share = CheckDefinition.percent(
                "share",
                "Share.",
                List.of(CheckDefinition.Term.completed("get")),
                List.of(CheckDefinition.Term.completed("*")));
        WorkloadDefinition.Builder built =
                complete().operations(GET.verifying(Answers.read().check("share")), PUT.nothingToVerify());
        assertThatThrownBy(built.checks(List.of(share))::build).hasMessage("unknown bounded check share");
        assertThat(built.checks(List.of(share.atLeast(40))).build().operations())
                .extracting(operation -> operation.answers().areVerified())
                .containsExactly(true, true);
        assertThat(GET.answers().areVerified()).isFalse();
    }

    @Test
    void backlogBoundIsPositiveAndOnlyForClosedLoad() {
        for (double bound : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            String problem = "backlogPerUser must be above 0, found " + bound;
            assertThatThrownBy(() -> complete().backlogPerUser(bound).build()).hasMessage(problem);
        }
        Load closed = new Load.Closed(1, 1, List.of(), 1.5);
        assertThat(closed.backlogPerUser()).isEqualTo(1.5);
        assertThat(new Load.Closed(1, 1).backlogPerUser()).isNull();
        assertThat(new Load.Open(1, Load.Arrival.POISSON, 1, 1, 1, 1).backlogPerUser())
                .isNull();
    }

    private static WorkloadDefinition.Builder complete() {
        return WorkloadDefinition.builder()
                .operations(GET, PUT)
                .pacing(PACING)
                .metric(METRIC)
                .executions(Execution.PLATFORM);
    }
}
