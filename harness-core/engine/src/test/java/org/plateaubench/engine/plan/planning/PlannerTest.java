// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.plateaubench.engine.TestRuns.GOOD;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plateaubench.api.DataPolicy;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Execution;
import org.plateaubench.api.Load;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.Pacing;
import org.plateaubench.api.PhaseTimes;
import org.plateaubench.api.QosLimit;
import org.plateaubench.engine.TestRuns;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.RunFileReader.RunFile;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.plan.AgentShare;
import org.plateaubench.engine.plan.Period;
import org.plateaubench.engine.plan.PlannedWorkload;
import org.plateaubench.engine.plan.PlannedWorkload.SteadyPart;
import org.plateaubench.engine.plan.RunPlan;
import org.plateaubench.loader.SecretReferences;

final class PlannerTest {
    static final String BARE = """
            run: { name: bare }
            phases: { steady: 5m }
            workloads:
              store: { plugin: shop, load: { users: 4 } }
            """;

    static final String OPEN = """
            run: { name: open }
            phases: { steady: 5m }
            workloads:
              cache: { plugin: pings/fast, load: { rate: 12000/min, maxUsers: 50 } }
            """;

    static PlannedWorkload workload(String yaml, String... settings) throws WrongConfiguration {
        return TestRuns.plan(yaml, settings).workloads().getFirst();
    }

    private static List<String> limits(PlannedWorkload workload, String operation) {
        return workload.operations().stream()
                .filter(candidate -> candidate.name().equals(operation))
                .flatMap(found -> found.limits().stream())
                .map(QosLimit::toString)
                .toList();
    }

    @Test
    void agentsOfTheRunFileShareTheUsers() throws WrongConfiguration {
        RunPlan plan = TestRuns.plan("rig: { agents: 3 }\n" + BARE);

        assertThat(plan.agents()).containsExactly("local-1", "local-2", "local-3");
        assertThat(plan.workloads().getFirst().shares())
                .extracting(AgentShare::firstUser, AgentShare::users)
                .containsExactly(tuple(0, 2), tuple(2, 1), tuple(3, 1));
    }

    @Test
    void namedAgentDrivesOnlyThatWorkload() throws WrongConfiguration {
        String rig = """
                rig:
                  agents:
                    - { name: load1, drives: [store] }
                    - { label: { site: a }, count: 2 }
                """;
        RunPlan plan = TestRuns.plan(rig + BARE);

        assertThat(plan.agents()).containsExactly("load1", "by-label-1", "by-label-2");
        assertThat(plan.workloads().getFirst().shares())
                .extracting(AgentShare::firstUser, AgentShare::users)
                .containsExactly(tuple(0, 4), tuple(4, 0), tuple(4, 0));
        // Agents that were found replace the labels.
        RunPlan found = new Planner(TestShop.catalog(), List.of("load1", "x", "y")).plan(TestRuns.read(rig + BARE));
        assertThat(found.workloads().getFirst().shares())
                .extracting(AgentShare::agent, AgentShare::users)
                .containsExactly(tuple("load1", 4), tuple("x", 0), tuple("y", 0));
    }

