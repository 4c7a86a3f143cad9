// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.SutAddress;
import org.plateaubench.servers.Vcsim;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;

/** Samples of hosts and of the machines named, with their ages, from a real vcsim. */
@Tag("slow")
final class RealTimeSamplesTest {
    private static final Duration INTERVAL = Duration.ofSeconds(20);

    private final AtomicLong nanoTime = new AtomicLong();
    private Vcsim server;
    private SutAddress address;

    @BeforeEach
    void start() throws Exception {
        server = Vcsim.start(0);
        address = server.address();
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private TelemetrySource source(Map<String, String> changed) {
        Map<String, String> properties = new HashMap<>(address.properties());
        properties.putAll(changed);
        return new RealTimeSamples(new SutAddress(address.name(), address.service(), properties), nanoTime::get);
    }

    private static List<Sample> of(List<Sample> samples, String series) {
        return samples.stream().filter(sample -> sample.series().equals(series)).toList();
    }

    @Test
    void samplesOfHostsAndMachinesAreReportedOnce() throws Exception {
        TelemetrySource source = source(Map.of());
        try {
            List<Sample> first = source.sample();
            assertThat(source.sample())
                    .as("queried again before there can be a new sample")
                    .isEmpty();
            nanoTime.addAndGet(INTERVAL.toNanos());
            List<Sample> second = source.sample();

            List<Sample> cpu = of(first, "DC0_C0_H0 cpu.usage.average");
            assertThat(cpu).hasSize(3).allSatisfy(sample -> {
                assertThat(sample.unit()).isEqualTo("%");
                assertThat(sample.value()).isBetween(0.0, 100.0);
                assertThat(sample.cumulative()).isFalse();
            });
            List<Duration> ages = cpu.stream().map(Sample::age).sorted().toList();
            assertThat(ages.get(2).minus(ages.get(0))).isEqualTo(INTERVAL.multipliedBy(2));
            assertThat(of(first, "DC0_C0_RP0_VM0 cpu.usage.average")).hasSize(3);
            assertThat(first).noneMatch(sample -> sample.series().startsWith("DC0_C0_RP0_VM1 "));
            // There may be a new sample by now; old ones are not repeated.
            assertThat(of(second, "DC0_C0_H0 cpu.usage.average"))
                    .hasSizeLessThan(2)
                    .allMatch(sample -> sample.age().compareTo(INTERVAL) <= 0);
        } finally {
            source.close();
        }
    }

    /** After a restart, the server does not know the session; telemetry continues with a new one. */
    @Test
    void telemetryResumesAfterServerRestart() throws Exception {
        TelemetrySource source = source(Map.of());
        try {
            assertThat(source.sample()).isNotEmpty();
            nanoTime.addAndGet(INTERVAL.toNanos());
            server.close();
            assertThatThrownBy(source::sample).isInstanceOf(IOException.class);

            server = Vcsim.start(server.port());

            // All its samples may have instants that were reported before, so the list may be empty.
            assertThatCode(source::sample).doesNotThrowAnyException();
        } finally {
            source.close();
        }
    }
}
