// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.CheckDefinition;
import org.plateaubench.api.CheckDefinition.Term;
import org.plateaubench.api.Load;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.api.MetricDefinition;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.GoldenFile;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.PlannedMeter;
import org.plateaubench.engine.document.Documents;
import org.plateaubench.engine.plan.PlannedWorkload.SteadyPart;
import org.plateaubench.engine.plan.RunPlan.SampledProcesses;
import org.plateaubench.engine.plan.planning.Planner;

final class RunPlanTest {
    @Test
    void sameFileAndSeedGiveTheSameId() throws WrongConfiguration {
        assertThat(TestRuns.plan(TestRuns.GOOD).id())
                .isEqualTo(TestRuns.plan(TestRuns.GOOD).id())
                .isEqualTo(TestRuns.plan("# a comment\n" + TestRuns.GOOD.replace("5m", "300s"))
                        .id())
                .hasSize(16);
    }

    private static final String TEXT = """
            run: { name: kinds, seed: 7, description: "every \\"kind\\"\\tof ü" }
            phases: { rampUp: 10s, rampDown: 1s }
            tiles: { count: 2, every: 1s }
            periods: { count: 2 }
            suts:
              db: { service: testdb, mode: embedded }
            workloads:
              matrix:
                plugin: shop
                sut: db
                load: { users: 3, cycle: 10ms, onLate: rebase }
                mix: { matrix: { order: { order: 1, browse: 2.5 }, browse: { order: 1 } } }
                qos: { order: ['p99.9 < 1.5s', 'mean < 1us'], '*': 'errors < 0.01%' }
                parameters: { weights: { a: 0.1, b: 1e-9 }, hosts: [x], pause: 3us }
              sequence:
                plugin: shop
                load:
                  think: { uniform: { min: 1us, max: 1h } }
                  schedule: [ { for: 60s, users: 10 }, { for: 60s, users: { from: 10, to: 40 } } ]
                mix: { sequence: [order, browse] }
              flat:
                plugin: shop
                load: { users: 3, think: { exponential: { mean: 1s, max: 9s, shift: 1ns } } }
              open:
                plugin: pings/fast
                load:
                  maxUsers: 50
                  schedule:
                    - { for: 60s, rate: { base: 50/s, peak: 2000/s, every: 10s, for: 500ms } }
                    - { for: 60s, rate: { mean: 300/s, amplitude: 100/s, period: 20s } }
              replay:
                plugin: pings/slow
                load: { maxUsers: 50, schedule: [ { for: 120s, rate: { replay: rates.csv } } ] }
              regular:
                plugin: pings/slow
                load: { rate: 1000/min, maxUsers: 9, arrival: regular }
            """;

    @TempDir
    private Path folder;

    @Test
    void planWithEveryKindOfLoadAndMixMatchesGoldenFile() throws Exception {
        RunPlan plan = plan();
        String golden = GoldenFile.text(RunPlanTest.class, "plan-of-every-kind.json");
        assertThat(plan.canonicalText()).isEqualTo(golden);
        RunPlan read = RunPlan.fromTree(Documents.parse(golden));
        assertThat(read).isEqualTo(plan);
        assertThat(read.id()).isEqualTo(plan.id());
    }

    private RunPlan plan() throws IOException, WrongConfiguration {
        Files.writeString(folder.resolve("rates.csv"), "0, 100\n30.5, 250.5\n40\t0\n");
        Path file = Files.writeString(folder.resolve("run.yaml"), TEXT);
        RunPlan plan = new Planner(TestShop.catalog()).plan(RunFileReader.read(file, List.of()));
        List<PlannedWorkload> workloads = new ArrayList<>(plan.workloads());
        workloads.set(0, withDefinitionsOfThePlugin(workloads.getFirst()));
        return new RunPlan(
                plan.name(),
                plan.description(),
                plan.seed(),
                plan.runClass(),
                plan.classReasons(),
                plan.notes(),
                plan.phases(),
                plan.interval(),
                plan.tiles(),
                plan.stagger(),
                plan.periods(),
                new PlannedScore(
                        "lab", "0".repeat(64), 0.8, 0.2, Map.of("store", 120.5), Map.of("hosts", Map.of("move", 16.0))),
                plan.suts(),
                workloads,
                List.of(new SampledProcesses("db1", List.of("postgres"), List.of("/system.slice/redis.service"))),
                List.of(new PlannedMeter(
                        "rack",
                        "bmc",
                        true,
                        "power",
                        List.of("db1.lab"),
                        "wall",
                        1,
                        2,
                        10,
                        800,
                        Duration.ofSeconds(1))),
                plan.bounds());
    }

    /** Checks, limits of a series and a bound on the backlog, which plugins give. */
    private static PlannedWorkload withDefinitionsOfThePlugin(PlannedWorkload planned) {
        return new PlannedWorkload(
                planned.tile(),
                planned.name(),
                planned.plugin(),
                planned.workload(),
                planned.sut(),
                planned.data(),
                new Load.Closed(3, 1, List.of(), 2.5),
                planned.shares(),
                planned.pacing(),
                planned.mix(),
                planned.operations(),
                planned.units(),
                planned.unitLimits(),
                planned.metric(),
                List.of(
                        MeasureDefinition.gauge("level", "", "A level."),
                        MeasureDefinition.series("delivery", "Mail delivery.").withLimits(QosLimit.parse("p99 < 2s"))),
                List.of(
                        CheckDefinition.percent(
                                        "share",
                                        "Of all.",
                                        List.of(Term.userSeconds(), Term.one()),
                                        List.of(Term.seconds(), Term.completed(MetricDefinition.ALL_OPERATIONS)))
                                .atLeast(-1.5)
                                .neededFrom(20),
                        CheckDefinition.total("hits", "Hits.", "hits", List.of(Term.counter("hits")))
                                .atMost(1e6)),
                planned.execution(),
                planned.parameters(),
                planned.dataSeed(),
                List.of(new SteadyPart(Duration.ZERO, Duration.ofMillis(1500), 0, 1)),
                0.1 + 0.2,
                Map.of());
    }
}