    @Test
    void omittedKeysHaveDefaults() throws WrongConfiguration {
        RunPlan plan = TestRuns.plan(BARE);
        PlannedWorkload workload = plan.workloads().getFirst();

        assertThat(plan.seed()).isEqualTo(1);
        assertThat(plan.tiles()).isEqualTo(1);
        assertThat(plan.interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(plan.phases())
                .isEqualTo(new PhaseTimes(
                        Duration.ofSeconds(30), Duration.ofMinutes(5), Duration.ofSeconds(10), Duration.ofSeconds(30)));
        assertThat(workload.sut()).isNull();
        assertThat(workload.data()).isEqualTo(DataPolicy.REUSE);
        assertThat(workload.load()).isEqualTo(new Load.Closed(4, 1));
        assertThat(workload.mix()).isEqualTo(new Mix.Flat(Map.of("order", 3.0, "browse", 1.0)));
        assertThat(workload.execution()).isEqualTo(Execution.PLATFORM);
        assertThat(workload.parameters())
                .isEqualTo(Map.of(
                        "size",
                        "small",
                        "customers",
                        100L,
                        "pause",
                        "0s",
                        "schema",
                        "shop",
                        "newCustomers",
                        20.0,
                        "hosts",
                        List.of(),
                        "weights",
                        Map.of()));
        assertThat(workload.pacing())
                .containsOnlyKeys("order", "browse")
                .containsValue(Pacing.think(new Distribution.Fixed(Duration.ZERO)));
        assertThat(workload.shares()).containsExactly(new AgentShare("local", 0, 4, 0, 0, 0));
    }

    @Test
    void workloadValidatesTheServiceOfTheSut() throws WrongConfiguration {
        String slow = OPEN.replace("pings/fast", "pings/slow");

        assertThat(TestRuns.problems(slow, "suts.db={service: testdb, mode: embedded}", "workloads.cache.sut=db"))
                .singleElement()
                .asString()
                .contains("Slow pings have no use for testdb.");
        assertThat(workload(slow).sut()).isNull();
    }

    @Test
    void drainDeadlineIsTheLongestTimeout() throws WrongConfiguration {
        assertThat(TestRuns.plan(BARE, "workloads.store.timeout={purchase: 70s, '*': 5s}")
                        .phases()
                        .drain())
                .isEqualTo(Duration.ofSeconds(70));
        assertThat(TestRuns.plan(BARE, "phases.drain=7s").phases().drain()).isEqualTo(Duration.ofSeconds(7));
    }

    @Test
    void operationTimeoutOverridesTheWildcardTimeout() throws WrongConfiguration {
        assertThat(workload(BARE, "workloads.store.timeout={purchase: 70s, '*': 5s}")
                        .operations())
                .extracting(OperationDefinition::timeout)
                .containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(70));
    }

    @Test
    void openLoadHasDefaultLanesAndQueue() throws WrongConfiguration {
        assertThat(workload(OPEN).load()).isEqualTo(new Load.Open(200, Load.Arrival.POISSON, 50, 1, 64, 1000));
        assertThat(workload(OPEN, "workloads.cache.load={rate: 2/s, maxUsers: 50}")
                        .load())
                .isEqualTo(new Load.Open(2, Load.Arrival.POISSON, 50, 1, 64, 100));
        assertThat(workload(
                                OPEN,
                                "workloads.cache.load={rate: 7200/h, maxUsers: 5, lanes: 3, queue: 9, depth: 8,"
                                        + " arrival: regular}")
                        .load())
                .isEqualTo(new Load.Open(2, Load.Arrival.REGULAR, 5, 8, 3, 9));
        assertThat(workload(OPEN).pacing()).isEmpty();
        assertThat(workload(OPEN).execution()).isEqualTo(Execution.EVENT_LOOP);
    }

    @ParameterizedTest
    @CsvSource({"256,PLATFORM", "257,VIRTUAL"})
    void blockingDriversRunOnPlatformThreadsUpTo256UsersPerAgent(int users, Execution expected)
            throws WrongConfiguration {
        assertThat(workload(BARE, "workloads.store.load.users=" + users).execution())
                .isEqualTo(expected);
        assertThat(workload(BARE, "workloads.store.load.users=" + users, "workloads.store.execution=virtual")
                        .execution())
                .isEqualTo(Execution.VIRTUAL);
    }

    @Test
    void usersLanesAndQueueAreDividedAmongAgents() {
        for (int agents = 1; agents <= 7; agents++) {
            List<String> names = List.of("a", "b", "c", "d", "e", "f", "g").subList(0, agents);
            for (int users = 1; users <= 20; users++) {
                Load load = new Load.Open(10, Load.Arrival.POISSON, users, 1, 64, 1 + users * 3);
                List<AgentShare> shares = LoadRule.shares(load, names, names);
                int user = 0;
                int lane = 0;
                int queue = 0;
                for (AgentShare share : shares) {
                    assertThat(share.firstUser()).isEqualTo(user);
                    assertThat(share.firstLane()).isEqualTo(lane);
                    assertThat(share.users() == 0).isEqualTo(share.lanes() == 0);
                    user += share.users();
                    lane += share.lanes();
                    queue += share.queueBound();
                }
                assertThat(List.of(user, lane, queue)).containsExactly(users, 64, 1 + users * 3);
            }
        }
    }

