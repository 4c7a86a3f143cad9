// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import java.time.Duration;
import java.util.List;
import org.plateaubench.measure.calibration.Calibration;
import org.plateaubench.measure.calibration.Calibrator;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.clock.TimerSlack;
import org.plateaubench.measure.health.CpuMeter;
import org.plateaubench.measure.host.BusyProcesses;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostFactsReader;

/** Checks the host of this process as a client host, without changing anything. Stateless; any thread. */
public final class HostCheck {
    /** The smallest use of processors, in cores, for which another process is listed. */
    private static final double BUSY_CORES = 0.05;

    private HostCheck() {}

    /** Checks for about the given time, on the calling thread. */
    public static HostReport look(Duration length) throws InterruptedException {
        NanoClock clock = SystemClock.instance();
        // This comes before the first virtual thread, whose waking thread inherits the timer slack.
        boolean reduced = TimerSlack.reduceForThisThread();
        BusyProcesses busy = new BusyProcesses(clock);
        HostCpuMeter cpu = new HostCpuMeter(
                CpuMeter.cpuNanos(List.of(ProcessHandle.current().pid())));
        Calibration calibration = new Calibrator(clock).calibrate(length);
        return HostReport.of(new HostObservations(
                HostFactsReader.ofThisHost(),
                calibration,
                reduced,
                cpu.take(),
                busy.atLeast(BUSY_CORES),
                System.getProperty("os.name", "").equals("Linux")));
    }
}
