// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.plan.planning;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Parameter;
import org.plateaubench.engine.TestShop;
import org.plateaubench.engine.config.RunFileReader;
import org.plateaubench.engine.config.WrongConfiguration;
import org.plateaubench.engine.config.text.Problem;
import org.plateaubench.loader.PluginCatalog;

/** SUTs of a run file that name agents, such as meters that only one agent can read. */
final class AgentUsesTest {
    private static final String BY_NAME =
            "rig: { agents: [ { name: load1 }, { name: db1, drives: [] }, { name: load2 } ] }";
    private static final String BY_LABEL =
            "rig: { agents: [ { label: { role: load }, count: 2 }, { label: { role: db }, drives: [] } ] }";

    record MeterParameters(
            @Parameter(description = "The agent that reads it.", defaultValue = "")
            String agent) {}

    private static final class Meter extends TestShop.PlannedService<MeterParameters> {
        private Meter() {
            super("meter", MeterParameters.class);
        }

        @Override
        public Map<String, String> agents(MeterParameters parameters) {
            return Map.of("agent", parameters.agent());
        }
    }

    /** Problems of the one SUT alone. */
    private static List<String> problems(String agent, String rig, Planner planner) {
        String yaml = "suts:\n  m: { service: meter, mode: external, agent: " + agent + " }\nphases: { steady: 1m }\n"
                + rig + "\n";
        try {
            planner.plan(RunFileReader.read("run.yaml", yaml.getBytes(StandardCharsets.UTF_8), List.of()));
            return List.of();
        } catch (WrongConfiguration e) {
            return e.problems().stream()
                    .map(Problem::toString)
                    .filter(problem -> problem.contains("suts."))
                    .toList();
        }
    }

    private static List<String> problems(String agent, String rig) {
        return problems(
                agent, rig, new Planner(PluginCatalog.of(TestShop.plugin("meter", List.of(), List.of(new Meter())))));
    }

    private static List<String> problems(String agent, String rig, List<String> given, UnaryOperator<Planner> known) {
        return problems(
                agent,
                rig,
                known.apply(new Planner(
                        PluginCatalog.of(TestShop.plugin("meter", List.of(), List.of(new Meter()))), given)));
    }

    @Test
    void anAgentOfTheRigMayBeNamedAndNoneNeedBe() {
        assertThat(problems("load2", BY_NAME)).isEmpty();
        assertThat(problems("\"\"", BY_NAME)).isEmpty();
        assertThat(problems("local-2", "rig: { agents: 2 }")).isEmpty();
    }

    @Test
    void aNameThatNoAgentOfTheRigHasIsAProblemWhereItStands() {
        assertThat(problems("load3", BY_NAME))
                .containsExactly(
                        "run.yaml:2:47: suts.m.agent: unknown agent 'load3'; agents that drive load: load1, load2");
        assertThat(problems("local", "rig: { agents: 2 }"))
                .containsExactly(
                        "run.yaml:2:47: suts.m.agent: unknown agent 'local'; agents that drive load: local-1, local-2");
    }

    @Test
    void agentThatDrivesNothingReadsNothing() {
        String problem = "run.yaml:2:47: suts.m.agent: agent 'db1' drives nothing, and reads nothing of SUTs;"
                + " agents that drive load: load1, load2";
        assertThat(problems("db1", BY_NAME)).containsExactly(problem);
        assertThat(problems("db1", BY_LABEL, List.of("load1", "load2", "db1"), Planner::knowingAgents))
                .containsExactly(problem);
    }

    @Test
    void agentsByLabelAreComparedOnceTheyAreKnown() {
        assertThat(problems("load3", BY_LABEL)).as("not known yet").isEmpty();
        assertThat(problems("load2", BY_LABEL, List.of("load1", "load2", "db1"), Planner::knowingAgents))
                .isEmpty();
        assertThat(problems("load3", BY_LABEL, List.of("load1", "load2", "db1"), Planner::knowingAgents))
                .containsExactly(
                        "run.yaml:2:47: suts.m.agent: unknown agent 'load3'; agents that drive load: load1, load2");
    }

    @Test
    void withoutARigTheAgentsAreThoseThatTheRunBeginsWith() {
        assertThat(problems("load1", "")).as("not known yet").isEmpty();
        assertThat(problems("local", "", List.of("local"), Planner::knowingAgents))
                .isEmpty();
        assertThat(problems("load1", "", List.of("local"), Planner::knowingAgents))
                .containsExactly("run.yaml:2:47: suts.m.agent: unknown agent 'load1'; agents that drive load: local"
                        + " (others are named in rig.agents, or by --agents of a run)");
        assertThat(problems("load1", "", List.of("load1"), Planner::knowingAgents))
                .isEmpty();
    }

    @Test
    void ofManyAgentsSomeAreNamed() {
        List<String> many =
                IntStream.rangeClosed(1, 30).mapToObj(i -> "load" + i).toList();
        assertThat(problems("elsewhere", "", many, Planner::knowingAgents))
                .singleElement()
                .asString()
                .contains("load20 and 10 more")
                .doesNotContain("load21");
    }
}
