// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import static org.assertj.core.api.Assertions.assertThat;

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
}
