// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AgentNamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"local", "local-1", "local-2", "local-007", "local-64", "local-1000"})
    void aNameOfTheControllersHostIsThatOfNoAgentOfABroker(String name) {
        assertThat(AgentNames.isLocal(name)).isTrue();
        assertThat(AgentNames.flaw(name))
                .hasValue("'" + name + "' is the name of an agent of the controller's own host, not of an agent of a"
                        + " broker, which can have any name except 'local' and 'local-' with a number");
    }

    @ParameterizedTest
    @ValueSource(strings = {"load1", "local1", "local-a", "local-1a", "locale", "local-", "localhost", "my-local-1"})
    void anAgentOfABrokerCanHaveAnyOtherName(String name) {
        assertThat(AgentNames.isLocal(name)).isFalse();
        assertThat(AgentNames.flaw(name)).isEmpty();
    }

    @Test
    void anAgentThatABrokerHasUnderSuchANameIsRefusedWithWhatToDo() {
        assertThat(AgentNames.refusal("load1")).isEmpty();
        assertThat(AgentNames.refusal("local-2"))
                .hasValueSatisfying(sentence -> assertThat(sentence)
                        .startsWith("Agent local-2 is not used: 'local-2' is the name of an agent of the controller's")
                        .endsWith(
                                "Remove it with ./plateau broker remove-agent local-2 and add it under another name."));
    }

    @Test
    void whatIsNoNameIsRefusedWithWhatANameIs() {
        assertThat(AgentNames.flaw("Load 1"))
                .hasValue("'Load 1' is not a name: it must start with a small letter and hold only letters, digits and"
                        + " hyphens");
        assertThat(AgentNames.flaw("*")).isPresent();
        assertThat(AgentNames.flaw("")).isPresent();
    }
}