    @Test
    void executionFollowsTheUsersPerAgent() throws WrongConfiguration {
        Planner planner = new Planner(TestShop.catalog(), List.of("a", "b"));
        RunPlan plan = planner.plan(TestRuns.read(BARE, "workloads.store.load.users=512"));

        assertThat(plan.workloads().getFirst().execution()).isEqualTo(Execution.PLATFORM);
        assertThat(plan.workloads().getFirst().shares())
                .containsExactly(new AgentShare("a", 0, 256, 0, 0, 0), new AgentShare("b", 256, 256, 0, 0, 0));
    }

    @Test
    void pipelinedLoadPrefersTheEventLoop() {
        List<Execution> all = List.of(Execution.PLATFORM, Execution.VIRTUAL, Execution.EVENT_LOOP);
        Load deep = new Load.Closed(4, 8);
        List<AgentShare> shares = LoadRule.shares(deep, List.of("a"), List.of("a"));

        assertThat(LoadRule.execution(all, deep, shares)).isEqualTo(Execution.EVENT_LOOP);
        assertThat(LoadRule.execution(all, new Load.Open(10, Load.Arrival.POISSON, 4, 8, 64, 100), shares))
                .isEqualTo(Execution.EVENT_LOOP);
        assertThat(LoadRule.execution(all, new Load.Closed(4, 1), shares)).isEqualTo(Execution.PLATFORM);
        assertThat(LoadRule.execution(List.of(Execution.PLATFORM), deep, shares))
                .as("refused later, with the depth named")
                .isEqualTo(Execution.PLATFORM);
    }

    @Test
    void mostSpecificLimitApplies() throws WrongConfiguration {
        PlannedWorkload defined = workload(BARE);
        assertThat(limits(defined, "login")).containsExactly("errors < 1%");
        assertThat(limits(defined, "purchase")).containsExactly("declined < 3%", "errors < 1%", "p95 < 1000ms");

        PlannedWorkload replaced = workload(
                BARE,
                "workloads.store.qos={purchase: ['p95 < 500ms', 'rate > 10/s'], '*': ['errors < 0.1%', 'p95 < 2s'],"
                        + " order: 'max < 9s'}");
        assertThat(limits(replaced, "login")).containsExactly("errors < 0.1%", "p95 < 2000ms");
        assertThat(limits(replaced, "purchase"))
                .containsExactly("declined < 3%", "errors < 0.1%", "p95 < 500ms", "rate > 10/s");
        assertThat(replaced.unitLimits()).isEqualTo(Map.of("order", List.of(QosLimit.parse("max < 9s"))));
    }

    @Test
    void unitPacingOverridesTheWorkloadPacing() throws WrongConfiguration {
        PlannedWorkload workload = workload(
                BARE,
                "workloads.store.load={users: 1, cycle: {uniform: {min: 1s, max: 3s}}, onLate: rebase,"
                        + " units: {browse: {think: {exponential: {mean: 1s, min: 10ms, max: 5s, shift: 1ms}}}}}");

        assertThat(workload.pacing())
                .isEqualTo(Map.of(
                        "order",
                                new Pacing(
                                        Pacing.Kind.CYCLE,
                                        new Distribution.Uniform(Duration.ofSeconds(1), Duration.ofSeconds(3)),
                                        Pacing.OnLate.REBASE),
                        "browse",
                                new Pacing(
                                        Pacing.Kind.THINK,
                                        new Distribution.Exponential(
                                                Duration.ofSeconds(1),
                                                Duration.ofMillis(10),
                                                Duration.ofSeconds(5),
                                                Duration.ofMillis(1)),
                                        Pacing.OnLate.REBASE)));
        assertThat(workload.label()).isEqualTo("omission not corrected");
    }

