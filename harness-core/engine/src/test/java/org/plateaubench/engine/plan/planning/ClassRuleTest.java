// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.engine.plan.planning.PlannerTest.BARE;
import static org.plateaubench.engine.plan.planning.PlannerTest.OPEN;
import static org.plateaubench.engine.plan.planning.PlannerTest.workload;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.key.RunClass;
import org.plateaubench.engine.plan.JudgeBounds;
import org.plateaubench.engine.plan.RunPlan;

final class ClassRuleTest {
    @Test
    void agentOnSutHostLowersTheClass() throws WrongConfiguration {
        RunPlan plan = TestRuns.plan("rig: { agents: [ { name: load1 } ], onSutHosts: allow }\n" + BARE);

        assertThat(plan.runClass()).isEqualTo(RunClass.DEV);
        assertThat(plan.classReasons()).contains("agents may share the host of a SUT");
    }

    @Test
    void unchangedWorkloadOnExternalSutIsStandard() throws WrongConfiguration {
        RunPlan plan = TestRuns.plan(BARE);

        assertThat(plan.runClass()).isEqualTo(RunClass.STANDARD);
        assertThat(plan.classReasons()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            phases.steady=60s                                    | DEV      | steady lasts 1m, less than 5m
            phases.rampUp=1s                                     | DEV      | rampUp lasts 1s, less than 30s
            suts.db={service: testdb, mode: embedded}            | DEV      | SUT db is embedded
            workloads.store.parameters.customers=7               | MODIFIED | workload store: parameter customers is 7, by default 100
            workloads.store.mix={sequence: [order]}              | MODIFIED | workload store: the mix is changed
            workloads.store.load.units={order: {think: 1s}}      | MODIFIED | workload store: the pacing of order is changed
            workloads.store.qos={browse: 'p95 < 201ms'}          | MODIFIED | workload store: the limit 'p95 < 200ms' of browse is relaxed
            workloads.store.qos={login: 'errors < 1.5%'}         | MODIFIED | workload store: the limit 'errors < 1%' of login is relaxed
            workloads.store.qos={login: 'errors <= 1%'}          | MODIFIED | workload store: the limit 'errors < 1%' of login is relaxed
            workloads.store.timeout={login: 31s}                 | MODIFIED | workload store: the timeout of login is longer
            run.interval=2s                                      | MODIFIED | interval is 2s, by default 1s
            phases.rampDown=4s                                   | MODIFIED | rampDown lasts 4s, less than 5s
            phases.drain=31s                                     | MODIFIED | drain lasts 31s, longer than the longest timeout, 30s
            run.allowUntested=true                               | MODIFIED | workloads may be untested
            run.class=modified                                   | MODIFIED | the run file requests class modified
            """)
    void settingThatLowersTheClassIsAReason(String setting, RunClass expected, String reason)
            throws WrongConfiguration {
        RunPlan plan = TestRuns.plan(BARE, setting);

        assertThat(plan.runClass()).isEqualTo(expected);
        assertThat(plan.classReasons()).containsExactly(reason);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            workloads.cache.load.queue=900000                    | queue is 900000, by default 1000
            workloads.cache.load.lanes=8                         | lanes is 8, by default 64
            workloads.cache.load.arrival=regular                 | arrivals are regular, by default poisson
            """)
    void m23RelaxedBoundOfOpenLoadIsNotStandard(String setting, String reason) throws WrongConfiguration {
        RunPlan plan = TestRuns.plan(OPEN, setting);

        assertThat(plan.runClass()).isEqualTo(RunClass.MODIFIED);
        assertThat(plan.classReasons()).containsExactly("workload cache: " + reason);
        assertThat(TestRuns.plan(OPEN, "workloads.cache.load.queue=1000").runClass())
                .isEqualTo(RunClass.STANDARD);
    }

    @ParameterizedTest
    @CsvSource({
        "phases.rampDown=5s",
        "phases.drain=1s",
        "workloads.store.qos={browse: 'p95 < 100ms'}",
        "workloads.store.timeout=10s",
        "workloads.store.parameters.customers=100"
    })
    void stricterSettingKeepsClassStandard(String setting) throws WrongConfiguration {
        assertThat(TestRuns.plan(BARE, setting).runClass()).isEqualTo(RunClass.STANDARD);
    }

    @Test
    void judgeBoundsFollowTheClass() throws WrongConfiguration {
        RunPlan standard = TestRuns.plan(BARE);
        RunPlan dev = TestRuns.plan(BARE, "run.class=dev");

        assertThat(standard.bounds()).isEqualTo(new JudgeBounds(75, true, 50, true, 0, false));
        assertThat(TestRuns.plan(BARE, "run.allowUntested=true").bounds())
                .isEqualTo(new JudgeBounds(75, true, 50, true, 0, true));
        assertThat(dev.bounds()).isEqualTo(new JudgeBounds(75, false, 50, false, 2, false));
        // The tightest limit is 200 ms: 2 % of it, 20 % of it.
        assertThat(standard.workloads().getFirst().lagBoundMs()).isEqualTo(4.0);
        assertThat(dev.workloads().getFirst().lagBoundMs()).isEqualTo(40.0);
        assertThat(workload(OPEN).lagBoundMs()).isEqualTo(1.0);
        assertThat(workload(OPEN, "run.class=dev").lagBoundMs()).isEqualTo(20.0);
    }

    @Test
    void operationsWithTheSameReasonShareOneSentence() throws WrongConfiguration {
        assertThat(TestRuns.plan(BARE, "workloads.store.timeout=31s").classReasons())
                .singleElement()
                .asString()
                .startsWith("workload store: the timeout of ")
                .contains("login", ", ")
                .endsWith(" is longer");
    }
}
