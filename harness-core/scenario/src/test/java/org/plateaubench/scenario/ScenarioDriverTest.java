// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.Outcome;
import org.plateaubench.api.OutcomeKind;
import org.plateaubench.scenario.SayProtocol.Listener;

/** Users carry out the steps of their scenario, and the same seed gives the same texts. */
final class ScenarioDriverTest {
    private static final String EVERYTHING = """
            data:
              page: { uniform: 1..1000 }
              price: { uniform: 0.50..9.99, decimals: 2 }
              product: { zipf: 1..10000, exponent: 1.1 }
              amount: { normal: { mean: 3, deviation: 1 }, min: 1, max: 9 }
              serial: { sequence: 1 }
              id: { uuid: true }
              note: { text: 5..9 }
              day: { date: 2026-01-01..2026-12-31, format: dd.MM.yyyy }
              colour: { choice: [red, green] }
            steps:
              - say: "${page} ${price} ${product} ${amount} ${serial} ${id} ${note} ${day} ${colour}"
              - repeat: 1..4
                steps: [{ say: "again ${page}" }]
              - choose:
                  - { weight: 3, steps: [{ say: "left ${page}" }] }
                  - { weight: 1, steps: [{ say: "right ${page}" }] }
            """;

    @Test
    void sameSeedGivesSameRequests() throws Exception {
        List<String> trace = new Users(EVERYTHING).trace(1, 50);

        assertThat(new Users(EVERYTHING).trace(1, 50)).isEqualTo(trace);
        assertThat(new Users(EVERYTHING).trace(2, 50)).isNotEqualTo(trace);
        assertThat(trace.getFirst())
                .matches("\\d+ \\d\\.\\d\\d \\d+ [1-9] \\d+ [0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-"
                        + "[0-9a-f]{12} [a-z ]{5,9} \\d\\d\\.\\d\\d\\.2026 (red|green)");
    }

    @Test
    void valueIsFixedPerUnitAndRedrawnPerPass() throws Exception {
        for (Users.Unit unit : new Users(EVERYTHING).units(0, 50)) {
            String page = unit.trace().getFirst().split(" ")[0];
            assertThat(unit.trace().getLast()).matches("(left|right) " + page);
            List<String> passes = unit.trace().stream()
                    .filter(each -> each.startsWith("again"))
                    .toList();
            assertThat(passes).hasSizeBetween(1, 4);
            assertThat(passes).doesNotContain("again " + page);
        }
    }

    @Test
    void branchesAndPassesFollowTheirWeights() throws Exception {
        List<String> trace = new Users(EVERYTHING).trace(0, 2_000);

        assertThat(trace.stream().filter(each -> each.startsWith("left")).count())
                .isBetween(1_400L, 1_600L);
        assertThat(trace.stream().filter(each -> each.startsWith("right")).count())
                .isBetween(400L, 600L);
        assertThat(trace.stream().filter(each -> each.startsWith("again")).count())
                .isBetween(4_800L, 5_200L);
    }

    @Test
    void drawnValuesFollowTheirDistributions() throws Exception {
        int first = 0;
        double amounts = 0;
        int pages = 0;
        Set<String> serials = new HashSet<>();
        int units = 2_000;
        for (Users.Unit unit : new Users(EVERYTHING).units(0, units)) {
            String[] values = unit.trace().getFirst().split(" ");
            pages += Integer.parseInt(values[0]);
            first += values[2].equals("1") ? 1 : 0;
            amounts += Integer.parseInt(values[3]);
            serials.add(values[4]);
        }

        assertThat(pages / (double) units).isBetween(480.0, 520.0);
        // 1 / sum of k^-1.1 for k of 1..10000 is 0.151.
        assertThat(first / (double) units).isBetween(0.13, 0.17);
        assertThat(amounts / units).isBetween(2.9, 3.1);
        assertThat(serials).hasSize(units);
    }

