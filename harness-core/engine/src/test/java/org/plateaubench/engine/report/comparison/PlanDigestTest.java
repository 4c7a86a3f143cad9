// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.report.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Plans whose runs can be set beside each other have the same digest, and others have not. */
final class PlanDigestTest {
    private static Map<String, Object> plan(long seed, int users, String agent) {
        Map<String, Object> plan = new LinkedHashMap<>();
        plan.put("name", "one");
        plan.put("seed", seed);
        plan.put(
                "workloads",
                List.of(Map.of(
                        "name",
                        "store",
                        "dataSeed",
                        "seed of " + seed,
                        "load",
                        Map.of("users", users),
                        "shares",
                        List.of(Map.of("agent", agent, "users", users)))));
        return plan;
    }

    @Test
    void seedsAgentsAndTheOrderOfKeysAreNoPartOfIt() {
        Map<String, Object> other = new LinkedHashMap<>();
        plan(2, 8, "b").entrySet().stream()
                .sorted(Map.Entry.<String, Object>comparingByKey().reversed())
                .forEach(each -> other.put(each.getKey(), each.getValue()));
        assertThat(PlanDigest.of(other))
                .isEqualTo(PlanDigest.of(plan(1, 8, "a")))
                .hasSize(64);
    }

    @Test
    void whatIsRequiredIsPartOfIt() {
        Map<String, Object> longer = plan(1, 8, "a");
        longer.put("phases", Map.of("steady", "5m"));
        assertThat(List.of(PlanDigest.of(plan(1, 8, "a")), PlanDigest.of(plan(1, 9, "a")), PlanDigest.of(longer)))
                .doesNotHaveDuplicates();
    }

    @Test
    void agentsAreThoseThatHaveAShare() {
        assertThat(PlanDigest.agents(plan(1, 8, "left"))).containsExactly("left");
        assertThat(PlanDigest.agents(Map.of("workloads", "none"))).isEmpty();
    }
}
