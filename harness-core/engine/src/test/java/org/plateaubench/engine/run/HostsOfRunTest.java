// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.wire.TelemetrySample;

final class HostsOfRunTest {
    private final HostsOfRun hosts = new HostsOfRun(place("debian", "a"), 1);

    private static HostsOfRun.Place place(String name, @Nullable String start) {
        return new HostsOfRun.Place(name, start == null ? null : new RunningHost(start, "pid:[1]"));
    }

    @Test
    void runningHostTakesPrecedenceOverTheHostName() {
        assertThat(hosts.isOnControllerHost(place("debian", "a"))).isTrue();
        assertThat(hosts.isOnControllerHost(place("container", "a"))).isTrue();
        assertThat(hosts.isOnControllerHost(place("debian", "b"))).isFalse();
        assertThat(hosts.isOnControllerHost(place("container", null))).isFalse();
    }

    @Test
    void processesAreFoundByRunningHostOrName() {
        hosts.add(place("debian", "b"), 2);
        hosts.add(place("container", "a"), 3);
        hosts.add(place("other", null), 4);
        assertThat(hosts.processes(place("debian", "a"))).containsExactly(1L, 3L);
        assertThat(hosts.processes(place("debian", "b"))).containsExactly(2L);
        assertThat(hosts.processes(place("other", null))).containsExactly(4L);
    }

    @Test
    void secondHostOfANameShowsTheAgentName() {
        assertThat(hosts.shown(place("debian", null), "load1")).isEqualTo("debian");
        assertThat(hosts.shown(place("debian", "b"), "load2")).isEqualTo("debian");
        assertThat(hosts.shown(place("debian", "c"), "load3")).isEqualTo("debian (load3)");
        assertThat(hosts.shown(place("debian", "c"), "load4")).isEqualTo("debian (load3)");
        assertThat(hosts.shown(place("debian", "b"), "load5")).isEqualTo("debian");
        assertThat(hosts.shown(place("container", "b"), "load6")).isEqualTo("container");
    }

    @Test
    void samplesHaveTheShownHostName() {
        TelemetrySample ofHost = sample("host/debian");
        TelemetrySample ofAgent = sample("agent/load3");
        assertThat(HostsOfRun.own("debian (load3)")).isEqualTo("debian");
        assertThat(HostsOfRun.own("debian")).isEqualTo("debian");
        assertThat(HostsOfRun.named("debian", List.of(ofHost, ofAgent))).containsExactly(ofHost, ofAgent);
        assertThat(HostsOfRun.named("debian (load3)", List.of(ofHost, ofAgent)))
                .containsExactly(sample("host/debian (load3)"), ofAgent);
        assertThat(HostsOfRun.named("", List.of(ofHost))).containsExactly(ofHost);
    }

    private static TelemetrySample sample(String source) {
        return new TelemetrySample(7, source, "cpu", 0.5, "share", false);
    }
}
