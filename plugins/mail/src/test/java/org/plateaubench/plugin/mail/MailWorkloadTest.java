// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.plugin.mail.model.MailMeasure;
import org.plateaubench.plugin.mail.model.MailOperation;
import org.plateaubench.plugin.mail.model.MailParameters.Mode;

class MailWorkloadTest {
    private final MailWorkload workload = new MailWorkload();

    private static List<String> limits(WorkloadDefinition definition, MailOperation operation) {
        return definition.operations().get(List.of(MailOperation.values()).indexOf(operation)).limits().stream()
                .map(QosLimit::toString)
                .toList();
    }

    @Test
    void operationsHaveLatencyLimits() {
        WorkloadDefinition definition = workload.define(TestParameters.defaults());
        for (MailOperation operation : MailOperation.values()) {
            String bound = switch (operation) {
                case SEARCH_BODY -> "2000";
                case RELOGON -> "1000";
                default -> "500";
            };
            assertThat(limits(definition, operation)).startsWith("p95 < " + bound + "ms", "errors < 1%");
        }
    }

    /** Without a limit, a server that shows no messages would be the fastest. */
    @Test
    void declinedOperationsAreLimited() {
        WorkloadDefinition definition = workload.define(TestParameters.defaults());
        for (MailOperation operation : List.of(
                MailOperation.READ,
                MailOperation.DELETE,
                MailOperation.MOVE,
                MailOperation.FLAG,
                MailOperation.CALENDAR_REPLY)) {
            assertThat(limits(definition, operation)).last().isEqualTo("declined < 1%");
        }
        assertThat(limits(definition, MailOperation.SEND)).hasSize(2);
    }

    @Test
    void deliveryTimesAndBacklogAreLimited() {
        WorkloadDefinition definition = workload.define(TestParameters.defaults());
        MeasureDefinition delivery = definition.measures().stream()
                .filter(measure -> measure.name().equals(MailMeasure.DELIVERY))
                .findFirst()
                .orElseThrow();
        assertThat(delivery.limits()).extracting(QosLimit::toString).containsExactly("p95 < 5000ms", "max < 60000ms");
        assertThat(definition.backlogPerUser()).isEqualTo(1.5);
        assertThat(definition.metric().perSeconds()).isEqualTo(60);
    }

    /** Stress mode has no schedule, so nothing can be late. */
    @Test
    void stressHasNoScheduleAndNoBacklog() {
        WorkloadDefinition definition =
                workload.define(new TestParameters().with(Mode.STRESS).build());
        assertThat(definition.pacing().kind()).isEqualTo(Pacing.Kind.THINK);
        assertThat(definition.pacing().gap().meanNanos()).isZero();
        assertThat(definition.backlogPerUser()).isNull();
        assertThat(definition.checks()).noneMatch(check -> check.name().equals("achieved"));
    }
}