    @Test
    void matrixStartsAtFirstUnitAndOmittedCellsAreZero() throws WrongConfiguration {
        assertThat(workload(BARE, "workloads.store.mix={matrix: {order: {browse: 1}, browse: {browse: 3, order: 1}}}")
                        .mix())
                .isEqualTo(new Mix.Matrix(List.of("order", "browse"), List.of(List.of(0.0, 1.0), List.of(1.0, 3.0))));
        assertThat(workload(BARE, "workloads.store.mix={sequence: [browse, order]}")
                        .mix())
                .isEqualTo(new Mix.Sequence(List.of("browse", "order")));
    }

    @Test
    void limitOnAnOperationOutsideTheMixIsRefused() {
        assertThat(TestRuns.problems(
                        BARE,
                        "workloads.store.mix={flat: {browse: 1}}",
                        "workloads.store.qos={order: ['p95 < 1s'], browse: ['p95 < 1s']}"))
                .singleElement()
                .asString()
                .contains("workloads.store.qos")
                .contains("the mix never issues 'order', so the limit would have no effect");
    }

    @Test
    void tilesHaveSeparateSutsAndTheSameData() throws WrongConfiguration {
        RunPlan plan = TestRuns.plan(
                GOOD, "tiles=2", "workloads.store.parameters={schema: 'shop${tile}', hosts: ['h${tile}']}");

        assertThat(plan.suts()).extracting(sut -> sut.parameters().get("url")).containsExactly("db1.lab", "db2.lab");
        assertThat(plan.suts())
                .extracting(sut -> sut.parameters().get("password"))
                .containsOnly("${env:PASSWORD}");
        PlannedWorkload first = plan.workloads().get(0);
        PlannedWorkload second = plan.workloads().get(1);
        assertThat(List.of(first.tile(), second.tile())).containsExactly(1, 2);
        assertThat(first.parameters()).containsEntry("schema", "shop1").containsEntry("hosts", List.of("h1"));
        assertThat(second.parameters()).containsEntry("schema", "shop2").containsEntry("hosts", List.of("h2"));
        assertThat(first.dataSeed()).isEqualTo(second.dataSeed());
    }

    @Test
    void disabledWorkloadIsIgnored() throws WrongConfiguration {
        String both = TestRuns.GOOD + "  again: { plugin: shop, sut: db, load: { schedule: [{for: 1m, users: 3}] } }\n";

        assertThat(TestRuns.problems(both)).isNotEmpty();
        assertThat(TestRuns.plan(both, "workloads.again.enabled=false")).isEqualTo(TestRuns.plan(TestRuns.GOOD));
        assertThat(TestRuns.problems(both, "workloads.again.enabled=no"))
                .contains("--set workloads.again.enabled: must be true or false, found 'no'");
        assertThat(TestRuns.problems(TestRuns.GOOD, "workloads.store.enabled=false"))
                .containsExactly("run.yaml:13:3: workloads: must hold at least one workload that is enabled");
    }

    @Test
    void seedChangesTheLoadButNotTheData() throws WrongConfiguration {
        RunPlan one = TestRuns.plan(BARE, "run.seed=1");
        RunPlan two = TestRuns.plan(BARE, "run.seed=2");
        RunPlan otherData = TestRuns.plan(BARE, "run.seed=1", "run.dataSeed=2");

        assertThat(one.seed()).isNotEqualTo(two.seed()).isEqualTo(otherData.seed());
        assertThat(dataSeed(one)).isEqualTo(dataSeed(two)).isNotEqualTo(dataSeed(otherData));
    }

    @Test
    void pluginNotesAreKeptOnceForAllTiles() throws WrongConfiguration {
        RunPlan plan = TestRuns.plan(TestRuns.GOOD, "tiles=2");

        assertThat(plan.tiles()).isGreaterThan(1);
        assertThat(plan.notes()).containsExactly("suts.db: Is a test database.");
    }

