// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.plateaubench.measure.host.RunningHost;
import org.plateaubench.wire.TelemetrySample;

final class HostsOfRunTest {
    private final HostsOfRun hosts = new HostsOfRun(host("debian", "a"), 1);

    private static HostsOfRun.Host host(String name, @Nullable String start) {
        return new HostsOfRun.Host(name, start == null ? null : new RunningHost(start, "pid:[1]"));
    }

    @Test
    void runningHostTakesPrecedenceOverTheHostName() {
        assertThat(hosts.isOnControllerHost(host("debian", "a"))).isTrue();
        assertThat(hosts.isOnControllerHost(host("container", "a"))).isTrue();
        assertThat(hosts.isOnControllerHost(host("debian", "b"))).isFalse();
        assertThat(hosts.isOnControllerHost(host("container", null))).isFalse();
    }

    @Test
    void processesAreFoundByRunningHostOrName() {
        hosts.add(host("debian", "b"), 2);
        hosts.add(host("container", "a"), 3);
        hosts.add(host("other", null), 4);
        assertThat(hosts.processes(host("debian", "a"))).containsExactly(1L, 3L);
        assertThat(hosts.processes(host("debian", "b"))).containsExactly(2L);
        assertThat(hosts.processes(host("other", null))).containsExactly(4L);
    }

    @Test
    void secondHostOfANameShowsTheAgentName() {
        assertThat(hosts.shown(host("debian", null), "load1")).isEqualTo("debian");
        assertThat(hosts.shown(host("debian", "b"), "load2")).isEqualTo("debian");
        assertThat(hosts.shown(host("debian", "c"), "load3")).isEqualTo("debian (load3)");
        assertThat(hosts.shown(host("debian", "c"), "load4")).isEqualTo("debian (load3)");
        assertThat(hosts.shown(host("debian", "b"), "load5")).isEqualTo("debian");
        assertThat(hosts.shown(host("container", "b"), "load6")).isEqualTo("container");
    }

    @Test
    void samplesHaveTheShownHostName() {
        TelemetrySample ofHost = sample("host/debian");
        TelemetrySample ofAgent = sample("agent/load3");
        assertThat(HostsOfRun.nameOnHost("debian (load3)")).isEqualTo("debian");
        assertThat(HostsOfRun.nameOnHost("debian")).isEqualTo("debian");
        assertThat(HostsOfRun.withShownHost("debian", List.of(ofHost, ofAgent))).containsExactly(ofHost, ofAgent);
        assertThat(HostsOfRun.withShownHost("debian (load3)", List.of(ofHost, ofAgent)))
                .containsExactly(sample("host/debian (load3)"), ofAgent);
        assertThat(HostsOfRun.withShownHost("", List.of(ofHost))).containsExactly(ofHost);
    }

    private static TelemetrySample sample(String source) {
        return new TelemetrySample(7, source, "cpu", 0.5, "share", false);
    }
}
