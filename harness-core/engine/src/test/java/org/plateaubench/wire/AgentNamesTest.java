// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AgentNamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"local", "local-1", "local-2", "local-007", "local-64", "local-1000"})
    void reservedLocalNameIsRefused(String name) {
        assertThat(AgentNames.isLocal(name)).isTrue();
        assertThat(AgentNames.problem(name))
                .hasValue("'" + name + "' is reserved for agents on the controller's host. An agent that connects"
                        + " through the broker may have any name except 'local' or 'local-N'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"load1", "local1", "local-a", "local-1a", "locale", "local-", "localhost", "my-local-1"})
    void brokerAgentMayHaveAnyOtherName(String name) {
        assertThat(AgentNames.isLocal(name)).isFalse();
        assertThat(AgentNames.problem(name)).isEmpty();
    }

    @Test
    void refusalOfALocalNameHasTheRemedy() {
        assertThat(AgentNames.refusal("load1")).isEmpty();
        assertThat(AgentNames.refusal("local-2"))
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .startsWith(
                                "Agent local-2 is not used: 'local-2' is reserved for agents on the controller's host.")
                        .endsWith(
                                "Remove it with ./plateau broker remove-agent local-2 and add it under another name."));
    }

    @Test
    void malformedNameIsRefused() {
        assertThat(AgentNames.problem("Load 1"))
                .hasValue("'Load 1' is not a name: it must start with a lowercase letter and hold only letters, digits"
                        + " and hyphens");
        assertThat(AgentNames.problem("*")).isPresent();
        assertThat(AgentNames.problem("")).isPresent();
    }

    @Test
    void heartbeatIntervalGrowsAboveAThousandAgents() {
        for (int few : new int[] {0, 1, 100, 1_000}) {
            assertThat(Heartbeats.interval(few)).as("%d agents", few).isEqualTo(Duration.ofSeconds(1));
        }
        assertThat(Heartbeats.interval(2_500)).isEqualTo(Duration.ofMillis(2_500));
        assertThat(Heartbeats.interval(10_000)).isEqualTo(Duration.ofSeconds(5));
    }

    /** An agent that stalls just before a heartbeat has sent its last message one interval before. */
    @Test
    void stallsBelowFourteenSecondsNeverLoseAnAgent() {
        assertThat(Heartbeats.timeout(1)).isEqualTo(Duration.ofSeconds(15));
        assertThat(Heartbeats.timeout(10_000)).isEqualTo(Duration.ofSeconds(19));
        for (int agents : new int[] {0, 1_000, 1_001, 2_500, 5_000, 50_000}) {
            assertThat(Heartbeats.timeout(agents).minus(Heartbeats.interval(agents)))
                    .as("%d agents", agents)
                    .isEqualTo(Duration.ofSeconds(14));
        }
    }
}
