// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plateaubench.api.Distribution;
import org.plateaubench.api.Mix;
import org.plateaubench.api.OperationDefinition;
import org.plateaubench.api.UnitDefinition;
import org.plateaubench.scenario.SayProtocol.Listener;

/** Scenarios become operations and units, and all their problems are found at once, each with its place. */
final class ScenarioReaderTest {
    @Test
    void flowsBecomeUnitsAndStepsBecomeOperations() {
        Scenario<Listener> scenario = Users.read("""
                flows:
                  browse:
                    weight: 3
                    steps:
                      - say: /
                        name: home
                      - pause: 1s..3s
                      - say: "/products?page=${page}"
                      - pause: 2s
                  order:
                    onError: end
                    steps:
                      - group: checkout
                        steps:
                          - say: /pay
                data:
                  page: { uniform: 1..20 }
                """);

        assertThat(scenario.problems()).isEmpty();
        assertThat(scenario.operations())
                .extracting(OperationDefinition::name, OperationDefinition::endsUnitOnError)
                .containsExactly(tuple("home", false), tuple("say-products", false), tuple("checkout-say-pay", true));
        assertThat(scenario.mix()).isEqualTo(new Mix.Flat(Map.of("browse", 3.0, "order", 1.0)));
        UnitDefinition browse = scenario.units().getFirst();
        assertThat(browse.gap()).isEqualTo(new Distribution.Fixed(Duration.ofSeconds(2)));
        assertThat(browse.steps())
                .extracting(UnitDefinition.Step::pause)
                .containsExactly(
                        new Distribution.Fixed(Duration.ZERO),
                        new Distribution.Uniform(Duration.ofSeconds(1), Duration.ofSeconds(3)));
    }

    @Test
    void repeatsAndBranchesBecomeUnitSteps() {
        Scenario<Listener> scenario = Users.read("""
                steps:
                  - say: first
                  - repeat: 1..3
                    steps:
                      - say: again
                      - pause: 1s
                  - choose:
                      - steps: [{ say: left }]
                      - steps: [{ say: right }]
                  - if: "${answer} == yes"
                    steps: [{ say: agreed }]
                  - say: last
                    answer: yes
                """);

        assertThat(scenario.problems()).isEmpty();
        assertThat(scenario.units().getFirst().steps())
                .extracting(step -> step.weights().keySet().iterator().next() + (step.conditional() ? "?" : ""))
                .containsExactly(
                        "say-first",
                        "say-again",
                        "say-again?",
                        "say-again?",
                        "say-left?",
                        "say-right?",
                        "say-agreed?",
                        "say-last");
    }

    @Test
    void allProblemsAreReportedWithLocations() {
        Scenario<Listener> scenario = Users.read("""
                data:
                  page: { uniform: 20..1 }
                  users: { file: users.csv, take: sometimes }
                  both: { uuid: true, zipf: 1..2 }
                  word: { text: 3, exponent: 2 }
                variables: { page: 1, other: "${page}" }
                starts: []
                flows:
                  browse:
                    wait: 3
                    steps:
                      - say: "${pages}"
                      - sya: hello
                      - say: "${users}"
                        pause: 1s
                      - say: "${page.number}"
                        name: Capital
                      - pause: soon
                      - repeat: many
                        steps: []
                      - say: same
                      - say: same
                        fails: true
                      - say: "${unclosed"
                  empty:
                    steps: []
                """);

        assertThat(places(scenario))
                .contains(
                        "scenario.starts",
                        "scenario.data.page.uniform",
                        "scenario.data.users.take",
                        "scenario.data.both",
                        "scenario.data.word.exponent",
                        "scenario.variables.page",
                        "scenario.variables.other",
                        "scenario.flows.browse.wait",
                        "scenario.flows.browse.steps[0].say",
                        "scenario.flows.browse.steps[1]",
                        "scenario.flows.browse.steps[2]",
                        "scenario.flows.browse.steps[3].say",
                        "scenario.flows.browse.steps[3].name",
                        "scenario.flows.browse.steps[4].pause",
                        "scenario.flows.browse.steps[5].repeat",
                        "scenario.flows.browse.steps[7].say",
                        "scenario.flows.browse.steps[8].say",
                        "scenario.flows.empty");
        assertThat(scenario.problems())
                .anySatisfy(finding -> assertThat(finding.toString())
                        .isEqualTo(
                                "Nothing is named 'pages'. Use one of both, other, page, users, word, or declare it."));
    }

