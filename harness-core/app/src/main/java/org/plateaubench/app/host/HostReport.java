// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.app.host;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.plateaubench.engine.statistics.Nanos;
import org.plateaubench.measure.clock.NanoClock;
import org.plateaubench.measure.clock.SystemClock;
import org.plateaubench.measure.clock.TimerSlack;
import org.plateaubench.measure.health.Calibration;
import org.plateaubench.measure.health.Calibrator;
import org.plateaubench.measure.health.CpuMeter;
import org.plateaubench.measure.host.BusyProcesses;
import org.plateaubench.measure.host.HostCpuMeter;
import org.plateaubench.measure.host.HostFactsReader;

public record HostReport(List<Figure> figures, List<Advice> advice, Expectation expectation, Document document) {
    /** Name and version of the data. */
    private static final String SCHEMA = "plateau.calibration/1";

    private static final double NANOS_PER_MICRO = 1e3;
    /** The smallest use of processors, in cores, for which another process is listed. */
    private static final double BUSY_CORES = 0.05;

    public record Figure(String name, String value) {}

    public record Document(
            String schema, Object calibration, Object facts, Expectation.Fit expectation, List<Advice> advice) {}

    /** Checks the host of this process for about the given time, on the calling thread, without changing it. */
    public static HostReport look(Duration length) throws InterruptedException {
        NanoClock clock = SystemClock.instance();
        // This comes before the first virtual thread, whose waking thread inherits the timer slack.
        boolean reduced = TimerSlack.reduceForThisThread();
        BusyProcesses busy = new BusyProcesses(clock);
        HostCpuMeter cpu = new HostCpuMeter(
                CpuMeter.cpuNanos(List.of(ProcessHandle.current().pid())));
        Calibration calibration = new Calibrator(clock).calibrate(length);
        HostCalibration.store(calibration);
        return of(new HostObservations(
                HostFactsReader.ofThisHost(),
                calibration,
                reduced,
                cpu.take(),
                busy.atLeast(BUSY_CORES),
                System.getProperty("os.name", "").equals("Linux")));
    }

    static HostReport of(HostObservations observed) {
        List<Advice> advice = AdviceRules.of(observed);
        Expectation expectation = Expectation.of(observed.facts(), observed.calibration());
        return new HostReport(
                figures(observed.calibration()), advice, expectation, document(observed, advice, expectation));
    }

    private static List<Figure> figures(Calibration calibration) {
        return List.of(
                new Figure(
                        "Clock",
                        String.format(
                                Locale.ROOT,
                                "%.0f ns per read, smallest step %d ns",
                                calibration.clock().readNanos(),
                                calibration.clock().stepNanos())),
                new Figure("Waits, threads", lateness(calibration.platform())),
                new Figure("Waits, virtual", lateness(calibration.virtual())),
                new Figure(
                        "Longest stall",
                        String.format(
                                Locale.ROOT,
                                "%.2f ms in %.1f s",
                                calibration.longestStallNanos() / Nanos.PER_MILLI,
                                calibration.lengthNanos() / Nanos.PER_MILLI / 1e3)));
    }

    private static String lateness(Calibration.ParkError error) {
        return String.format(
                Locale.ROOT,
                "late by p50 %s, p90 %s, p99 %s, max %s us (%d waits)",
                micros(error.p50Nanos()),
                micros(error.p90Nanos()),
                micros(error.p99Nanos()),
                micros(error.maxNanos()),
                error.count());
    }

    private static String micros(long nanos) {
        return String.format(Locale.ROOT, "%.0f", nanos / NANOS_PER_MICRO);
    }

    private static Document document(HostObservations observed, List<Advice> advice, Expectation expectation) {
        return new Document(SCHEMA, observed.calibration(), observed.facts().toTree(), expectation.fit(), advice);
    }
}
