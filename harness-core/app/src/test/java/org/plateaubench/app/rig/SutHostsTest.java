// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.rig.RigWatch.SeenAgent;
import org.plateaubench.engine.plan.PlannedSut;
import org.plateaubench.spi.SutContext;

/** Detects agents on the host of a SUT, also if hosts have the same name and containers have another one. */
final class SutHostsTest {
    private static final SutHosts.Place DESK = new SutHosts.Place("localhost", "of-desk", List.of("10.0.0.1"));

    private static SeenAgent agent(String host, String start, String address) {
        return new SeenAgent(
                "load1",
                SeenAgent.CONNECTED,
                host,
                start,
                "0.1",
                Map.of(),
                List.of(address),
                "",
                "",
                1.0,
                null,
                null,
                "");
    }

    private static List<String> obstacles(SutContext.Mode mode, String address, SeenAgent... agents) throws Exception {
        return SutHosts.obstacles(
                List.of(new PlannedSut(1, "cache", "redis", mode, Map.of("address", address))), List.of(agents), DESK);
    }

    @Test
    void agentOfAnotherHostCannotReachEmbeddedSut() throws Exception {
        assertThat(obstacles(SutContext.Mode.EMBEDDED, "", agent("localhost", "of-load", "10.0.0.7")))
                .singleElement()
                .asString()
                .contains("which agent load1 on host localhost does not reach. Make it external.");
        for (String start : List.of("of-desk", "")) {
            assertThat(obstacles(SutContext.Mode.EMBEDDED, "", agent("localhost", start, "10.0.0.1")))
                    .as("agent on the host of the SUT, host start '%s'", start)
                    .singleElement()
                    .asString()
                    .contains("Agent load1 is on host localhost, where SUT cache is too");
        }
    }

    @Test
    void containerIsAssignedToHost() throws Exception {
        SeenAgent container = agent("7f3a", "of-desk", "172.17.0.2");
        assertThat(obstacles(SutContext.Mode.EXTERNAL, "10.0.0.1:6379", container))
                .singleElement()
                .asString()
                .contains("Agent load1 is on host 7f3a, where SUT cache is too (10.0.0.1)");
        assertThat(obstacles(SutContext.Mode.EXTERNAL, "10.0.0.9:6379", container))
                .isEmpty();
        assertThat(obstacles(SutContext.Mode.EXTERNAL, "10.0.0.1:6379", agent("7f3a", "of-load", "172.17.0.2")))
                .isEmpty();
        assertThat(obstacles(SutContext.Mode.EMBEDDED, "", container))
                .as("a container has its own loopback")
                .singleElement()
                .asString()
                .contains("does not reach");
    }

    @Test
    void agentsOnOneHostShareAddresses() throws Exception {
        assertThat(obstacles(
                        SutContext.Mode.EXTERNAL,
                        "10.0.0.9:6379",
                        agent("7f3a", "of-load", "172.17.0.2"),
                        agent("lab2", "of-load", "10.0.0.9")))
                .hasSize(2);
    }
}