    @Test
    void variablesOfAnotherFlowAreRefused() {
        Scenario<Listener> scenario = Users.read("""
                flows:
                  one:
                    steps: [{ say: a, answer: yes }]
                  two:
                    steps: [{ say: "${answer}" }]
                """);

        assertThat(places(scenario)).containsExactly("scenario.flows.two.steps[0].say");
    }

    @Test
    void flowWithConditionalFirstRequestIsRefused() {
        assertThat(places(Users.read("""
                steps:
                  - choose: [{ steps: [{ say: a }] }, { steps: [{ say: b }] }]
                """))).containsExactly("scenario");
    }

    @Test
    void pauseInsideBranchIsRefused() {
        assertThat(places(Users.read("""
                steps:
                  - say: a
                  - if: "${answer} == yes"
                    steps: [{ say: b }, { pause: 1s }]
                  - say: c
                    answer: yes
                """))).containsExactly("scenario.steps[1]");
    }

    @Test
    void stepsWithoutEffectAreRefused() {
        assertThat(places(Users.read("""
                start: [{ pause: 1s }, { say: a }]
                steps:
                  - say: b
                  - set: { basket: 1 }
                """))).containsExactly("scenario.start[0]", "scenario.steps[1]");
    }

    @Test
    void scenarioWithoutRequestsIsRefused() {
        assertThat(places(Users.read("variables: { a: 1 }"))).containsExactly("scenario");
        assertThat(places(Users.read("steps: [{ set: { a: 1 } }]"))).contains("scenario");
        assertThat(places(Users.read("flows: { a: { steps: [{ repeat: 1000, steps: [{ repeat: 1000, steps:"
                        + " [{ say: a }] }] }] } }")))
                .containsExactly("scenario.flows.a");
    }

    @Test
    void operationNamedLikeItsFlowIsRefused() {
        assertThat(places(Users.read("""
                flows:
                  browse: { steps: [{ say: a, name: browse }, { say: b }] }
                  order: { steps: [{ say: c, name: order }] }
                """))).containsExactly("scenario.flows.browse.steps[0]");
    }

    @Test
    void schemaDescribesEveryStepKey() {
        assertThat(ScenarioKeys.schema(new SayProtocol()).toString())
                .contains("say=", "answer=", "onError=", "zipf=", "Whether the flow continues after an error");
    }

    private static List<String> places(Scenario<Listener> scenario) {
        return scenario.problems().stream().map(each -> each.parameter()).toList();
    }

    /** Scenarios with endless or oversized content. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "steps: [{ say: a }, { repeat: 1000, steps: [{ repeat: 1000, steps: [{ repeat: 1000, steps: [{ set: { a: 1 } }] }] }] }, { say: b }]",
                "steps: [{ say: a }, { pause: 2562047h }, { pause: 2562047h }, { say: b }]",
                "steps: [{ say: a }, { if: '${x} matches DEEP', steps: [{ say: b }] }]",
                "{ steps: [{ say: '${x}' }], data: { x: { uniform: 0..9223372036854775807 } } }",
                "{ steps: [{ say: '${x}' }], data: { x: { uniform: '1..1e400', decimals: 9 } } }",
                "{ steps: [{ say: '${x}' }], data: { x: { choice: { a: .nan, b: .inf } } } }",
                "{ steps: [{ say: '${x}' }], data: { x: { date: 0001-01-01..9999-12-31 } } }",
                "{ flows: { a: { weight: .inf, steps: [{ say: a }] } } }",
                "steps: [null]",
                "steps: [{ say: null }]",
                "steps: [{ choose: [{ steps: [] }] }]"
            })
    void oversizedScenarioIsReportedWithoutDelay(String yaml) {
        String deep = "(".repeat(50_000) + ")".repeat(50_000);
        assertThat(Users.read(yaml.replace("DEEP", deep)).problems()).isNotEmpty();
    }
}