    @Test
    void serverAnswersDoNotShiftDraws() throws Exception {
        String steps = """
                data: { page: { uniform: 1..1000 } }
                steps:
                  - say: "${page}"
                    answer: %s
                  - if: "${answer} > 5"
                    steps: [{ say: more }]
                    else: [{ say: less }, { say: "even less" }]
                  - say: "${page}"
                    name: last
                """;
        List<String> ifTrace = new Users(steps.formatted("6")).trace(0, 5);
        List<String> elseTrace = new Users(steps.formatted("none")).trace(0, 5);

        assertThat(ifTrace).filteredOn(each -> each.matches("\\d+")).hasSize(10);
        assertThat(ifTrace).contains("more").doesNotContain("less");
        assertThat(elseTrace).contains("less", "even less").doesNotContain("more");
        assertThat(elseTrace)
                .filteredOn(each -> each.matches("\\d+"))
                .isEqualTo(ifTrace.stream().filter(each -> each.matches("\\d+")).toList());
    }

    @Test
    void startVariablesPersistAndFlowVariablesAreReset() throws Exception {
        Users users = new Users("""
                variables: { currency: EUR }
                start: [{ say: login, answer: "token of ${currency}" }]
                steps:
                  - say: "${answer} ${currency}"
                  - set: { currency: "USD ${currency}" }
                  - say: "${currency}"
                    name: last
                """);

        assertThat(users.trace(0, 2)).containsExactly("token of EUR EUR", "USD EUR", "token of EUR EUR", "USD EUR");
    }

    @Test
    void failedStartFailsConnect() {
        Users users = new Users("""
                start: [{ say: login, fails: true }]
                steps: [{ say: a }]
                """);

        assertThatThrownBy(() -> users.driver(0, new Listener()).connect())
                .hasMessage("the start of the scenario failed at say-login: failed, as configured");
    }

    @Test
    void startRunsOncePerUser() throws Exception {
        Listener listener = new Listener();
        ScenarioDriver<Listener> driver =
                new Users("{ start: [{ say: login }], steps: [{ say: a }] }").driver(0, listener);
        driver.connect();
        driver.connect();

        assertThat(listener.sent).containsExactly("login");
    }

    @Test
    void variableWithoutValueIsAnError() throws Exception {
        Users users = new Users("""
                steps:
                  - say: "${answer}"
                  - say: b
                    answer: x
                """);

        assertThat(users.units(0, 1).getFirst().outcomes())
                .extracting(Outcome::reason)
                .containsExactly("no-value", "");
    }

    @Test
    void rowsFollowTakeAndOnEndSettings() throws Exception {
        String steps = """
                data:
                  users: { file: users.csv, take: %s, onEnd: %s }
                steps: [{ say: "${users.name}" }]
                """;
        Map<String, String> files = Map.of("users.csv", "id,name\n1,Ann\n2,\"Bob \"\"B\"\"\"\n3,Cid\n4,Dan\n");

        // Users 0, 1 and 2 share the rows in turn: user 1 takes rows 1, 4 and 7, which are 1, 0 and 3 of the four.
        assertThat(new Users(steps.formatted("shared", "repeat"), files).trace(1, 3))
                .containsExactly("Bob \"B\"", "Ann", "Dan");
        assertThat(new Users(steps.formatted("perUser", "repeat"), files).trace(1, 5))
                .containsExactly("Ann", "Bob \"B\"", "Cid", "Dan", "Ann");
        // User 2 keeps row 2.
        assertThat(new Users(steps.formatted("unique", "fail"), files).trace(2, 2))
                .containsExactly("Cid", "Cid");
        assertThat(new Users(steps.formatted("random", "repeat"), files).trace(0, 50))
                .contains("Ann", "Bob \"B\"", "Cid", "Dan");
        assertThat(new Users(steps.formatted("shared", "fail"), files)
                        .units(2, 2)
                        .getLast()
                        .outcomes())
                .extracting(Outcome::kind, Outcome::reason)
                .containsExactly(tuple(OutcomeKind.ERROR, "data-end"));
        assertThat(new Users(steps.formatted("perUser", "stop"), files)
                        .units(0, 5)
                        .getLast()
                        .outcomes())
                .extracting(Outcome::kind, Outcome::reason)
                .containsExactly(tuple(OutcomeKind.DECLINED, "data-end"));
    }

