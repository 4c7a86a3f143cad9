// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.engine.report.comparison.difference.Difference;
import org.plateaubench.engine.store.RunEnvironment.Program;

/** What makes another Plateau and another plan, and what does not. */
final class ConditionsOfRunTest {
    private static final Program HERE = new Program("1.0", "c0ffee", "aa");

    @Test
    void anotherPlateauHasAnotherVersionOrDigestWhateverItsCommit() {
        assertThat(ConditionsOfRun.isAnother(new Program("1.0", "dead", "aa"), HERE))
                .isFalse();
        assertThat(ConditionsOfRun.isAnother(new Program("1.0", "dead", null), HERE))
                .as("a run of before the digest was kept")
                .isFalse();
        assertThat(ConditionsOfRun.isAnother(new Program("1.0", null, "bb"), new Program("1.0", null, null)))
                .as("a program whose jars are not known")
                .isFalse();
        assertThat(ConditionsOfRun.isAnother(new Program("1.0", "c0ffee", "bb"), HERE))
                .isTrue();
        assertThat(ConditionsOfRun.isAnother(new Program("0.9", null, "aa"), HERE))
                .isTrue();
    }

    private static Map<String, Object> plan(long seed, List<String> agents, List<String> observers, int users) {
        return Map.of(
                "name",
                "run-" + seed,
                "description",
                "of " + seed,
                "seed",
                seed,
                "observers",
                observers.stream().map(name -> Map.of("name", name)).toList(),
                "workloads",
                List.of(Map.of(
                        "tile",
                        1,
                        "name",
                        "work",
                        "dataSeed",
                        "0x" + seed,
                        "load",
                        Map.of("users", users),
                        "shares",
                        agents.stream()
                                .map(name -> Map.of("agent", name, "users", users / agents.size()))
                                .toList())));
    }

    @Test
    void namesSeedsAndObserversMakeNoOtherPlan() {
        Map<String, Object> plan = plan(1, List.of("a", "b"), List.of("watch", "away"), 4);
        assertThat(ConditionsOfRun.differences(plan, plan(2, List.of("b", "a"), List.of("watch"), 4)))
                .isEmpty();
        assertThat(ConditionsOfRun.differences(plan, plan(1, List.of("a", "b"), List.of(), 4)))
                .isEmpty();
    }

    @Test
    void otherAgentsAndAnotherLoadDo() {
        Map<String, Object> plan = plan(1, List.of("a", "b"), List.of(), 4);
        assertThat(ConditionsOfRun.differences(plan, plan(1, List.of("a", "c"), List.of(), 4)))
                .containsExactly(new Difference("agents", false, List.of("a, b", "a, c")));
        assertThat(ConditionsOfRun.differences(plan, plan(1, List.of("a", "b"), List.of(), 6)))
                .extracting(Difference::path)
                .containsExactly("workloads[work].load.users");
    }
}
