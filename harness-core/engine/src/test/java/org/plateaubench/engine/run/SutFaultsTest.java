// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.plateaubench.wire.ToController.AgentEvent;

final class SutFaultsTest {
    private final SutFaults faults = new SutFaults();

    private boolean isFirst(String agent, String scope, String message) {
        return faults.isFirst(agent, new AgentEvent(AgentEvent.Kind.FAULT, 7, scope, message));
    }

    @Test
    void sutFaultFromSeveralAgentsIsRecordedOnce() {
        assertThat(isFirst("load1", "sut/cache", "It failed.")).isTrue();
        assertThat(isFirst("load2", "sut/cache", "It failed.")).isFalse();
        assertThat(isFirst("load1", "sut/cache", "It failed."))
                .as("a second time by the same agent")
                .isTrue();
        assertThat(isFirst("load2", "sut/cache", "It failed here.")).isTrue();
        assertThat(isFirst("load2", "sut/shop", "It failed.")).isTrue();
        assertThat(isFirst("load1", "1/store", "It failed.")).isTrue();
        assertThat(isFirst("load2", "1/store", "It failed."))
                .as("each agent reports the faults of its workloads")
                .isTrue();
    }
}
