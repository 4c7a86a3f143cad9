// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.app.Installation;
import org.plateaubench.app.rig.RigWatch.SeenAgent;
import org.plateaubench.engine.config.key.RigSpec;
import org.plateaubench.rig.Presence;
import org.plateaubench.rig.Roster.AgentStatus;

/** Tests which agents labels choose, and which hosts are found in parameters. */
final class RigWatchTest {
    static SeenAgent agent(String name, Map<String, String> labels, String inUseBy) {
        return new SeenAgent(
                name,
                SeenAgent.CONNECTED,
                "host-" + name,
                "",
                "0.1",
                labels,
                List.of("10.0.0.7"),
                "",
                inUseBy,
                1.0,
                null,
                null,
                "");
    }

    private static RigSpec.Chosen choice(int index, @Nullable String name, int count) {
        return new RigSpec.Chosen(
                "rig.agents[" + index + "]",
                name,
                name == null ? Map.of("site", "a") : Map.of(),
                count,
                null,
                null,
                List.of(),
                List.of());
    }

    /** The choices, one for each agent. */
    private static List<RigSpec.Chosen> each(RigSpec.Chosen... choices) {
        return new RigSpec(null, List.of(choices), false).choices();
    }

    private static final List<SeenAgent> ALL = List.of(
            agent("a1", Map.of("site", "a"), "another desk"),
            agent("a2", Map.of("site", "a", "rack", "7"), ""),
            agent("a3", Map.of("site", "a"), ""),
            agent("b1", Map.of("site", "b"), ""));

    @Test
    void labelsSelectFreeAgentsFirst() throws IOException {
        assertThat(RigWatch.chosen(each(choice(0, null, 2)), ALL))
                .extracting(SeenAgent::name)
                .containsExactly("a2", "a3");
        assertThat(RigWatch.chosen(each(choice(0, null, 2), choice(1, "a2", 1)), ALL))
                .as("the named agent is not chosen by its label too")
                .extracting(SeenAgent::name)
                .containsExactly("a3", "a1", "a2");
    }

    @Test
    void tooFewAgentsWithLabelAreReported() {
        assertThatThrownBy(() -> RigWatch.chosen(each(choice(0, null, 4), choice(1, "c1", 1)), ALL))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "needs 4 agents with the label site=a (rig.agents[0]) besides the others; 3 have it")
                .hasMessageContaining("a2 (rack=7, site=a)")
                .hasMessageContaining("Agent c1 has not sent a message");
    }

    /** Its clock would not be audited. */
    @Test
    void agentWithReservedNameIsNotSelected() throws IOException {
        List<SeenAgent> all = List.of(present("local-2"), present("zulu"));
        assertThat(all.getFirst().problem()).startsWith("Agent local-2 is not used: 'local-2' is reserved");
        assertThat(RigWatch.chosen(each(choice(0, null, 1)), all))
                .extracting(SeenAgent::name)
                .containsExactly("zulu");
        assertThatThrownBy(() -> RigWatch.chosen(each(choice(0, null, 2)), all))
                .hasMessageContaining("local-2 (site=a), which cannot be used");
        assertThat(RigWatch.chosen(each(choice(0, "local-2", 1)), all))
                .extracting(SeenAgent::problem)
                .containsExactly(all.getFirst().problem());
    }

    private static SeenAgent present(String name) {
        Presence presence = new Presence(name, Installation.version(), "host-" + name, 1, "", Map.of("site", "a"));
        return SeenAgent.of(new AgentStatus(name, presence, "", Duration.ofSeconds(1)), "");
    }

    @Test
    void sutHostsAreFoundInParameters() {
        assertThat(SutHosts.hosts(Map.of(
                        "url", "jdbc:postgresql://user@Db1.lab:5432/shop?ssl=true",
                        "address", List.of("10.0.0.7:6379", "[fe80::1]:6379"),
                        "host", "mail.lab",
                        "user", "ds",
                        "time", "12:30",
                        "port", 80L)))
                .containsExactlyInAnyOrderElementsOf(Set.of("db1.lab", "10.0.0.7", "fe80::1", "mail.lab"));
    }
}
