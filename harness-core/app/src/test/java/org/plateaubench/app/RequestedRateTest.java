// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plateaubench.app.CalibratedRate.HostCalibration;
import org.plateaubench.app.CalibratedRate.RequestedRate;

/** Loads above the calibrated rate of a host are refused. */
class RequestedRateTest {
    /** 75 % of 2 cores: 1 / (20 us / 2 + 8 us) on event loops and 1 / (15 us + 15 us) on threads. */
    private static final CalibratedRate RATE = new CalibratedRate(2, 15_000, 20_000);

    private static final RequestedRate.Host LAB = new RequestedRate.Host("lab1", RATE);

    @TempDir
    Path folder;

    private RequestedRate.@Nullable Excess excess(RequestedRate.Host host, String load, String execution)
            throws Exception {
        String[] settings = {"workloads.puts.load=" + load, "workloads.puts.execution=" + execution};
        return new RequestedRate(TrialPlan.of(List.of("local"), settings)).excess(Map.of("local", host));
    }

    @Test
    void rateAboveCalibratedRateIsRefused() throws Exception {
        assertThat(excess(LAB, "{rate: 80000/s, maxUsers: 50}", "event-loop")).isNull();
        assertThat(excess(LAB, "{rate: 100000/s, maxUsers: 50}", "event-loop"))
                .isEqualTo(new RequestedRate.Excess(
                        "puts",
                        "requests, with all workloads, 100 000 operations per second of host lab1, whose calibrated rate"
                                + " for them is 83 000: lower the load, add agents on other hosts, calibrate the idle host"
                                + " again (./plateau calibrate), or run it nevertheless with --force"));
        assertThat(excess(LAB, "{rate: 49000/s, maxUsers: 50}", "virtual")).isNull();
        assertThat(excess(LAB, "{rate: 51000/s, maxUsers: 50}", "virtual")).isNotNull();
    }

    @Test
    void embeddedSutLowersCalibratedRate() throws Exception {
        RequestedRate.Host thisHost = new RequestedRate.Host(null, RATE);
        assertThat(excess(thisHost, "{rate: 50000/s, maxUsers: 50}", "event-loop"))
                .isNull();
        assertThat(excess(thisHost, "{rate: 60000/s, maxUsers: 50}", "event-loop")
                        .sentence())
                .contains("of this host, whose calibrated rate for them is 53 000");
    }

    @Test
    void highestStepAndShortestCycleAreChecked() throws Exception {
        String schedule = "{schedule: [{for: 1s, rate: 10/s}, {for: 1s, rate: 100000/s}], maxUsers: 50}";
        assertThat(excess(LAB, schedule, "event-loop")).isNotNull();
        assertThat(excess(LAB, "{users: 5000, cycle: 50ms}", "event-loop")).isNotNull();
        assertThat(excess(LAB, "{users: 5000, think: 50ms}", "event-loop")).isNull();
        assertThat(excess(LAB, "{users: 4000, cycle: 50ms}", "event-loop")).isNull();
    }

    @Test
    void unknownCalibratedRateImposesNoLimit() throws Exception {
        RequestedRate.Host unknown = new RequestedRate.Host("lab1", new CalibratedRate(2, -1, -1));
        assertThat(excess(unknown, "{rate: 900000/s, maxUsers: 50}", "event-loop"))
                .isNull();
    }

    @Test
    void calibrationOfAnotherHostIsReplaced() throws Exception {
        Path file = folder.resolve("cache/calibration.json");
        CalibratedRate first = HostCalibration.ofThisHost(file);
        assertThat(first.cores()).isPositive();
        assertThat(HostCalibration.ofThisHost(file)).isEqualTo(first);
        String stored = Files.readString(file);
        Files.writeString(file, stored.replaceFirst("\"cores\" : \\d+", "\"cores\" : 99"));
        assertThat(HostCalibration.ofThisHost(file).cores()).isEqualTo(99);
        Files.writeString(file, stored.replaceFirst("\"host\" : \"", "\"host\" : \"other "));
        assertThat(HostCalibration.ofThisHost(file).cores()).isEqualTo(first.cores());
        Files.writeString(file, "damaged");
        assertThat(HostCalibration.ofThisHost(file).cores()).isEqualTo(first.cores());
    }
}
