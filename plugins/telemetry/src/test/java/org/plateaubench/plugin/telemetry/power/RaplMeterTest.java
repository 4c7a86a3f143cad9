// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Finding;
import org.plateaubench.api.SutAddress;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.TelemetrySource.Sample;

/** Counters of processors, in files with the layout of the Linux power capping framework. */
final class RaplMeterTest {
    private static final long RANGE = 262_143_328_850L;

    @TempDir
    Path folder;

    private long nanos;

    private void zone(String id, String name, long microjoules) throws IOException {
        Path zone = Files.createDirectories(folder.resolve(id));
        Files.writeString(zone.resolve("name"), name + "\n");
        Files.writeString(zone.resolve("energy_uj"), microjoules + "\n");
        Files.writeString(zone.resolve("max_energy_range_uj"), RANGE + "\n");
    }

    @BeforeEach
    void twoPackages() throws IOException {
        Files.createDirectories(folder.resolve("intel-rapl"));
        zone("intel-rapl:0", "package-0", 5_000_000);
        zone("intel-rapl:0:0", "core", 1_000_000);
        zone("intel-rapl:0:1", "dram", 1_000_000);
        zone("intel-rapl:1", "package-1", 7_000_000);
        zone("intel-rapl:2", "psys", 50_000_000);
        zone("intel-rapl-mmio:0", "package-0", 5_000_000);
    }

    private RaplMeter meter(String... zones) throws Exception {
        RaplParameters parameters = new RaplParameters(folder.toString(), List.of(zones), 1_000, "");
        try (SutService service = new RaplServiceType()
                .create(new SutContext<>("cpu", SutContext.Mode.EXTERNAL, parameters, Path.of("target")))) {
            SutAddress address = service.start(Progress.SILENT);
            return new RaplMeter(address, () -> nanos);
        }
    }

    /** Counters are those of one host, so only an agent there can read them. */
    @Test
    void agentWithCountersIsNamed() throws Exception {
        RaplParameters parameters = new RaplParameters(folder.toString(), List.of("package-*"), 1_000, "load2");
        assertThat(new RaplServiceType().check(SutContext.Mode.EXTERNAL, parameters))
                .isEmpty();
        try (SutService service = new RaplServiceType()
                .create(new SutContext<>("cpu", SutContext.Mode.EXTERNAL, parameters, Path.of("target")))) {
            assertThat(new RaplServiceType().agent(service.start(Progress.SILENT)))
                    .isEqualTo("load2");
            assertThat(service.configuration()).containsEntry("agent", "load2");
        }
        RaplParameters wrong = new RaplParameters(folder.toString(), List.of("package-*"), 1_000, "Load 2!");
        assertThat(new RaplServiceType().check(SutContext.Mode.EXTERNAL, wrong))
                .singleElement()
                .extracting(Finding::toString)
                .asString()
                .contains("'Load 2!' is not a name of an agent");
    }

    private double joules(RaplMeter meter) throws IOException {
        nanos += Duration.ofSeconds(1).toNanos();
        Sample sample = meter.sample().getFirst();
        assertThat(sample.series()).isEqualTo("energy");
        assertThat(sample.unit()).isEqualTo("J");
        assertThat(sample.cumulative()).isTrue();
        return sample.value();
    }

    @Test
    void energyOfPackagesIsSummedSinceFirstSample() throws Exception {
        RaplMeter meter = meter("package-*");
        assertThat(joules(meter)).isZero();
        zone("intel-rapl:0", "package-0", 105_000_000);
        zone("intel-rapl:1", "package-1", 57_000_000);
        assertThat(joules(meter)).isEqualTo(150);
        assertThat(joules(meter)).isEqualTo(150);
    }

    /** Random growth, more often than not across the end of the counter: nothing is lost or counted twice. */
    @Test
    void counterWraparoundLosesNoEnergy() throws Exception {
        Random random = new Random(7);
        RaplMeter meter = meter("package-0");
        long counter = 5_000_000;
        double truth = 0;
        joules(meter);
        int wraps = 0;
        for (int i = 0; i < 100; i++) {
            long growth = (long) (random.nextDouble() * 0.9 * RANGE);
            counter += growth;
            truth += growth / 1e6;
            if (counter > RANGE) {
                counter -= RANGE;
                wraps++;
            }
            zone("intel-rapl:0", "package-0", counter);
            assertThat(joules(meter)).isCloseTo(truth, within(1e-3));
        }
        assertThat(wraps).isGreaterThan(20);
    }

    /** At 1,000 W, the counter wraps round after a little more than 262 s. */
    @Test
    void counterUnreadForTooLongIsReset() throws Exception {
        RaplMeter meter = meter("package-0");
        joules(meter);
        zone("intel-rapl:0", "package-0", 6_000_000);
        assertThat(joules(meter)).isEqualTo(1);
        nanos += Duration.ofSeconds(263).toNanos();
        assertThatIOException()
                .isThrownBy(meter::sample)
                .withMessage(
                        "The counter of zone package-0 was not read for 263.0 s, in which it may have wrapped round"
                                + " more than once.");
        assertThat(joules(meter)).isZero();
    }

    @Test
    void nestedZonesAreNotSummed() throws Exception {
        assertThat(joules(meter("package-0", "dram"))).isZero();
        assertThatIOException()
                .isThrownBy(meter("package-0", "core")::sample)
                .withMessageContaining("Zone core is inside zone package-0");
        assertThatIOException()
                .isThrownBy(meter("package-0", "psys")::sample)
                .withMessageContaining("is inside zone psys");
        assertThat(joules(meter("psys"))).isZero();
    }

    @Test
    void missingAndInvalidCountersAreReported() throws Exception {
        assertThatIOException()
                .isThrownBy(meter("gpu")::sample)
                .withMessageContaining("None of the zones [core, dram, package-0, package-1, psys]");
        Files.writeString(folder.resolve("intel-rapl:0/energy_uj"), "many");
        assertThatIOException()
                .isThrownBy(meter("package-0")::sample)
                .withMessageContaining("holds 'many', which is not a count of microjoules");
        zone("intel-rapl:0", "package-0", RANGE + 1);
        RaplMeter beyond = meter("package-0");
        beyond.sample();
        assertThatIOException().isThrownBy(beyond::sample).withMessageContaining("above its greatest value");
        Files.delete(folder.resolve("intel-rapl:1/energy_uj"));
        assertThatIOException().isThrownBy(meter("package-1")::sample).withMessageContaining("There is no ");
        folder = folder.resolve("none");
        assertThatIOException()
                .isThrownBy(meter("package-*")::sample)
                .withMessageContaining("this host has no energy counters");
    }
}
