// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.SutAddress;

class InJvmTransportTest {
    private final InJvmTransport transport = new InJvmTransport(2);

    @Test
    void fullQueueRefusesWithoutBlocking() throws Exception {
        transport.agentEnd().send(new ToController.Heartbeat(1));
        transport.agentEnd().send(new ToController.Heartbeat(2));
        assertThat(transport.agentEnd().send(new ToController.Heartbeat(3))).isFalse();
        transport.controllerEnd().receive(0);
        assertThat(transport.agentEnd().send(new ToController.Heartbeat(4))).isTrue();
    }

    @Test
    void messagesWithSecretsDoNotShowThem() {
        SutAddress address = new SutAddress("db", "h2", Map.of("password", "s3cret"));
        assertThat(new ToAgent.Secrets(Map.of("env:PASSWORD", "s3cret")).toString())
                .isEqualTo("Secrets[env:PASSWORD]");
        assertThat(new ToAgent.SutAddresses(Map.of("db", address)).toString())
                .isEqualTo("SutAddresses[db (h2) [password]]");
    }
}