    @Test
    void userEndsAfterLastRow() throws Exception {
        Users users = new Users("""
                data: { words: { file: words.csv, take: perUser, onEnd: stop } }
                steps: [{ say: "${words.word}" }]
                """, Map.of("words.csv", "word\na\n"));
        ScenarioDriver<Listener> driver = users.driver(0, new Listener());
        driver.connect();

        users.issue(driver, 0, 0);
        assertThat(driver.isDone()).isFalse();
        users.issue(driver, 0, 1);
        assertThat(driver.isDone()).isTrue();
    }

    @Test
    void eachPassOfRepeatTakesNextRow() throws Exception {
        Users users = new Users("""
                data: { words: { file: words.jsonl, take: perUser } }
                steps:
                  - say: begin
                  - repeat: 2
                    steps: [{ say: "${words.text} ${words.more}" }]
                """, Map.of("words.jsonl", """
                        {"text": "a", "more": [1, 2]}
                        {"text": "b", "more": {"x": 1}}
                        {"text": "c"}
                        """));

        // Steps outside a repeat belong to pass 0, which takes row a.
        assertThat(users.trace(0, 1)).containsExactly("begin", "b {\"x\": 1}", "c ");
    }

    @Test
    void problemsOfFilesAreLocated() {
        Scenario<Listener> scenario = Users.read("""
                data:
                  users: { file: users.csv }
                  empty: { file: empty.csv }
                  ragged: { file: ragged.csv }
                steps:
                  - java: Sign.sign
                    out: [signature]
                  - say: "${users.nam} ${empty.x} ${ragged.a} ${signature}"
                """);
        assertThat(scenario.problems()).isEmpty();

        assertThat(scenario.load(Map.of()))
                .extracting(each -> each.parameter())
                .containsExactly(
                        "scenario.data.users.file",
                        "scenario.data.empty.file",
                        "scenario.data.ragged.file",
                        "scenario.steps[0].java");
        assertThat(scenario.load(Map.of(
                        "users.csv", "id,name\n1,Ann",
                        "empty.csv", "",
                        "ragged.csv", "a,b\n1,2\n3\n",
                        "Sign.java", "class Sign {\n  static int sign() { return no; }\n}\n")))
                .extracting(Object::toString)
                .containsExactly(
                        "users.csv has no column 'nam'. Use one of id, name.",
                        "empty.csv has no rows. Add a row below the names of the columns.",
                        "ragged.csv: line 3 has 1 columns, and 2 are named. Correct the file.",
                        "Sign.java:2:30: cannot find symbol. Correct the file.");
    }

    @Test
    void javaMethodReturnsVariables() throws Exception {
        Users users = new Users("""
                steps:
                  - java: Sign.sign
                    in: { text: "unit" }
                    out: [signature]
                  - say: "${signature}"
                """, Map.of("Sign.java", """
                        import java.util.Map;
                        class Sign {
                            static Map<String, String> sign(Map<String, String> in) {
                                return Map.of("signature", in.get("text").toUpperCase());
                            }
                        }
                        """));

        assertThat(users.trace(0, 1)).containsExactly("UNIT");
    }

    @Test
    void stepWithoutExtractionAllocatesNothing() throws Exception {
        Users users = new Users(EVERYTHING + """
                  - if: "${page} >= 500"
                    steps: [{ say: high }]
                """);
        Listener listener = new Listener();
        listener.isSilent = true;
        ScenarioDriver<Listener> driver = users.driver(0, listener);
        driver.connect();
        Users.Call[] calls = users.calls(200).toArray(Users.Call[]::new);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 50; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (Users.Call call : calls) {
                if (call.position() == 0 || driver.applies(call)) {
                    driver.prepareOperation(call);
                    driver.execute(call);
                }
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }

        assertThat(least).as("bytes for " + calls.length + " positions").isZero();
    }
}
