// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.QosLimit;
import org.plateaubench.api.WorkloadDefinition;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.planning.Planner;
import org.plateaubench.loader.PluginCatalog;

/** Bounds of a plugin on backlog and series, and their values in a run file. */
final class BacklogAndSeriesPlanTest {
    private static final String MAILS = """
            run: { name: mails }
            phases: { steady: 5m }
            workloads:
              post: { plugin: mails, load: { users: 4 } }
            """;

    /** A workload with cycle pacing, a series and a counter. */
    private static final class Mails extends TestShop.PlannedWorkload<TestShop.None> {
        Mails() {
            super("mails", TestShop.None.class);
        }

        @Override
        public WorkloadDefinition define(TestShop.None parameters) {
            return WorkloadDefinition.builder()
                    .operations(OperationDefinition.of("send", "Sends."))
                    .pacing(Pacing.cycle(Distribution.Exponential.ofMean(Duration.ofSeconds(1))))
                    .metric(new MetricDefinition("mailsPerMinute", "mails/min", "send", 60))
                    .measures(
                            MeasureDefinition.series("delivery", "Time from sending to delivery.")
                                    .withLimits(QosLimit.parse("p95 < 5s"), QosLimit.parse("max < 60s")),
                            MeasureDefinition.counter("sent", "mails", "Mails sent."))
                    .executions(Execution.PLATFORM)
                    .backlogPerUser(1.5)
                    .build();
        }
    }

    private static RunPlan plan(String yaml, String... settings) throws WrongConfiguration {
        PluginCatalog catalog = PluginCatalog.of(TestShop.plugin("mails", List.of(new Mails()), List.of()));
        return new Planner(catalog).plan(TestRuns.read(yaml, settings));
    }

    private static PlannedWorkload workload(String... settings) throws WrongConfiguration {
        return plan(MAILS, settings).workloads().getFirst();
    }

    private static List<String> limits(PlannedWorkload workload) {
        return workload.measures().getFirst().limits().stream()
                .map(QosLimit::toString)
                .toList();
    }

    @Test
    void backlogBoundIsPlannedForCyclePacing() throws WrongConfiguration {
        RunPlan plan = plan(MAILS);
        assertThat(plan.workloads().getFirst().load()).isEqualTo(new Load.Closed(4, 1, List.of(), 1.5));
        assertThat(RunPlan.fromTree(plan.toTree())).isEqualTo(plan);
    }

    @Test
    void backlogIsUnboundedForThinkTimeAndRebase() throws WrongConfiguration {
        Load unbounded = new Load.Closed(4, 1);
        assertThat(workload("workloads.post.load.think=1s").load()).isEqualTo(unbounded);
        assertThat(workload("workloads.post.load.onLate=rebase").load()).isEqualTo(unbounded);
    }

    @Test
    void runFileOverridesLimitsOfASeries() throws WrongConfiguration {
        assertThat(limits(workload())).containsExactly("max < 60000ms", "p95 < 5000ms");
        assertThat(limits(workload("workloads.post.qos.delivery=[\"p95 < 2s\", \"errors < 1%\"]")))
                .containsExactly("errors < 1%", "max < 60000ms", "p95 < 2000ms");
    }

    @Test
    void wildcardLimitDoesNotApplyToASeries() throws WrongConfiguration {
        assertThat(limits(workload("workloads.post.qos.*=[\"p95 < 1ms\"]")))
                .containsExactly("max < 60000ms", "p95 < 5000ms");
    }

    @Test
    void relaxedLimitOfASeriesIsAClassReason() throws WrongConfiguration {
        assertThat(plan(MAILS, "workloads.post.qos.delivery=[\"p95 < 20s\"]").classReasons())
                .contains("workload post: the limit 'p95 < 5000ms' of delivery is relaxed");
        assertThat(plan(MAILS, "workloads.post.qos.delivery=[\"p95 < 2s\"]").classReasons())
                .noneMatch(reason -> reason.contains("delivery"));
    }

    @Test
    void limitOnACounterIsRefused() {
        assertThatThrownBy(() -> plan(MAILS, "workloads.post.qos.sent=[\"p95 < 1s\"]"))
                .isInstanceOf(WrongConfiguration.class)
                .hasMessageContaining("unknown operation 'sent'");
    }
}