    @Test
    void staggeredTilesFinishRampUpTogether() throws WrongConfiguration {
        RunPlan plan = TestRuns.plan(TestRuns.GOOD, "tiles={count: 4, every: 8s}");
        RunPlan unstaggered = TestRuns.plan(TestRuns.GOOD, "tiles=4");

        assertThat(List.of(plan.rampStart(1), plan.rampStart(4)))
                .containsExactly(Duration.ZERO, Duration.ofSeconds(24));
        assertThat(plan.rampStart(4).plus(plan.rampLength()))
                .isEqualTo(plan.phases().rampUp());
        assertThat(plan.canonicalText()).contains("\"stagger\": \"8s\"");
        assertThat(unstaggered.rampStart(4)).isEqualTo(Duration.ZERO);
        assertThat(unstaggered.rampLength()).isEqualTo(unstaggered.phases().rampUp());
    }

    @Test
    void periodsDivideTheSteadyPhaseOfEveryWorkload() throws WrongConfiguration {
        RunPlan thirds = TestRuns.plan(TestRuns.GOOD, "tiles=2", "periods={count: 3}");

        assertThat(thirds.periods())
                .containsExactly(
                        new Period("p1", Duration.ofSeconds(30), Duration.ofSeconds(130)),
                        new Period("p2", Duration.ofSeconds(130), Duration.ofSeconds(230)),
                        new Period("p3", Duration.ofSeconds(230), Duration.ofSeconds(330)));
        assertThat(thirds.workloads())
                .allSatisfy(workload -> assertThat(workload.parts())
                        .extracting(SteadyPart::period)
                        .containsExactly(1, 2, 3));
    }

    @Test
    void longRunsAreStoredEveryTenSeconds() throws WrongConfiguration {
        assertThat(TestRuns.plan(TestRuns.GOOD).interval()).isEqualTo(Duration.ofSeconds(1));
        assertThat(TestRuns.plan(TestRuns.GOOD, "phases.steady=30m").interval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(TestRuns.plan(TestRuns.GOOD, "phases.steady=30m", "run.interval=1s")
                        .interval())
                .isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void largeRunsAreStoredEveryTenSeconds() throws WrongConfiguration {
        List<String> agents =
                IntStream.rangeClosed(1, 60).mapToObj(number -> "load" + number).toList();
        String tiles = "tiles: %d\n" + BARE.replace("users: 4", "users: 640");

        RunPlan many = new Planner(TestShop.catalog(), agents).plan(TestRuns.read(tiles.formatted(34)));
        RunPlan fewer = new Planner(TestShop.catalog(), agents).plan(TestRuns.read(tiles.formatted(33)));

        assertThat(many.interval()).isEqualTo(Duration.ofSeconds(10));
        assertThat(many.classReasons())
                .as("outages of seconds are not seen")
                .singleElement()
                .asString()
                .contains("interval is 10s, by default 1s");
        assertThat(fewer.interval()).isEqualTo(Duration.ofSeconds(1));
    }

    private static long dataSeed(RunPlan plan) {
        return plan.workloads().getFirst().dataSeed();
    }

    private static void check(Map<String, String> environment) throws WrongConfiguration {
        RunFile file = TestRuns.read(TestRuns.GOOD, "tiles=2", "workloads.store.parameters.hosts=['${file:/no/such}']");
        RunPlan plan = new Planner(TestShop.catalog()).plan(file);
        Planner.checkSecrets(file, plan, new SecretReferences(environment::get, Path.of(".")));
    }

    @Test
    void missingSecretsAreLocatedOnceEach() {
        assertThatThrownBy(() -> check(Map.of()))
                .isInstanceOf(WrongConfiguration.class)
                .hasMessage("run.yaml:11:15: suts.db.password: environment variable PASSWORD is not set\n"
                        + "--set workloads.store.parameters.hosts: there is no file /no/such");
    }
}
