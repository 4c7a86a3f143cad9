// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.telemetry.power;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.api.Finding;
import org.plateaubench.plugin.telemetry.power.DcmiParameters.Privilege;
import org.plateaubench.spi.Progress;
import org.plateaubench.spi.SutContext;
import org.plateaubench.spi.SutService;
import org.plateaubench.spi.TelemetrySource;
import org.plateaubench.spi.TelemetrySource.Sample;

/** DCMI power readings by the real ipmitool, from the simulator of OpenIPMI with a module of this test. */
@Tag("slow")
final class DcmiMeterTest {
    private static final long START_SECONDS = 1_800_000_000L;

    @TempDir
    private static Path folder;

    private static IpmiSimulator simulator;

    @BeforeAll
    static void start() throws Exception {
        simulator = IpmiSimulator.start(folder);
        simulator.set(1, true, 0);
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (true) {
            try {
                meter("secret", simulator.port()).sample();
                return;
            } catch (IOException e) {
                if (System.nanoTime() > deadline) {
                    fail("ipmi_sim does not answer", e);
                }
            }
        }
    }

    @AfterAll
    static void stop() {
        if (simulator != null) {
            simulator.close();
        }
    }

    private static DcmiParameters parameters(String password, int port) {
        // The simulator has no cipher suite 17, and allows queries only to administrators.
        return new DcmiParameters("127.0.0.1", port, "bench", password, 3, Privilege.ADMINISTRATOR);
    }

    private static TelemetrySource meter(String password, int port) throws Exception {
        try (SutService service = new DcmiServiceType()
                .create(new SutContext<>(
                        "bmc", SutContext.Mode.EXTERNAL, parameters(password, port), Path.of("target")))) {
            assertThat(service.configuration().toString()).doesNotContain(password);
            return new DcmiServiceType().open(service.start(Progress.SILENT));
        }
    }

    @Test
    void instantaneousPowerIsRead() throws Exception {
        simulator.set(231, true, START_SECONDS);
        TelemetrySource meter = meter("secret", simulator.port());
        List<Sample> samples = meter.sample();
        assertThat(samples.getFirst().series()).isEqualTo("power");
        assertThat(samples.getFirst().value()).isEqualTo(231);
        assertThat(samples.getFirst().unit()).isEqualTo("W");
        assertThat(samples.getLast().value()).isPositive();
    }

    /** The same time and the same power are the reading before. */
    @Test
    void repeatedReadingIsReportedOnce() throws Exception {
        simulator.set(200, true, START_SECONDS);
        TelemetrySource meter = meter("secret", simulator.port());
        assertThat(meter.sample()).hasSize(2);
        assertThat(meter.sample()).isEmpty();
        simulator.set(210, true, START_SECONDS + 1);
        assertThat(meter.sample().getFirst().value()).isEqualTo(210);
    }

    /** Once the power has changed but not the time, the clock stands still, and every reading counts until it moves. */
    @Test
    void readingsWithStoppedClockAreAllReported() throws Exception {
        TelemetrySource meter = meter("secret", simulator.port());
        for (int watts : new int[] {371, 372, 372}) {
            simulator.set(watts, true, 1);
            assertThat(meter.sample().getFirst().value()).isEqualTo(watts);
        }
        for (int watts : new int[] {200, 210, 210}) {
            simulator.set(watts, true, START_SECONDS + 10);
            assertThat(meter.sample().getFirst().value()).isEqualTo(watts);
        }
        simulator.set(210, true, START_SECONDS + 11);
        assertThat(meter.sample().getFirst().value()).isEqualTo(210);
        assertThat(meter.sample()).isEmpty();
    }

    @Test
    void bmcWithoutPowerMeasurementIsRefused() throws Exception {
        simulator.set(0, false, 0);
        TelemetrySource meter = meter("secret", simulator.port());
        assertThatIOException().isThrownBy(meter::sample).withMessageContaining("reports that it measures no power");
    }

    @Test
    void wrongPasswordIsReportedAndNotPrinted() throws Exception {
        TelemetrySource meter = meter("not-it-42", simulator.port());
        assertThatIOException()
                .isThrownBy(meter::sample)
                .withMessageContaining("ipmitool failed for 127.0.0.1:" + simulator.port())
                .satisfies(e -> assertThat(e.toString()).doesNotContain("not-it-42"));
    }

    @Test
    void invalidParametersAreRefused() {
        DcmiServiceType type = new DcmiServiceType();
        assertThat(type.check(SutContext.Mode.EXTERNAL, new DcmiParameters("-h", 623, "", "", 17, Privilege.USER)))
                .extracting(Finding::message)
                .containsExactly(
                        "A host or user begins with '-'.",
                        "A management controller is reached with a user and a password.");
        assertThat(type.check(SutContext.Mode.EXTERNAL, parameters("secret", 623)))
                .isEmpty();
        assertThatIOException().isThrownBy(() -> DcmiAnswer.of("DCMI request failed"));
    }
}
